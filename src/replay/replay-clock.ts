import type { Clock } from "../core/clock.ts";
import { CatchUpClock } from "../agent/time/catch-up.ts";
import type { Interrupted } from "./records.ts";

const AFTER_MS = 0.001; // a clock's finest step

/**
 * A clock that lives through a recorded run and, where a live call is made, goes on from that moment of the run: a
 * replay of last week's run has as much of its deadline left as the run had. `base` is the time that live calls take. It
 * stays in the past until everything that was `interrupted` has been interrupted again.
 */
export function replayClock(startedAt: number, interrupted: readonly Interrupted[], base: Clock): CatchUpClock {
  let aheadMs: number | null = null;
  let reached = startedAt;
  const shifted: Clock = {
    now() {
      if (!clock.isLive) {
        reached = clock.now();
        return -Infinity; // nothing falls due but what was recorded
      }
      aheadMs ??= reached - base.now();
      return base.now() + aheadMs;
    },
    setTimeout: (fn, ms) => base.setTimeout(fn, ms),
    clearTimeout: (handle) => base.clearTimeout(handle),
  };
  const clock = new CatchUpClock(shifted, startedAt);
  for (const { endedAt } of interrupted) clock.at(endedAt + AFTER_MS, Number.MAX_SAFE_INTEGER, () => undefined);
  return clock;
}
