import type { Nodes } from "../trace/nodes.ts";
import type { Lanes } from "./lanes.ts";

/** The lanes that are shown, from top to bottom: which, where each begins, and how high they are together. */
export interface Stack {
  readonly lanes: Int32Array;
  /** Where each shown lane begins, in pixels; one entry more, for the end of the last. */
  readonly top: Float64Array;
  readonly height: number;
}

/** The measures of a lane, in pixels. */
export interface LaneMeasures {
  readonly row: number;
  /** Room above the rows, for a name where there is no place beside them. */
  readonly head: number;
  readonly gap: number;
}

/** Stacks the lanes of all agents that stand under no folded node. */
export function stackOf(nodes: Nodes, lanes: Lanes, folded: ReadonlySet<number>, measures: LaneMeasures): Stack {
  const shown: number[] = [];
  const tops: number[] = [0];
  let hiddenUntil = 0;
  let top = 0;
  for (let lane = 0; lane < lanes.count; lane++) {
    const node = nodes.lanes[lane] ?? 0;
    if (node < hiddenUntil) continue;
    if (folded.has(node)) hiddenUntil = nodes.end[node] ?? 0;
    shown.push(lane);
    top += measures.head + (lanes.rows[lane] ?? 1) * measures.row + measures.gap;
    tops.push(top);
  }
  return { lanes: Int32Array.from(shown), top: Float64Array.from(tops), height: top };
}

/** The place in the stack of the lane at `y`; past the last lane, the last one. */
export function placeAt({ lanes, top }: Stack, y: number): number {
  let low = 0;
  let high = Math.max(0, lanes.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((top[middle] ?? 0) <= y) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Where in the stack a lane is shown, or where the agent is whose folding hides it. */
export function placeOf(stack: Stack, lane: number): number {
  let low = 0;
  let high = Math.max(0, stack.lanes.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((stack.lanes[middle] ?? 0) <= lane) low = middle;
    else high = middle - 1;
  }
  return low;
}
