import { secondsBetween } from "../../core/clock.ts";
import type { Usage } from "../../core/usage.ts";
import type { Span } from "../analyse/places/span.ts";
import type { Delta, Deltas } from "./run-diff.ts";

/** What is measured of an agent: its steps, its time, and what it and everyone below it used. */
export interface Measured {
  readonly steps: number;
  readonly span: Span;
  readonly usage: Usage;
}

/** The figures of an agent in both runs; null where only one has it. */
export function deltasOf(a: Measured | null, b: Measured | null): Deltas {
  const both = (figure: (measured: Measured) => number | null): Delta => deltaOf(a && figure(a), b && figure(b));
  return {
    steps: both(({ steps }) => steps),
    seconds: both(({ span }) => secondsBetween(span.startedAt, span.endedAt)),
    tokens: both(({ usage }) => usage.inputTokens + usage.outputTokens),
    cost: both(({ usage }) => usage.cost),
  };
}

/** Two figures and how they differ, without the noise of floating point below the millionth. */
export function deltaOf(a: number | null, b: number | null): Delta {
  return { a, b, change: a === null || b === null ? null : Math.round((b - a) * 1e6) / 1e6 };
}
