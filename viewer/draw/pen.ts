import { ICONS, type IconName } from "../parts/icons.ts";

/** The typeface of words in canvases. */
export const CANVAS_FONT = "11px ui-sans-serif, system-ui, sans-serif";

/** A rectangle in CSS pixels. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Fills a rectangle with rounded corners, as far as it is wide enough to have any. */
export function fillRounded(context: CanvasRenderingContext2D, { x, y, width, height }: Rect, color: string): void {
  context.fillStyle = color;
  if (width < 4) return context.fillRect(x, y, width, height);
  context.beginPath();
  context.roundRect(x, y, width, height, Math.min(3, height / 2, width / 2));
  context.fill();
}

/** Outlines a rectangle with rounded corners, inside its edges. */
export function outline(context: CanvasRenderingContext2D, { x, y, width, height }: Rect, color: string, lineWidth = 1): void {
  context.strokeStyle = color;
  context.lineWidth = lineWidth;
  context.beginPath();
  context.roundRect(
    x + lineWidth / 2,
    y + lineWidth / 2,
    Math.max(0.5, width - lineWidth),
    height - lineWidth,
    Math.min(3, height / 2),
  );
  context.stroke();
}

/** Slanted lines across a rectangle: something waited. */
export function hatch(context: CanvasRenderingContext2D, { x, y, width, height }: Rect, color: string): void {
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  const first = x - height - (((x % 5) + 5) % 5);
  for (let at = first; at < x + width; at += 5) {
    context.moveTo(at, y + height);
    context.lineTo(at + height, y);
  }
  context.stroke();
  context.restore();
}

const paths = new Map<IconName, Path2D>();

/** Draws an icon, `size` pixels large, with its middle at a place, on a spot of the background so that it stands out. */
export function drawIcon(
  context: CanvasRenderingContext2D,
  name: IconName,
  place: { x: number; y: number; size: number },
  colors: { stroke: string; spot: string },
): void {
  const path = paths.get(name) ?? new Path2D(ICONS[name]);
  paths.set(name, path);
  const { x, y, size } = place;
  context.save();
  context.fillStyle = colors.spot;
  context.beginPath();
  context.arc(x, y, size * 0.62, 0, 2 * Math.PI);
  context.fill();
  context.translate(x - size / 2, y - size / 2);
  context.scale(size / 16, size / 16);
  context.strokeStyle = colors.stroke;
  context.lineWidth = 2;
  context.lineCap = "round";
  context.lineJoin = "round";
  context.stroke(path);
  context.restore();
}

const WIDE = 7; // pixels that no character of the canvas font exceeds by much

/** Writes a text as far as there is room for it, with an ellipsis where it is cut. */
export function write(context: CanvasRenderingContext2D, text: string, x: number, y: number, room: number): void {
  if (room < 12) return;
  context.textBaseline = "middle";
  if (text.length * WIDE < room) return context.fillText(text, x, y);
  let length = Math.min(text.length, Math.ceil(room / 3));
  let shown = text.slice(0, length);
  while (length > 0 && context.measureText(shown).width > room) {
    length = Math.floor(length * 0.85);
    shown = `${text.slice(0, length)}…`;
  }
  if (length > 0) context.fillText(shown, x, y);
}
