import { CANVAS_FONT, fillRounded, outline, write } from "../../draw/pen.ts";
import type { Sheet } from "../../draw/sheet.ts";
import { nameOf } from "../../parts/step-words.ts";
import type { Box } from "../../shape/icicle.ts";
import { standingAt } from "../../trace/nodes.ts";
import type { Trace } from "../../trace/trace.ts";

/** How high a row of the icicle is, in pixels. */
export const ICICLE_ROW = 26;

/** What the icicle is drawn from. */
export interface IciclePicture {
  readonly trace: Trace;
  readonly boxes: readonly Box[];
  readonly scrollTop: number;
  readonly selected: number;
  readonly hovered: number | null;
  readonly found: ReadonlySet<number> | null;
  /** What a node weighs, in words. */
  readonly weight: (node: number) => string;
}

/** Draws the rows of the icicle that are in sight. */
export function drawIcicle(sheet: Sheet, picture: IciclePicture): void {
  const { boxes, scrollTop } = picture;
  for (const box of boxes) {
    const top = box.row * ICICLE_ROW - scrollTop;
    if (top + ICICLE_ROW >= 0 && top <= sheet.height) drawBox(sheet, picture, box, top);
  }
  sheet.context.globalAlpha = 1;
}

function drawBox(
  { context, colors }: Sheet,
  { trace, selected, hovered, found, weight }: IciclePicture,
  box: Box,
  top: number,
): void {
  const rect = { x: box.left + 0.5, y: top + 1, width: Math.max(0.7, box.width - 1), height: ICICLE_ROW - 2 };
  if (box.stands > 1) {
    context.globalAlpha = found ? 0.3 : 0.6;
    context.fillStyle = colors.faint;
    context.fillRect(rect.x, rect.y + 3, rect.width, rect.height - 6);
    return;
  }
  const step = trace.nodes.steps[box.node] ?? null;
  const kind = step?.kind ?? "agent";
  const isBad = standingAt(trace.nodes, box.node) === "bad";
  const isAgent = kind === "agent";
  context.globalAlpha = found && !found.has(box.node) ? 0.3 : 1;
  fillRounded(context, rect, isBad ? colors.bad : isAgent ? colors["agent-soft"] : colors[kind]);
  if (isAgent && !isBad) outline(context, rect, colors.agent);
  if (box.node === selected) outline(context, rect, colors.ink, 2);
  else if (box.node === hovered) outline(context, rect, colors.ink);
  context.fillStyle = isAgent && !isBad ? colors.ink : colors["on-kind"];
  context.font = CANVAS_FONT;
  if (rect.width > 26)
    write(context, `${nameOf(trace, box.node)}  ${weight(box.node)}`, rect.x + 6, top + ICICLE_ROW / 2, rect.width - 10);
}
