import type { Clock } from "../../core/clock.ts";

const LONGEST_TIMER_MS = 2 ** 31 - 1; // a longer delay makes Node's own timer fire at once

interface Timer {
  current: NodeJS.Timeout;
}

/** The machine's own time: never runs backwards, and waits of any length are really waited. */
export const systemClock: Clock = {
  now: () => Math.round((performance.timeOrigin + performance.now()) * 1000) / 1000,
  setTimeout(fn, ms) {
    const timer = {} as Timer; // `arm` sets `current` before anyone can see it
    arm(timer, fn, ms);
    return timer;
  },
  clearTimeout(handle) {
    clearTimeout((handle as Timer).current); // made by the function above
  },
};

function arm(timer: Timer, fn: () => void, ms: number): void {
  if (ms <= LONGEST_TIMER_MS) timer.current = setTimeout(fn, ms);
  else timer.current = setTimeout(() => arm(timer, fn, ms - LONGEST_TIMER_MS), LONGEST_TIMER_MS);
}
