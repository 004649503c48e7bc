import type { Nodes } from "../trace/nodes.ts";

/** Which nodes the tree shows. */
export interface Shown {
  /** Nodes whose subtrees are folded away. */
  readonly folded: ReadonlySet<number>;
  /** Only these and the nodes above them; null for all. What is found is shown even under a folded node. */
  readonly found: ReadonlySet<number> | null;
  /** Only what had begun by then, in milliseconds; null for all. */
  readonly until: number | null;
}

/** The rows of the tree from top to bottom, as nodes. No node is shown without those above it. */
export function rowsOf(nodes: Nodes, { folded, found, until }: Shown): Int32Array {
  const kept = found === null ? null : withAbove(nodes, found);
  const rows = new Int32Array(nodes.count);
  let count = 0;
  for (let node = 0; node < nodes.count;) {
    const isHidden =
      kept?.[node] === 0 || (until !== null && node > 0 && (nodes.from[node] ?? 0) - (nodes.waited[node] ?? 0) > until);
    if (!isHidden) rows[count++] = node;
    node = isHidden || (kept === null && folded.has(node)) ? (nodes.end[node] ?? node + 1) : node + 1;
  }
  return rows.slice(0, count);
}

function withAbove(nodes: Nodes, found: ReadonlySet<number>): Uint8Array {
  const kept = new Uint8Array(nodes.count);
  kept[0] = 1;
  for (const node of found) {
    for (let at = node; at >= 0 && kept[at] !== 1; at = nodes.parent[at] ?? -1) kept[at] = 1;
  }
  return kept;
}

/** Which of equally high rows are within sight, with a few beyond at both sides. */
export function rowsInSight(
  count: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): { readonly first: number; readonly end: number } {
  const beyond = 6;
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - beyond);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + beyond);
  return { first: Math.min(first, Math.max(0, count - 1)), end: Math.max(end, 0) };
}

/** The nodes to fold at first, so that a large trace opens with its outline. */
export function foldedAtFirst(nodes: Nodes, mostRows = 400): Set<number> {
  const folded = new Set<number>();
  if (nodes.count <= mostRows) return folded;
  let depth = 1;
  while (depth < 50 && rowsDownTo(nodes, depth + 1) <= mostRows) depth += 1;
  for (let node = 0; node < nodes.count; node++) {
    if (nodes.depth[node] === depth && hasChildren(nodes, node)) folded.add(node);
  }
  return folded;
}

function rowsDownTo(nodes: Nodes, depth: number): number {
  let rows = 0;
  for (const at of nodes.depth) if (at <= depth) rows += 1;
  return rows;
}

/** Whether a node has others below it. */
export function hasChildren({ end }: Nodes, node: number): boolean {
  return (end[node] ?? 0) > node + 1;
}

/** Every node that can be folded, but the run itself. */
export function foldable(nodes: Nodes): Set<number> {
  const all = new Set<number>();
  for (let node = 1; node < nodes.count; node++) if (hasChildren(nodes, node)) all.add(node);
  return all;
}
