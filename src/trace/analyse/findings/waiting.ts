import { secondsBetween } from "../../../core/clock.ts";
import type { Placed, Places } from "../places/places.ts";
import type { IdleGap, LongWaits } from "./finding.ts";
import { uncovered } from "../figures/covered.ts";

const SHARE_OF_RUN = 0.05;
const LEAST_SECONDS = 0.01; // every call passes through a queue, and every turn through the program

/** Stretches of at least 5 % of the run, and 10 ms, in which no call worked or waited. */
export function idleGapsIn({ root, steps }: Places): IdleGap[] {
  const calls = steps.filter(({ step, span }) => step.kind !== "agent" || span.startedAt > span.queuedAt);
  const busy = calls.map(({ step, span }) => ({
    startedAt: span.queuedAt,
    endedAt: step.kind === "agent" ? span.startedAt : span.endedAt,
  }));
  const { startedAt } = root.span;
  const gaps = uncovered(busy, root.span).map((gap) => ({ ...gap, seconds: secondsBetween(gap.startedAt, gap.endedAt) }));
  const least = Math.max(LEAST_SECONDS, SHARE_OF_RUN * secondsBetween(startedAt, root.span.endedAt));
  return gaps.filter(({ seconds }) => seconds >= least).map((gap) => {
    const startSeconds = secondsBetween(startedAt, gap.startedAt);
    return { kind: "idle_gap", stepIds: stepsAround(gap, calls), startSeconds, seconds: gap.seconds };
  });
}

function stepsAround(gap: { readonly startedAt: number; readonly endedAt: number }, calls: readonly Placed[]): string[] {
  const before = calls.filter(({ span }) => span.endedAt <= gap.startedAt);
  const after = calls.filter(({ span }) => span.queuedAt >= gap.endedAt);
  const last = before.reduce<Placed | null>((best, call) => (best === null || call.span.endedAt > best.span.endedAt ? call : best), null);
  const next = after.reduce<Placed | null>((best, call) => (best === null || call.span.queuedAt < best.span.queuedAt ? call : best), null);
  return [last, next].flatMap((placed) => (placed === null ? [] : [placed.step.id]));
}

/** Steps that waited at least 10 ms, and either longer than they then worked or at least 5 % of the run. */
export function longWaitsIn({ root, steps }: Places): LongWaits[] {
  const share = SHARE_OF_RUN * secondsBetween(root.span.startedAt, root.span.endedAt);
  return (["model", "tool", "agent"] as const).flatMap((stepKind): LongWaits[] => {
    const waits = steps.filter(({ step }) => step.kind === stepKind).map(({ step, span }) => {
      return { id: step.id, seconds: secondsBetween(span.queuedAt, span.startedAt), worked: secondsBetween(span.startedAt, span.endedAt) };
    });
    const long = waits.filter(({ seconds, worked }) => seconds >= LEAST_SECONDS && (seconds > worked || seconds >= share));
    long.sort((one, other) => other.seconds - one.seconds);
    const [longest] = long;
    if (longest === undefined) return [];
    const seconds = secondsBetween(0, 1000 * long.reduce((sum, wait) => sum + wait.seconds, 0));
    return [{ kind: "long_waits", stepKind, stepIds: long.map(({ id }) => id), seconds, longestSeconds: longest.seconds }];
  });
}
