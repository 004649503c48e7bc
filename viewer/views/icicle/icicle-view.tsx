import type { JSX } from "preact";
import { useCallback, useMemo, useRef } from "preact/hooks";
import { Drawing } from "../../draw/drawing.tsx";
import type { Sheet } from "../../draw/sheet.ts";
import { Choice } from "../../parts/choice.tsx";
import { nameOf } from "../../parts/step-words.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { moneyText, secondsText, shortCount } from "../../parts/words.ts";
import { boxAt, boxesOf, type Box } from "../../shape/icicle.ts";
import { METRICS, weightsOf, type Metric } from "../../shape/weights.ts";
import { select } from "../../state/actions.ts";
import { foundIn } from "../../state/found.ts";
import type { State } from "../../state/state.ts";
import { trailTo } from "../../trace/nodes.ts";
import type { Trace } from "../../trace/trace.ts";
import { drawIcicle, ICICLE_ROW } from "./draw.ts";

const METRIC_WORDS: Readonly<Record<Metric, string>> = {
  time: "time of calls",
  self: "time between calls",
  tokens: "tokens",
  cost: "cost",
  steps: "steps",
};

/** Every step as a box under the agent it belongs to, as wide as its share of the metric. */
export function IcicleView({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { metric, span, top, selected } = useStateOf("metric", "span", "top", "selected");
  const weights = useMemo(() => weightsOf(trace.nodes, metric, span ?? trace.span), [trace, metric, span]);
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useRef<readonly Box[]>([]);
  const weight = (node: number): string => weightText(metric, weights.total[node] ?? 0);
  const draw = (sheet: Sheet, state: State): void => {
    const boxes = boxesOf(trace.nodes, weights, top, sheet.width);
    drawn.current = boxes;
    const scrollTop = scroller.current?.scrollTop ?? 0;
    const { found } = foundIn(trace, state.query);
    drawIcicle(sheet, { trace, boxes, scrollTop, selected: state.selected, hovered: state.hovered, found, weight });
  };
  const attach = useCallback(
    (canvas: HTMLCanvasElement, redraw: () => void) => {
      const listening = new AbortController();
      const at = ({ offsetX, offsetY }: MouseEvent): number | null =>
        boxAt(drawn.current, offsetX, Math.floor((offsetY + (scroller.current?.scrollTop ?? 0)) / ICICLE_ROW))?.node ?? null;
      scroller.current?.addEventListener("scroll", redraw, { passive: true, signal: listening.signal });
      canvas.addEventListener("pointermove", (event) => page.set({ hovered: at(event) }), { signal: listening.signal });
      canvas.addEventListener("pointerleave", () => page.set({ hovered: null }), { signal: listening.signal });
      canvas.addEventListener("click", (event) => select(page, at(event) ?? 0), { signal: listening.signal });
      canvas.addEventListener("dblclick", (event) => page.set({ top: at(event) ?? 0 }), { signal: listening.signal });
      return () => listening.abort();
    },
    [page],
  );
  const deepest = useMemo(() => trace.nodes.depth.reduce((most, depth) => Math.max(most, depth), 0), [trace]);
  const isEmpty = (weights.total[top] ?? 0) <= 0;
  return (
    <div class="view-column">
      <div class="view-bar">
        <Choice
          label="Width by"
          value={metric}
          choices={METRICS}
          word={(each) => METRIC_WORDS[each]}
          choose={(each) => page.set({ metric: each })}
        />
        <Trail trace={trace} top={top} />
        <span class="view-fact">{isEmpty ? `nothing here has any ${METRIC_WORDS[metric]}` : `${weight(top)} in all`}</span>
      </div>
      <div class="icicle" ref={scroller} tabIndex={0} role="group" aria-label="Icicle">
        <div class="lanes-tall" style={{ height: `${(deepest - (trace.nodes.depth[top] ?? 0) + 1) * ICICLE_ROW + 8}px` }}>
          <Drawing
            draw={draw}
            attach={attach}
            class="lanes-canvas"
            label={`Icicle by ${METRIC_WORDS[metric]}; selected: ${nameOf(trace, selected)}, ${weight(selected)}.`}
          />
        </div>
      </div>
    </div>
  );
}

// The way back up from the box that is on top.
function Trail({ trace, top }: { trace: Trace; top: number }): JSX.Element | null {
  const page = usePage();
  if (top === 0) return null;
  return (
    <nav class="trail" aria-label="Above the icicle">
      {trailTo(trace.nodes, top).map((node) => (
        <button key={node} onClick={() => page.set({ top: node })} aria-current={node === top}>
          {nameOf(trace, node)}
        </button>
      ))}
    </nav>
  );
}

function weightText(metric: Metric, weight: number): string {
  switch (metric) {
    case "time":
    case "self":
      return secondsText(weight / 1000);
    case "tokens":
      return `${shortCount(weight)} tok`;
    case "cost":
      return moneyText(weight);
    case "steps":
      return shortCount(weight);
  }
}
