import type { CSSProperties, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { Rows } from "../../parts/rows.tsx";
import { nameOf } from "../../parts/step-words.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { countText, lineOf, percent, secondsText } from "../../parts/words.ts";
import { budgetsOf, type AgentBudget } from "../../shape/budgets.ts";
import { select } from "../../state/actions.ts";
import type { Trace } from "../../trace/trace.ts";

/** Every agent with how much of its ceilings it used; those that hit one come first. */
export function CeilingsTable({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { selected } = useStateOf("selected");
  const budgets = useMemo(() => budgetsOf(trace.run, trace.nodes), [trace]);
  const hits = budgets.filter(({ hit }) => hit !== null).length;
  return (
    <section class="ceilings">
      <h2>Ceilings: {hits === 0 ? "none was hit" : `${countText(hits)} of ${countText(budgets.length)} agents hit one`}</h2>
      <Rows
        class="ceiling-rows"
        count={budgets.length}
        rowHeight={30}
        attributes={{ role: "list", tabIndex: 0, "aria-label": "Agents and their ceilings" }}
        row={(place, style) => {
          const budget = budgets[place];
          return budget ? (
            <Row
              key={budget.node}
              trace={trace}
              budget={budget}
              isSelected={budget.node === selected}
              style={style}
              onSelect={() => select(page, budget.node)}
            />
          ) : (
            <div key={place} />
          );
        }}
      />
    </section>
  );
}

interface RowProps {
  readonly trace: Trace;
  readonly budget: AgentBudget;
  readonly isSelected: boolean;
  readonly style: CSSProperties;
  readonly onSelect: () => void;
}

function Row({ trace, budget, isSelected, style, onSelect }: RowProps): JSX.Element {
  const { node, uses, hit } = budget;
  return (
    <div role="listitem" class={isSelected ? "ceiling-row is-selected" : "ceiling-row"} style={style}>
      <button onClick={onSelect}>
        <b>{nameOf(trace, node)}</b>
        {hit && (
          <span class="chip tone-cut">
            <Icon name="limit" /> {lineOf(hit.name, 40)} {countText(hit.value)} ({hit.scope})
          </span>
        )}
        {uses.map(({ word, spent, most, share }) => (
          <span key={word} class="ceiling-use">
            {word}
            <span class="path-bar" aria-hidden>
              <i class={share >= 1 ? "is-full" : ""} style={{ width: `${Math.min(1, share) * 100}%` }} />
            </span>
            <span>
              {word === "seconds" ? secondsText(spent) : countText(Math.round(spent))} of {countText(most)}, {percent(share)}
            </span>
          </span>
        ))}
      </button>
    </div>
  );
}
