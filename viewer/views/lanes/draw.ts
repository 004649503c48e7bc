import { AXIS_HEIGHT, drawAxis } from "../../draw/axis.ts";
import { CANVAS_FONT, drawIcon, fillRounded, hatch, outline, write } from "../../draw/pen.ts";
import type { Sheet } from "../../draw/sheet.ts";
import type { IconName } from "../../parts/icons.ts";
import { nameOf, standingIcon } from "../../parts/step-words.ts";
import { beginningOf, firstWithin } from "../../shape/lanes.ts";
import { placeAt } from "../../shape/stack.ts";
import { standingAt } from "../../trace/nodes.ts";
import { drawArrows } from "./arrows.ts";
import { gutterOf, laneTop, type LanesPicture } from "./picture.ts";

/** Draws the lanes that are in sight. */
export function drawLanes(sheet: Sheet, picture: LanesPicture): void {
  const { context, height, width, colors } = sheet;
  const { stack, scrollTop } = picture;
  drawAxis(sheet, picture.scale);
  context.save();
  context.beginPath();
  context.rect(0, AXIS_HEIGHT, width, height - AXIS_HEIGHT);
  context.clip();
  const first = placeAt(stack, scrollTop);
  for (let place = first; place < stack.lanes.length && laneTop(picture, place) < height; place++)
    drawLane(sheet, picture, place);
  drawArrows(sheet, picture);
  context.restore();
  context.fillStyle = colors.line;
  context.fillRect(0, AXIS_HEIGHT, width, 1);
}

function drawLane(sheet: Sheet, picture: LanesPicture, place: number): void {
  const lane = picture.stack.lanes[place] ?? 0;
  drawLife(sheet, picture, lane, place);
  drawSteps(sheet, picture, lane, place);
  drawName(sheet, picture, lane, place);
}

// The band behind a lane: how long its agent lived.
function drawLife({ context, colors }: Sheet, picture: LanesPicture, lane: number, place: number): void {
  const { trace, lanes, measures, scale, selected } = picture;
  const node = trace.nodes.lanes[lane] ?? 0;
  const top = laneTop(picture, place) + measures.head;
  const height = (lanes.rows[lane] ?? 1) * measures.row + 4;
  const x = Math.max(scale.left, scale.x(trace.nodes.from[node] ?? 0));
  const end = Math.min(scale.left + scale.width, scale.x(trace.nodes.until[node] ?? 0));
  if (end < scale.left || x > scale.left + scale.width) return;
  fillRounded(context, { x, y: top - 2, width: Math.max(2, end - x), height }, colors.raise);
  if (selected === node) outline(context, { x, y: top - 2, width: Math.max(2, end - x), height }, colors["pick-line"], 2);
}

function drawSteps(sheet: Sheet, picture: LanesPicture, lane: number, place: number): void {
  const { trace, lanes, scale } = picture;
  const last = lanes.first[lane + 1] ?? 0;
  const drawnUntil: number[] = []; // per row: what is narrower than a pixel beside what is drawn already need not be drawn
  for (let entry = firstWithin(lanes, lane, scale.span); entry < last; entry++) {
    const node = lanes.node[entry] ?? 0;
    if (beginningOf(trace.nodes, node) > scale.span.until) break;
    const row = lanes.row[entry] ?? 0;
    const end = scale.x(trace.nodes.until[node] ?? 0);
    if (end <= (drawnUntil[row] ?? -1) + 0.7 && !isMarked(picture, node)) continue;
    drawStep(sheet, picture, node, laneTop(picture, place) + picture.measures.head + row * picture.measures.row);
    drawnUntil[row] = Math.max(drawnUntil[row] ?? 0, end);
  }
}

function isMarked({ selected, hovered }: LanesPicture, node: number): boolean {
  return node === selected || node === hovered;
}

const BAR = 15; // a line of words, and a little

function drawStep(sheet: Sheet, picture: LanesPicture, node: number, top: number): void {
  const { context, colors } = sheet;
  const { trace, scale, found } = picture;
  const { nodes } = trace;
  const left = Math.max(scale.left, scale.x(nodes.from[node] ?? 0));
  const right = Math.min(scale.left + scale.width, scale.x(nodes.until[node] ?? 0));
  const bar = { x: left, y: top + 1, width: Math.max(1, right - left), height: BAR };
  context.globalAlpha = found && !found.has(node) ? 0.22 : 1;
  drawWait(sheet, picture, node, top);
  const kind = nodes.steps[node]?.kind ?? "tool";
  const standing = standingAt(nodes, node);
  const color = standing === "bad" ? colors.bad : colors[kind];
  if (kind === "agent") drawDelegation(sheet, bar, color);
  else if (kind === "model") fillRounded(context, bar, color);
  else fillRounded(context, { ...bar, y: bar.y + 1.5, height: BAR - 3 }, color);
  if (bar.width > 34) label(sheet, picture, node, bar, kind === "agent" ? colors.ink : colors["on-kind"]);
  if (right - left > 3 || standing !== "good") drawMarker(sheet, picture, node, { x: right, y: top + 1 + BAR / 2 });
  context.globalAlpha = 1;
  if (isMarked(picture, node))
    outline(
      context,
      { x: bar.x - 2, y: bar.y - 2, width: bar.width + 4, height: BAR + 4 },
      colors.ink,
      node === picture.selected ? 2 : 1,
    );
}

