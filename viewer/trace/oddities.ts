import type { RunRecord, Step } from "../../src/core/run.ts";
import type { Nodes } from "./nodes.ts";

const SKEW_MS = 5; // two clocks of one machine agree better than this

/** What is odd about a trace, in sentences for its reader; none of it keeps a view from showing what is there. */
export function odditiesOf(run: RunRecord, nodes: Nodes): string[] {
  const found = { open: 0, duplicates: 0, orphans: 0, circles: 0, skewed: 0 };
  const seen = new Set<string>();
  const paths = pathsOf(run, nodes);
  for (let node = 1; node < nodes.count; node++) {
    const step = nodes.steps[node] as Step; // only node 0 has none
    const holder = nodes.parent[node] ?? 0;
    if (step.open !== undefined) found.open += 1;
    if (seen.has(step.id)) found.duplicates += 1;
    seen.add(step.id);
    if (!step.id.startsWith(`${paths[nodes.lane[node] ?? 0] ?? ""}#`)) found.orphans += 1;
    if (repeatsItself(paths, nodes, node)) found.circles += 1;
    if (isSkewed(nodes, node, holder)) found.skewed += 1;
  }
  return sentences(run, found);
}

/** The path of each lane's agent, as the ids of its steps begin. */
function pathsOf(run: RunRecord, nodes: Nodes): string[] {
  return Array.from(nodes.lanes, (node) => {
    const step = nodes.steps[node];
    if (step?.kind !== "agent") return run.path;
    return step.runId.slice(step.runId.lastIndexOf(":") + 1);
  });
}

// A specialist's path is its parent's and one step more; one that is its parent's own, or above it, goes in a circle.
function repeatsItself(paths: readonly string[], nodes: Nodes, node: number): boolean {
  const own = paths[nodes.ownLane[node] ?? -1];
  const above = paths[nodes.lane[node] ?? 0];
  return own !== undefined && above !== undefined && (own === above || above.startsWith(`${own}/`));
}

function isSkewed(nodes: Nodes, node: number, holder: number): boolean {
  const from = (nodes.from[node] ?? 0) - (nodes.waited[node] ?? 0);
  return from < (nodes.from[holder] ?? 0) - SKEW_MS || (nodes.until[node] ?? 0) > (nodes.until[holder] ?? 0) + SKEW_MS;
}

function sentences(
  run: RunRecord,
  found: Readonly<Record<"open" | "duplicates" | "orphans" | "circles" | "skewed", number>>,
): string[] {
  const { open, duplicates, orphans, circles, skewed } = found;
  return [
    ...(run.stopReason === null
      ? [`The run had not ended when this trace was taken; ${counted(open, "step was", "steps were")} still open.`]
      : []),
    ...(run.stopReason !== null && open > 0
      ? [`The run has ended, but ${counted(open, "step was", "steps were")} never closed.`]
      : []),
    ...(duplicates > 0
      ? [`${counted(duplicates, "step has", "steps have")} an id that another step has; a link by id leads to the first.`]
      : []),
    ...(orphans > 0 ? [`${counted(orphans, "step stands", "steps stand")} under an agent that its id does not name.`] : []),
    ...(circles > 0
      ? [`${counted(circles, "delegation leads", "delegations lead")} back to an agent above; it is shown where it stands.`]
      : []),
    ...(skewed > 0
      ? [`${counted(skewed, "step begins or ends", "steps begin or end")} outside the agent it belongs to: clocks may differ.`]
      : []),
  ];
}

function counted(count: number, one: string, more: string): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : more}`;
}
