import type { Trace } from "../trace/trace.ts";

/** The columns of the table of steps that can be sorted by. */
export const STEP_COLUMNS = ["step", "agent", "kind", "began", "took", "waited", "tokens", "cost", "outcome"] as const;

/** A column of the table of steps. */
export type StepColumn = (typeof STEP_COLUMNS)[number];

/** What a cell is sorted by. */
function stepValue({ run, nodes }: Trace, node: number, column: StepColumn): string | number {
  const step = nodes.steps[node];
  switch (column) {
    case "step":
      return step?.name ?? "";
    case "agent":
      return agentNameOf({ run, nodes }, node);
    case "kind":
      return step?.kind ?? "";
    case "began":
      return nodes.from[node] ?? 0;
    case "took":
      return (nodes.until[node] ?? 0) - (nodes.from[node] ?? 0);
    case "waited":
      return nodes.waited[node] ?? 0;
    case "tokens":
      return (step?.usage.subtree.inputTokens ?? 0) + (step?.usage.subtree.outputTokens ?? 0);
    case "cost":
      return step?.usage.subtree.cost ?? -1;
    case "outcome":
      return step?.kind === "agent" ? (step.outcome ?? "open") : (step?.error ?? "");
  }
}

/** The name of the agent whose step a node is. */
export function agentNameOf({ run, nodes }: Pick<Trace, "run" | "nodes">, node: number): string {
  const owner = nodes.steps[nodes.lanes[nodes.lane[node] ?? 0] ?? 0];
  return owner?.kind === "agent" ? owner.agent : run.agent;
}

/** The steps of a trace, or those that were found, in the order of a column; without one, as the trace has them. */
export function sortedSteps(
  trace: Trace,
  found: ReadonlySet<number> | null,
  sorting: { column: string; descending: boolean } | null,
): Int32Array {
  const rows = found ? Int32Array.from(found) : Int32Array.from({ length: trace.nodes.count - 1 }, (_, index) => index + 1);
  const column = STEP_COLUMNS.find((name) => name === sorting?.column);
  if (!column || !sorting) return rows;
  const values = new Map<number, string | number>();
  for (const node of rows) values.set(node, stepValue(trace, node, column));
  return rows.sort((a, b) => (sorting.descending ? -1 : 1) * compared(values.get(a), values.get(b)) || a - b);
}

/** The order of two values of one column. */
export function compared(a: string | number | undefined, b: string | number | undefined): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
}