// While a specialist works, its parent only waits: a bracket, not a bar.
function drawDelegation(
  { context, colors }: Sheet,
  { x, y, width }: { x: number; y: number; width: number },
  color: string,
): void {
  context.fillStyle = colors["agent-soft"];
  context.fillRect(x, y + 1, width, BAR - 2);
  context.fillStyle = color;
  context.fillRect(x, y + BAR - 2, width, 2);
  context.fillRect(x, y + 2, Math.min(2, width), BAR - 3);
  if (width > 6) context.fillRect(x + width - 2, y + 2, 2, BAR - 3);
}

function drawWait({ context, colors }: Sheet, { trace, scale }: LanesPicture, node: number, top: number): void {
  const waited = trace.nodes.waited[node] ?? 0;
  if (waited <= 0) return;
  const from = trace.nodes.from[node] ?? 0;
  const x = Math.max(scale.left, scale.x(from - waited));
  const end = Math.min(scale.left + scale.width, scale.x(from));
  if (end - x >= 1.5) hatch(context, { x, y: top + 2, width: end - x, height: BAR - 2 }, colors.quiet);
}

function label(
  sheet: Sheet,
  { trace }: LanesPicture,
  node: number,
  bar: { x: number; y: number; width: number },
  color: string,
): void {
  const { context } = sheet;
  context.fillStyle = color;
  context.font = "10.5px ui-sans-serif, system-ui, sans-serif";
  write(context, nameOf(trace, node), bar.x + 5, bar.y + BAR / 2 + 0.5, bar.width - 18);
}

const MARKED: readonly IconName[] = ["refused", "bad", "blocked", "timed_out", "cancelled", "cut", "empty"];

// Only what a reader would look for has a marker: an end that was none, a retry, and a conclusion handed back.
function drawMarker(
  { context, colors }: Sheet,
  { trace, scale }: LanesPicture,
  node: number,
  at: { x: number; y: number },
): void {
  if (at.x < scale.left || at.x > scale.left + scale.width) return;
  const step = trace.nodes.steps[node] ?? null;
  const standing = standingAt(trace.nodes, node);
  const icon = standingIcon(standing, step);
  const spot = colors.panel;
  if (MARKED.includes(icon)) {
    const stroke = standing === "bad" ? colors.bad : colors.cut;
    drawIcon(context, step?.kind === "agent" && step.limit ? "limit" : icon, { ...at, size: 10 }, { stroke, spot });
  } else if (step?.kind === "model" && step.attempts.length > 0)
    drawIcon(context, "retry", { ...at, size: 10 }, { stroke: colors.cut, spot });
  else if (step?.kind === "agent" && standing === "good")
    drawIcon(context, "conclusion", { ...at, size: 9 }, { stroke: colors.agent, spot });
}

const LEAST_FOR_NAME = 80; // pixels

// Beside the lane where there is room for names, else above it where the agent begins.
function drawName({ context, width, colors }: Sheet, picture: LanesPicture, lane: number, place: number): void {
  const { trace, measures, scale, selected } = picture;
  const node = trace.nodes.lanes[lane] ?? 0;
  const gutter = gutterOf(width);
  const top = laneTop(picture, place);
  const indent = 8 + Math.min(trace.nodes.depth[node] ?? 0, 8) * 9;
  context.font = `${node === selected ? "600 " : ""}${CANVAS_FONT}`;
  context.fillStyle = colors.ink;
  if (gutter === 0) {
    const begins = Math.min(
      Math.max(scale.left, scale.x(trace.nodes.from[node] ?? 0)),
      scale.left + scale.width - LEAST_FOR_NAME,
    );
    return write(context, nameOf(trace, node), begins, top + measures.head / 2, width - begins);
  }
  const middle = top + Math.min(1, picture.lanes.rows[lane] ?? 1) * (measures.row / 2);
  write(context, nameOf(trace, node), indent, middle, gutter - indent);
}
