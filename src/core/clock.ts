/**
 * Where time comes from (a port). An implementer must call `fn` at most once per `setTimeout`, never before `ms`
 * milliseconds of its own time have passed, and never after `clearTimeout` of its handle.
 */
export interface Clock {
  /** Milliseconds since the epoch; fractions are allowed. Never runs backwards within a run. */
  now(): number;
  setTimeout(fn: () => void, ms: number): unknown;
  clearTimeout(handle: unknown): void;
}

/** The seconds between two instants, to the microsecond, so that traces carry no floating-point noise. */
export function secondsBetween(fromMs: number, toMs: number): number {
  return Math.round(Math.max(0, toMs - fromMs) * 1000) / 1e6;
}
