import type { Nodes } from "../trace/nodes.ts";
import type { Weights } from "./weights.ts";

/** A box of the icicle. `left` and `width` are pixels, `row` counts from the top. */
export interface Box {
  readonly node: number;
  readonly row: number;
  readonly left: number;
  readonly width: number;
  /** How many siblings in a row it stands for, because each of them is too narrow to be drawn; 1 for a box of its own. */
  readonly stands: number;
}

const NARROWEST = 1.5;

/**
 * The boxes below and with `top`, each as wide as its share of what `top` weighs. What is narrower than a line is drawn
 * together with its neighbours, so there are never more boxes than the width has room for.
 */
export function boxesOf(nodes: Nodes, { total }: Weights, top: number, width: number): Box[] {
  const whole = total[top] ?? 0;
  if (whole <= 0) return [{ node: top, row: 0, left: 0, width, stands: 1 }];
  const boxes: Box[] = [];
  const open: Box[] = [{ node: top, row: 0, left: 0, width, stands: 1 }];
  for (let box = open.pop(); box; box = open.pop()) {
    boxes.push(box);
    if (box.stands === 1) open.push(...boxesBelow(nodes, total, box, width / whole));
  }
  return boxes;
}

function boxesBelow(nodes: Nodes, total: Float64Array, above: Box, perUnit: number): Box[] {
  const boxes: Box[] = [];
  let left = above.left;
  let gathered: { node: number; left: number; stands: number } | null = null;
  const flush = (): void => {
    if (gathered && left - gathered.left >= NARROWEST / 3)
      boxes.push({ ...gathered, row: above.row + 1, width: left - gathered.left });
    gathered = null;
  };
  for (let at = above.node + 1; at < (nodes.end[above.node] ?? 0); at = nodes.end[at] ?? at + 1) {
    const width = (total[at] ?? 0) * perUnit;
    if (width >= NARROWEST) {
      flush();
      boxes.push({ node: at, row: above.row + 1, left, width, stands: 1 });
    } else {
      gathered ??= { node: at, left, stands: 1 };
      gathered.stands += 1;
    }
    left += width;
  }
  flush();
  return boxes;
}

/** The box at a place, or null. */
export function boxAt(boxes: readonly Box[], x: number, row: number): Box | null {
  return boxes.find((box) => box.row === row && x >= box.left && x < box.left + box.width) ?? null;
}
