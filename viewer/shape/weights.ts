import type { Nodes } from "../trace/nodes.ts";
import type { Span } from "../trace/trace.ts";

/** What the width of an icicle's boxes means. */
export type Metric = "time" | "self" | "tokens" | "cost" | "steps";

/** The metrics in the order in which one key goes through them. */
export const METRICS: readonly Metric[] = ["time", "self", "tokens", "cost", "steps"];

/**
 * The weight of every node: of its own, and with everyone below it. Only what reaches into the span counts.
 * `time` and `self` are milliseconds; `time` is how long calls took, `self` is how long an agent had none under way.
 */
export interface Weights {
  readonly own: Float64Array;
  readonly total: Float64Array;
}

/** Weighs every node. */
export function weightsOf(nodes: Nodes, metric: Metric, span: Span): Weights {
  const own = new Float64Array(nodes.count);
  for (let node = 0; node < nodes.count; node++)
    if (reachesInto(nodes, node, span)) own[node] = ownWeight(nodes, node, metric, span);
  const total = own.slice();
  for (let node = nodes.count - 1; node > 0; node--) {
    const parent = nodes.parent[node] ?? 0;
    total[parent] = (total[parent] ?? 0) + (total[node] ?? 0);
  }
  return { own, total };
}

function reachesInto({ from, until }: Nodes, node: number, span: Span): boolean {
  return (from[node] ?? 0) <= span.until && (until[node] ?? 0) >= span.from;
}

function ownWeight(nodes: Nodes, node: number, metric: Metric, span: Span): number {
  const step = nodes.steps[node];
  const isAgent = !step || step.kind === "agent";
  switch (metric) {
    case "time":
      return isAgent ? 0 : lengthWithin(nodes, node, span);
    case "self":
      return isAgent ? selfMs(nodes, node, span) : 0;
    case "tokens":
      return isAgent ? 0 : step.usage.own.inputTokens + step.usage.own.outputTokens;
    case "cost":
      return isAgent ? 0 : (step.usage.own.cost ?? 0);
    case "steps":
      return node === 0 ? 0 : 1;
  }
}

function lengthWithin({ from, until }: Nodes, node: number, span: Span): number {
  return Math.max(0, Math.min(until[node] ?? 0, span.until) - Math.max(from[node] ?? 0, span.from));
}

// How long an agent lived within the span without any of its steps under way, in milliseconds.
function selfMs(nodes: Nodes, node: number, span: Span): number {
  const begin = Math.max(nodes.from[node] ?? 0, span.from);
  const end = Math.min(nodes.until[node] ?? 0, span.until);
  const steps: number[] = [];
  for (let at = node + 1; at < (nodes.end[node] ?? 0); at = nodes.end[at] ?? at + 1) steps.push(at);
  steps.sort((a, b) => (nodes.from[a] ?? 0) - (nodes.from[b] ?? 0));
  let idle = 0;
  let reached = begin;
  for (const at of steps) {
    idle += Math.max(0, Math.min(nodes.from[at] ?? 0, end) - reached);
    reached = Math.max(reached, Math.min(nodes.until[at] ?? 0, end));
  }
  return idle + Math.max(0, end - reached);
}
