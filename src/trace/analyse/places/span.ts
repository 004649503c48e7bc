import type { Step } from "../../../core/run.ts";

/** When something waited and worked, in milliseconds since the epoch: `queuedAt` ≤ `startedAt` ≤ `endedAt`. */
export interface Span {
  readonly queuedAt: number;
  readonly startedAt: number;
  readonly endedAt: number;
}

/**
 * The span of a step. One that has not ended goes on until `now`: a queued one waits until then, any other works until
 * then. Times that no calendar has count as `now`, lengths that are none or negative as 0, whatever the trace says.
 */
export function spanOf(step: Pick<Step, "startedAt" | "queuedSeconds" | "seconds" | "open">, now: number): Span {
  const startedAt = isInstant(step.startedAt) ? step.startedAt : now;
  if (step.open === "queued") return { queuedAt: startedAt, startedAt: Math.max(startedAt, now), endedAt: Math.max(startedAt, now) };
  const queuedAt = startedAt - milliseconds(step.queuedSeconds);
  const endedAt = step.open === undefined ? startedAt + milliseconds(step.seconds) : Math.max(startedAt, now);
  return { queuedAt, startedAt, endedAt };
}

const LATEST_MS = 8.64e15; // what a Date can hold

/** Whether a number is an instant that a calendar has, in milliseconds since the epoch. */
export function isInstant(ms: number): boolean {
  return Math.abs(ms) <= LATEST_MS; // which no NaN is
}

/** Seconds as milliseconds; 0 for what is no length of time, and no more than a calendar has. */
export function milliseconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1000, LATEST_MS) : 0;
}
