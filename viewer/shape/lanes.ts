import type { Nodes } from "../trace/nodes.ts";
import type { Span } from "../trace/trace.ts";

/**
 * The steps of every lane in order of time. Those of lane `l` stand from `first[l]` up to, not including, `first[l + 1]`;
 * where several run side by side, `row` keeps them apart.
 */
export interface Lanes {
  readonly count: number;
  readonly first: Int32Array;
  readonly node: Int32Array;
  readonly row: Uint8Array;
  /** The row of each node. */
  readonly rowOf: Uint8Array;
  /** The latest end of this entry and all before it in its lane, so that a search by time can begin. */
  readonly latest: Float64Array;
  /** How many rows each lane has, at least one. */
  readonly rows: Uint8Array;
}

const MOST_ROWS = 8; // what overlaps more than that shares the last row

/** Lays the steps of every agent out in its lane. */
export function lanesOf(nodes: Nodes): Lanes {
  const count = nodes.lanes.length;
  const first = firstsOf(nodes, count);
  const node = new Int32Array(nodes.count - 1);
  const next = first.slice();
  for (let at = 1; at < nodes.count; at++) {
    const lane = nodes.lane[at] ?? 0;
    const place = next[lane] ?? 0;
    node[place] = at;
    next[lane] = place + 1;
  }
  const lanes = {
    count,
    first,
    node,
    row: new Uint8Array(node.length),
    rowOf: new Uint8Array(nodes.count),
    latest: new Float64Array(node.length),
    rows: new Uint8Array(count),
  };
  for (let lane = 0; lane < count; lane++) layOut(lanes, nodes, lane);
  return lanes;
}

function firstsOf(nodes: Nodes, count: number): Int32Array {
  const first = new Int32Array(count + 1);
  for (let at = 1; at < nodes.count; at++) {
    const lane = (nodes.lane[at] ?? 0) + 1;
    first[lane] = (first[lane] ?? 0) + 1;
  }
  for (let lane = 1; lane <= count; lane++) first[lane] = (first[lane] ?? 0) + (first[lane - 1] ?? 0);
  return first;
}

function layOut({ first, node, row, rowOf, latest, rows }: Lanes, nodes: Nodes, lane: number): void {
  const begin = first[lane] ?? 0;
  const end = first[lane + 1] ?? begin;
  node.subarray(begin, end).sort((a, b) => beginningOf(nodes, a) - beginningOf(nodes, b) || a - b);
  const ends: number[] = []; // until when each row is taken
  let reached = -Infinity;
  for (let place = begin; place < end; place++) {
    const at = node[place] ?? 0;
    const from = beginningOf(nodes, at);
    const free = ends.findIndex((until) => until <= from);
    const taken = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1);
    ends[taken] = Math.max(ends[taken] ?? 0, nodes.until[at] ?? 0, from + 1e-6); // a step without length takes its row for that moment
    row[place] = taken;
    rowOf[at] = taken;
    reached = Math.max(reached, nodes.until[at] ?? 0);
    latest[place] = reached;
  }
  rows[lane] = Math.max(1, ends.length);
}

/** When a node first shows, its wait included. */
export function beginningOf({ from, waited }: Nodes, node: number): number {
  return (from[node] ?? 0) - (waited[node] ?? 0);
}

/** The first entry of a lane that may reach into the span; those that begin after it end the search. */
export function firstWithin({ first, latest }: Lanes, lane: number, { from }: Span): number {
  let low = first[lane] ?? 0;
  let high = first[lane + 1] ?? low;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((latest[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
