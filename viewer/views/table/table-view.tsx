import type { CSSProperties, JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Choice } from "../../parts/choice.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Rows } from "../../parts/rows.tsx";
import { iconOf, nameOf, standingIcon, tokensOf } from "../../parts/step-words.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { countText, lineOf, moneyText, secondsText, standingWord } from "../../parts/words.ts";
import { agentNameOf, sortedSteps, STEP_COLUMNS } from "../../shape/table.ts";
import { momentText } from "../../shape/ticks.ts";
import { select } from "../../state/actions.ts";
import { foundIn } from "../../state/found.ts";
import { GROUPINGS, type Grouping } from "../../state/state.ts";
import { standingAt } from "../../trace/nodes.ts";
import type { Trace } from "../../trace/trace.ts";
import { TableHead } from "./columns.tsx";
import { GroupsTable } from "./groups-table.tsx";

const ROW_HEIGHT = 28;
const TEMPLATE = "minmax(96px,1.6fr) minmax(74px,1fr) 42px 54px 54px 54px 56px 62px minmax(92px,1fr)";
const FIGURES: ReadonlySet<string> = new Set(["began", "took", "waited", "tokens", "cost"]);

/** All steps, sortable; or put together by agent, tool, model, outcome or depth. */
export function TableView({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { grouping } = useStateOf("grouping");
  const word = (each: Grouping): string => (each === "none" ? "nothing: every step" : each);
  return (
    <div class="view-column">
      <div class="view-bar">
        <Choice
          label="Group by"
          value={grouping}
          choices={GROUPINGS}
          word={word}
          choose={(each) => page.set({ grouping: each, sorting: null })}
        />
        {grouping !== "none" && (
          <span class="view-fact">of the whole run; own is without what was delegated; choose a row to list its steps</span>
        )}
      </div>
      {grouping === "none" ? <StepsTable trace={trace} /> : <GroupsTable trace={trace} grouping={grouping} />}
    </div>
  );
}

function StepsTable({ trace }: { trace: Trace }): JSX.Element {
  const page = usePage();
  const { query, sorting, selected } = useStateOf("query", "sorting", "selected");
  const { found } = foundIn(trace, query);
  const rows = useMemo(() => sortedSteps(trace, found, sorting), [trace, found, sorting]);
  return (
    <Rows
      class="table"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      current={rows.indexOf(selected)}
      attributes={{
        role: "table",
        tabIndex: 0,
        "aria-label": `${countText(rows.length)} steps`,
        "aria-rowcount": rows.length + 1,
      }}
      head={<TableHead columns={STEP_COLUMNS} figures={FIGURES} template={TEMPLATE} />}
      row={(place, style) => {
        const node = rows[place] ?? 0;
        return (
          <StepRow
            key={node}
            trace={trace}
            node={node}
            place={place}
            isSelected={node === selected}
            style={style}
            onSelect={() => select(page, node)}
          />
        );
      }}
    />
  );
}

interface StepRowProps {
  readonly trace: Trace;
  readonly node: number;
  readonly place: number;
  readonly isSelected: boolean;
  readonly style: CSSProperties;
  readonly onSelect: () => void;
}

function StepRow({ trace, node, place, isSelected, style, onSelect }: StepRowProps): JSX.Element {
  const { nodes } = trace;
  const step = nodes.steps[node] ?? null;
  const standing = standingAt(nodes, node);
  const cost = step?.usage.subtree.cost ?? null;
  const tokens = tokensOf(trace, node);
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      class={isSelected ? "table-row is-selected" : "table-row"}
      style={{ ...style, gridTemplateColumns: TEMPLATE }}
      onClick={onSelect}
    >
      <span role="cell">
        <Icon name={iconOf(step)} tone={step?.kind ?? "agent"} /> {nameOf(trace, node)}
      </span>
      <span role="cell">{lineOf(agentNameOf(trace, node), 60)}</span>
      <span role="cell">{step?.kind}</span>
      <span role="cell" class="number">
        {momentText(nodes.from[node] ?? 0, 10)}
      </span>
      <span role="cell" class="number">
        {secondsText(((nodes.until[node] ?? 0) - (nodes.from[node] ?? 0)) / 1000)}
      </span>
      <span role="cell" class="number">
        {(nodes.waited[node] ?? 0) > 0 ? secondsText((nodes.waited[node] ?? 0) / 1000) : ""}
      </span>
      <span role="cell" class="number">
        {tokens > 0 ? countText(tokens) : ""}
      </span>
      <span role="cell" class="number">
        {cost === null ? "" : moneyText(cost)}
      </span>
      <span role="cell">
        <Icon name={standingIcon(standing, step)} tone={standing} /> {standingWord(standing, step)}
      </span>
    </div>
  );
}
