import { pan, zoom } from "../state/actions.ts";
import type { State } from "../state/state.ts";
import type { Store } from "../state/store.ts";
import type { Scale } from "../shape/window.ts";

/** What a picture over time lets a pointer do. */
export interface TimeGestures {
  /** The scale as it is drawn now; null before anything is drawn. */
  readonly scale: () => Scale | null;
  /** Moves up or down what can be moved so, in pixels. */
  readonly scroll?: (by: number) => void;
  /** The pointer rests here; null when it has left. */
  readonly point: (x: number, y: number) => void;
  readonly leave: () => void;
  /** A click that was no drag. */
  readonly pick: (x: number, y: number) => void;
}

/** Lets wheel, pinch, drag and click work on a canvas; returns what takes it back. */
export function attachTimeGestures(canvas: HTMLCanvasElement, page: Store<State>, gestures: TimeGestures): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const pointers = new Pointers(page, gestures);
  canvas.addEventListener("wheel", (event) => wheel(event, page, gestures), { passive: false, signal });
  canvas.addEventListener("pointerdown", (event) => pointers.down(event), { signal });
  canvas.addEventListener("pointermove", (event) => pointers.move(event), { signal });
  canvas.addEventListener("pointerup", (event) => pointers.up(event), { signal });
  canvas.addEventListener("pointercancel", (event) => pointers.cancel(event), { signal });
  canvas.addEventListener("pointerleave", () => gestures.leave(), { signal });
  return () => listening.abort();
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const DRAG_BEGINS = 4; // pixels

/** The pointers that are down: one drags or clicks, two pinch. */
class Pointers {
  readonly #page: Store<State>;
  readonly #gestures: TimeGestures;
  readonly #down = new Map<number, Point>();
  #isDrag = false;

  constructor(page: Store<State>, gestures: TimeGestures) {
    this.#page = page;
    this.#gestures = gestures;
  }

  down({ pointerId, offsetX: x, offsetY: y, target }: PointerEvent): void {
    (target as HTMLCanvasElement).setPointerCapture(pointerId); // listened to on the canvas alone
    this.#down.set(pointerId, { x, y });
    this.#isDrag = this.#down.size > 1; // what was a pinch ends as no click
  }

  move({ pointerId, offsetX: x, offsetY: y }: PointerEvent): void {
    const before = this.#down.get(pointerId);
    if (!before) return this.#gestures.point(x, y);
    const [other] = [...this.#down].flatMap(([id, point]) => (id === pointerId ? [] : [point]));
    if (other) this.#pinch(other, before, { x, y });
    else if (!this.#drag(before, { x, y })) return;
    this.#down.set(pointerId, { x, y });
  }

  #drag(before: Point, now: Point): boolean {
    if (!this.#isDrag && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_BEGINS) return false;
    this.#isDrag = true;
    const width = this.#gestures.scale()?.width ?? 1;
    pan(this.#page, (before.x - now.x) / width);
    this.#gestures.scroll?.(before.y - now.y);
    return true;
  }

  #pinch(other: Point, before: Point, now: Point): void {
    const [was, is] = [before, now].map(({ x, y }) => Math.max(1, Math.hypot(x - other.x, y - other.y)));
    const middle = this.#gestures.scale()?.moment((now.x + other.x) / 2);
    if (was !== undefined && is !== undefined) zoom(this.#page, was / is, middle);
  }

  up(event: PointerEvent): void {
    if (this.#down.has(event.pointerId) && !this.#isDrag) this.#gestures.pick(event.offsetX, event.offsetY);
    this.cancel(event);
  }

  cancel({ pointerId }: PointerEvent): void {
    this.#down.delete(pointerId);
  }
}

const LINE = 16; // pixels for a wheel that counts lines

function wheel(event: WheelEvent, page: Store<State>, { scale, scroll }: TimeGestures): void {
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
  const now = scale();
  if (!now) return;
  if (event.altKey) return scroll?.(event.deltaY * unit);
  const sideways = event.shiftKey && event.deltaX === 0 ? event.deltaY : event.deltaX;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return pan(page, (sideways * unit) / now.width);
  const strength = event.ctrlKey ? 0.01 : 0.0022; // a pinch arrives as small wheels with Ctrl
  zoom(page, Math.exp(event.deltaY * unit * strength), now.moment(event.offsetX));
}
