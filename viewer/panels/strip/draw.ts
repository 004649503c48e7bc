import { CANVAS_FONT } from "../../draw/pen.ts";
import type { Sheet } from "../../draw/sheet.ts";
import type { Load } from "../../shape/load.ts";
import type { Scale } from "../../shape/window.ts";
import type { State } from "../../state/state.ts";

/** Pixels left free at both sides. */
export const MARGIN = 8;
const HEAD = 14;

/** Draws what was under way at each moment, stacked, and says what the colours mean. */
export function drawLoad({ context, height, colors }: Sheet, { models, tools, waiting, most }: Load): void {
  const room = height - HEAD - 3;
  const perUnit = room / Math.max(1, most);
  const bottom = height - 2;
  for (let place = 0; place < models.length; place++) {
    let top = bottom;
    for (const [list, color] of [
      [models, colors.model],
      [tools, colors.tool],
      [waiting, colors.faint],
    ] as const) {
      const share = (list[place] ?? 0) * perUnit;
      context.fillStyle = color;
      context.fillRect(MARGIN + place, top - share, 1, share);
      top -= share;
    }
  }
  context.font = CANVAS_FONT;
  context.textBaseline = "middle";
  let x = MARGIN;
  for (const [word, color] of [
    ["model calls", colors.model],
    ["tool calls", colors.tool],
    ["waiting", colors.faint],
  ] as const) {
    context.fillStyle = color;
    context.fillRect(x, HEAD / 2 - 3, 8, 7);
    context.fillStyle = colors.quiet;
    context.fillText(word, x + 12, HEAD / 2 + 0.5);
    x += 24 + context.measureText(word).width;
  }
  context.fillText(`at most ${most < 10 ? Number(most.toFixed(1)) : Math.round(most)} at once`, x, HEAD / 2 + 0.5);
}

/** Draws the time window as a frame, and the moment that the page is at. */
export function drawWindow(
  { context, height, width, colors }: Sheet,
  scale: Scale,
  { span, moment, view, hovered, trace }: State,
): void {
  if (span) {
    const left = scale.x(span.from);
    const right = Math.max(left + 2, scale.x(span.until));
    context.fillStyle = colors.paper;
    context.globalAlpha = 0.72;
    context.fillRect(0, HEAD, left, height);
    context.fillRect(right, HEAD, width - right, height);
    context.globalAlpha = 1;
    context.strokeStyle = colors.ink;
    context.lineWidth = 1;
    context.strokeRect(left + 0.5, HEAD + 0.5, right - left - 1, height - HEAD - 2);
  }
  const mark = view === "replay" ? moment : hovered !== null && trace ? (trace.nodes.from[hovered] ?? null) : null;
  if (mark === null) return;
  context.fillStyle = colors.ink;
  context.fillRect(Math.round(scale.x(mark)), HEAD, 1, height - HEAD);
}
