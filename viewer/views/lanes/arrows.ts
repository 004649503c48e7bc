import type { Sheet } from "../../draw/sheet.ts";
import { placeAt, placeOf } from "../../shape/stack.ts";
import { laneTop, type LanesPicture } from "./picture.ts";

const MOST = 160; // more arrows than this at once would be a net

/** Draws, from every delegation in sight to its specialist's lane and back, an arrow for the call and one for the return. */
export function drawArrows(sheet: Sheet, picture: LanesPicture): void {
  const { context, height, colors } = sheet;
  const { stack, trace, selected } = picture;
  const first = placeAt(stack, picture.scrollTop);
  let drawn = 0;
  context.lineWidth = 1;
  for (let place = first; place < stack.lanes.length && laneTop(picture, place) < height && drawn < MOST; place++) {
    const node = trace.nodes.lanes[stack.lanes[place] ?? 0] ?? 0;
    if (node === 0) continue;
    const isChosen = selected > 0 && (node === selected || trace.nodes.parent[node] === selected);
    context.strokeStyle = context.fillStyle = isChosen ? colors.ink : colors.agent;
    context.globalAlpha = isChosen ? 1 : 0.45;
    drawPair(context, picture, node, place);
    drawn += 1;
  }
  context.globalAlpha = 1;
}

function drawPair(context: CanvasRenderingContext2D, picture: LanesPicture, node: number, place: number): void {
  const { trace, lanes, stack, measures, scale } = picture;
  const parentLane = trace.nodes.lane[node] ?? 0;
  const above = laneTop(picture, placeOf(stack, parentLane)) + measures.head + (lanes.rowOf[node] ?? 0) * measures.row + 12;
  const below = laneTop(picture, place) + measures.head - 2;
  const bottom = below + (lanes.rows[stack.lanes[place] ?? 0] ?? 1) * measures.row + 4;
  if (below <= above) return;
  const call = scale.x(trace.nodes.from[node] ?? 0);
  const end = scale.x(trace.nodes.until[node] ?? 0);
  const isInside = (x: number): boolean => x >= scale.left && x <= scale.left + scale.width;
  if (isInside(call)) arrow(context, call + 0.5, above, below);
  const isClosed = trace.nodes.steps[node]?.open === undefined;
  if (isClosed && isInside(end) && end - call > 8) arrow(context, end - 0.5, Math.min(below, bottom), above);
}

function arrow(context: CanvasRenderingContext2D, x: number, from: number, to: number): void {
  const tip = to > from ? -4 : 4;
  context.beginPath();
  context.moveTo(x, from);
  context.lineTo(x, to + tip);
  context.stroke();
  context.beginPath();
  context.moveTo(x, to);
  context.lineTo(x - 3, to + tip);
  context.lineTo(x + 3, to + tip);
  context.fill();
}
