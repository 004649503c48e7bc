import type { CSSProperties, JSX } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { AgentStep } from "../../../src/core/run.ts";
import { Choice } from "../../parts/choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Rows } from "../../parts/rows.tsx";
import { argumentsLine, nameOf, standingIcon } from "../../parts/step-words.ts";
import { useAnalysis } from "../../parts/use-analysis.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { useWidth } from "../../parts/use-width.ts";
import { countText, lineOf, moneyText, shortCount, shortSeconds, standingWord } from "../../parts/words.ts";
import { boundariesOf, BOUNDARY_ORDERS, orderedBoundaries, type Boundary, type BoundaryOrder } from "../../shape/boundaries.ts";
import { select } from "../../state/actions.ts";
import { foundIn } from "../../state/found.ts";
import { standingAt } from "../../trace/nodes.ts";
import type { Trace } from "../../trace/trace.ts";
import { funnelPath } from "./funnel.ts";

const ROW_HEIGHT = { beside: 118, below: 176 }; // where there is no room beside the funnel, goal and conclusion stand below it
const LEAST_BESIDE = 520; // pixels
const ORDER_WORDS: Readonly<Record<BoundaryOrder, string>> = {
  trace: "order of the trace",
  tokens: "tokens inside",
  seconds: "time",
  smaller: "how much smaller",
};

/** Every delegation as what went in, the effort inside, and what came out. */
export function BoundaryView({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { selected, query } = useStateOf("selected", "query");
  const [order, setOrder] = useState<BoundaryOrder>("trace");
  const { found } = foundIn(trace, query);
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useWidth(box, 800) < LEAST_BESIDE ? ROW_HEIGHT.below : ROW_HEIGHT.beside;
  const unused = useUnused(trace);
  const boundaries = useMemo(() => boundariesOf(trace.nodes), [trace]);
  const shown = useMemo(() => {
    const kept = found ? boundaries.filter(({ node }) => found.has(node)) : boundaries;
    return orderedBoundaries(trace.nodes, kept, order);
  }, [trace, boundaries, found, order]);
  return (
    <div class="view-column boundary-view" ref={box}>
      <div class="view-bar">
        <Choice label="Sort by" value={order} choices={BOUNDARY_ORDERS} word={(each) => ORDER_WORDS[each]} choose={setOrder} />
        <span class="view-fact">
          {countText(shown.length)} delegations{found ? " found" : ""}; tokens of texts are estimated
        </span>
      </div>
      {shown.length === 0 ? (
        <p class="empty">Nothing was delegated here.</p>
      ) : (
        <Rows
          class="boundaries"
          count={shown.length}
          rowHeight={rowHeight}
          current={shown.findIndex(({ node }) => node === selected)}
          attributes={{ role: "list", tabIndex: 0, "aria-label": "Delegations" }}
          row={(place, style) => {
            const boundary = shown[place];
            return boundary ? (
              <Card
                key={boundary.node}
                trace={trace}
                boundary={boundary}
                use={unused && useOf(trace, boundary.node, unused)}
                isSelected={boundary.node === selected}
                style={style}
                onSelect={() => select(page, boundary.node)}
              />
            ) : (
              <div key={place} />
            );
          }}
        />
      )}
    </div>
  );
}

interface CardProps {
  readonly trace: Trace;
  readonly boundary: Boundary;
  readonly use: string | null;
  readonly isSelected: boolean;
  readonly style: CSSProperties;
  readonly onSelect: () => void;
}

function Card({ trace, boundary, use, isSelected, style, onSelect }: CardProps): JSX.Element {
  const { node, inTokens, insideTokens, outTokens, smaller } = boundary;
  const step = trace.nodes.steps[node] as AgentStep; // boundaries are of delegations
  const standing = standingAt(trace.nodes, node);
  const { modelCalls, toolCalls, cost } = step.usage.subtree;
  const parent = trace.nodes.parent[node] ?? 0;
  return (
    <div class={isSelected ? "boundary is-selected" : "boundary"} role="listitem" style={style}>
      <button class="boundary-head" onClick={onSelect}>
        <Icon name="agent" tone="agent" />
        <b>{nameOf(trace, node)}</b>
        <span class="quiet">asked by {nameOf(trace, parent)}</span>
        <span class={`chip tone-${standing}`}>
          <Icon name={standingIcon(standing, step)} /> {standingWord(standing, step)}
        </span>
        {use !== null && (
          <span class={use === "used" ? "chip tone-good" : "chip tone-cut"}>{use === "used" ? "used by its parent" : use}</span>
        )}
      </button>
      <div class="boundary-parts">
        <p class="boundary-in">
          <span class="label">in · ~{shortCount(inTokens)} tok</span>
          <span class="clamp">{step.goal === "" ? argumentsLine(step.arguments) : lineOf(step.goal, 400)}</span>
        </p>
        <p class="boundary-inside">
          <svg viewBox="0 0 220 40" preserveAspectRatio="none" aria-hidden>
            <path d={funnelPath([inTokens, insideTokens, outTokens], 220, 40)} />
          </svg>
          <span class="label">
            {shortCount(insideTokens)} tok
            {smaller !== null && smaller >= 1.05 ? ` · ${smaller < 10 ? smaller.toFixed(1) : Math.round(smaller)}× smaller` : ""}
          </span>
          <span class="quiet">
            {shortSeconds(step.seconds)} · {countText(modelCalls)} turns · {countText(toolCalls)} tools
            {cost === null ? "" : ` · ${moneyText(cost)}`}
          </span>
        </p>
        <p class="boundary-out">
          <span class="label">out · ~{shortCount(outTokens)} tok</span>
          <span class="clamp">{lineOf(step.observation, 400) || "nothing"}</span>
        </p>
      </div>
    </div>
  );
}

type Unused = ReadonlyMap<string, string>;

// Null until the analysis is there.
function useUnused(trace: Trace): Unused | null {
  const analysis = useAnalysis(trace);
  return useMemo(() => {
    if (!analysis) return null;
    const reasons = analysis.findings.flatMap((finding): [string, string][] => {
      if (finding.kind !== "unused_conclusion") return [];
      const why = finding.why === "no_later_turn" ? "no later turn could use it" : "not repeated by its parent";
      return finding.stepIds.map((id) => [id, why]);
    });
    return new Map(reasons);
  }, [analysis]);
}

// Whether a parent used a conclusion can only be told of one that said something.
function useOf({ nodes }: Trace, node: number, unused: Unused): string | null {
  const step = nodes.steps[node];
  if (step?.kind !== "agent" || (step.outcome !== "answered" && step.outcome !== "partial") || step.output === "") return null;
  return unused.get(step.id) ?? "used";
}
