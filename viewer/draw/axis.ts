import { ticksOf } from "../shape/ticks.ts";
import type { Scale } from "../shape/window.ts";
import { CANVAS_FONT } from "./pen.ts";
import type { Sheet } from "./sheet.ts";

/** How high the axis is, in pixels. */
export const AXIS_HEIGHT = 24;

/** Draws the time axis at the top, and its lines down through everything below. */
export function drawAxis({ context, height, colors }: Sheet, scale: Scale): void {
  context.font = CANVAS_FONT;
  context.textBaseline = "middle";
  for (const { moment, label } of ticksOf(scale.span, Math.max(2, Math.floor(scale.width / 90)))) {
    const x = Math.round(scale.x(moment)) + 0.5;
    context.strokeStyle = colors.line;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(x, AXIS_HEIGHT - 6);
    context.lineTo(x, height);
    context.stroke();
    context.fillStyle = colors.quiet;
    if (x + 4 + label.length * 6 < scale.left + scale.width) context.fillText(label, x + 4, AXIS_HEIGHT / 2);
  }
}
