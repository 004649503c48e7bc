import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Analysis } from "../../../src/trace/analyse/analyse.ts";
import type { Group } from "../../../src/trace/analyse/figures/groups.ts";
import { Rows } from "../../parts/rows.tsx";
import { useAnalysis } from "../../parts/use-analysis.ts";
import { usePage, useStateOf } from "../../parts/use-store.ts";
import { countText, lineOf, moneyText, secondsText } from "../../parts/words.ts";
import { compared } from "../../shape/table.ts";
import type { Grouping } from "../../state/state.ts";
import type { Trace } from "../../trace/trace.ts";
import { TableHead } from "./columns.tsx";

type Grouped = Exclude<Grouping, "none">;

const ROW_HEIGHT = 28;
const TEMPLATE = "minmax(130px,2fr) 70px 88px 88px 80px 80px 80px 84px 84px 70px";

/** A column of the groups: what it is sorted by, and its words. */
interface GroupColumn {
  readonly value: (group: Group) => string | number;
  readonly text: (group: Group) => string;
}

const figure = (value: (group: Group) => number, text: (amount: number) => string): GroupColumn => ({
  value,
  text: (group) => text(value(group)),
});

const COLUMNS: Readonly<Record<string, GroupColumn>> = {
  name: { value: ({ key }) => key, text: ({ key }) => lineOf(key, 80) },
  count: figure(({ count }) => count, countText),
  total: figure(({ totalSeconds }) => totalSeconds, secondsText),
  own: figure(({ ownSeconds }) => ownSeconds, secondsText),
  p50: figure(({ p50Seconds }) => p50Seconds, secondsText),
  p95: figure(({ p95Seconds }) => p95Seconds, secondsText),
  waited: figure(
    ({ queuedSeconds }) => queuedSeconds,
    (seconds) => (seconds === 0 ? "" : secondsText(seconds)),
  ),
  tokens: figure(
    ({ totalTokens }) => totalTokens,
    (tokens) => (tokens === 0 ? "" : countText(tokens)),
  ),
  cost: { value: ({ totalCost }) => totalCost ?? -1, text: ({ totalCost }) => (totalCost === null ? "" : moneyText(totalCost)) },
  errors: figure(
    ({ errors }) => errors,
    (errors) => (errors === 0 ? "" : countText(errors)),
  ),
};
const NAMES = Object.keys(COLUMNS);
const FIGURES: ReadonlySet<string> = new Set(NAMES.slice(1));

function groupsIn({ groups }: Analysis, grouping: Grouped): readonly Group[] {
  switch (grouping) {
    case "agent":
      return groups.agents;
    case "tool":
      return groups.tools;
    case "model":
      return groups.models;
    case "outcome":
      return groups.outcomes;
    case "depth":
      return groups.depths;
  }
}

/** Steps put together: count, total, own, median and 95th percentile of each group. */
export function GroupsTable({ trace, grouping }: { trace: Trace; grouping: Grouped }): JSX.Element {
  const page = usePage();
  const { sorting } = useStateOf("sorting");
  const analysis = useAnalysis(trace);
  const rows = useMemo(() => {
    const groups = analysis ? [...groupsIn(analysis, grouping)] : [];
    const column = sorting && COLUMNS[sorting.column];
    return column ? groups.sort((a, b) => (sorting.descending ? -1 : 1) * compared(column.value(a), column.value(b))) : groups;
  }, [analysis, grouping, sorting]);
  if (!analysis)
    return (
      <p class="empty" role="status">
        Adding up …
      </p>
    );
  return (
    <Rows
      class="table"
      count={rows.length}
      rowHeight={ROW_HEIGHT}
      attributes={{
        role: "table",
        tabIndex: 0,
        "aria-label": `${countText(rows.length)} groups`,
        "aria-rowcount": rows.length + 1,
      }}
      head={<TableHead columns={NAMES} figures={FIGURES} template={TEMPLATE} />}
      row={(place, style) => {
        const group = rows[place];
        return (
          <div
            key={group?.key}
            role="row"
            aria-rowindex={place + 2}
            class="table-row"
            style={{ ...style, gridTemplateColumns: TEMPLATE }}
            onClick={() => group && page.set({ query: queryFor(grouping, group.key), grouping: "none", sorting: null })}
          >
            {NAMES.map((name) => (
              <span key={name} role="cell" class={name === "name" ? "" : "number"}>
                {group && COLUMNS[name]?.text(group)}
              </span>
            ))}
          </div>
        );
      }}
    />
  );
}

function queryFor(grouping: Grouped, key: string): string {
  if (grouping === "depth") return `depth=${key}`;
  return /^[\w.-]+$/u.test(key) ? `${grouping}:${key}` : `${grouping}:"${key.replace(/["\\]/gu, "\\$&")}"`;
}
