import type { Span } from "../trace/trace.ts";

const SHORTEST_MS = 0.01;

/** The span made shorter (`factor` below 1) or longer around the moment `at`, never longer than `whole` and never outside it. */
export function zoomed(span: Span, whole: Span, factor: number, at: number): Span {
  const length = lengthOf(span);
  const wanted = Math.min(lengthOf(whole), Math.max(SHORTEST_MS, length * factor));
  const share = length === 0 ? 0.5 : (at - span.from) / length;
  const from = at - wanted * Math.min(1, Math.max(0, share));
  return inside({ from, until: from + wanted }, whole);
}

/** The span moved by a fraction of its own length, never outside `whole`. */
export function panned(span: Span, whole: Span, fraction: number): Span {
  const by = lengthOf(span) * fraction;
  return inside({ from: span.from + by, until: span.until + by }, whole);
}

/** The span that shows `about` with some room at both sides. */
export function focused(about: Span, whole: Span): Span {
  const room = Math.max(SHORTEST_MS, lengthOf(about) * 0.06);
  return inside({ from: about.from - room, until: about.until + room }, whole);
}

/** A span moved to lie within `whole`, as long as it was: all of `whole` where it is longer, and never too short to tell anything apart. */
export function inside({ from, until }: Span, whole: Span): Span {
  const length = Math.min(Math.max(SHORTEST_MS, until - from), lengthOf(whole));
  const start = Math.min(Math.max(from, whole.from), whole.until - length);
  return { from: start, until: start + length };
}

/** How long a span is, in milliseconds. */
export function lengthOf({ from, until }: Span): number {
  return until - from;
}

/** Whether a span shows all there is, up to what no eye can tell. */
export function isWhole(span: Span, whole: Span): boolean {
  return lengthOf(span) >= lengthOf(whole) * 0.9999;
}

/** Maps moments to places across `width`, beginning at `left`. */
export interface Scale {
  readonly span: Span;
  readonly left: number;
  readonly width: number;
  /** The place of a moment. */
  x(moment: number): number;
  /** The moment at a place. */
  moment(x: number): number;
}

/** A scale for a span. */
export function scaleOf(span: Span, left: number, width: number): Scale {
  const perMs = width / Math.max(SHORTEST_MS, lengthOf(span));
  return { span, left, width, x: (moment) => left + (moment - span.from) * perMs, moment: (x) => span.from + (x - left) / perMs };
}
