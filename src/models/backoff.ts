/** How waits grow from one failure to the next. */
export interface Backoff {
  /** The wait after the first failure; each later one is twice as long. */
  readonly baseSeconds: number;
  /** No wait is longer. */
  readonly maxSeconds: number;
  /** The part of a wait, from 0 to 1, that chance may take off it, so that those who failed together do not return together. */
  readonly jitter: number;
  /** Gives a number from 0 to 1. */
  readonly random: () => number;
}

const MOST_DOUBLINGS = 60; // beyond any wait; one more and a base of 0 would once be multiplied by infinity

/** The seconds to wait after so many failures in a row (from 1), to the millisecond. */
export function backoffSeconds(failures: number, { baseSeconds, maxSeconds, jitter, random }: Backoff): number {
  const whole = Math.min(maxSeconds, baseSeconds * 2 ** Math.min(failures - 1, MOST_DOUBLINGS));
  const chance = Math.min(1, Math.max(0, random() || 0));
  return Math.round(whole * (1 - jitter * chance) * 1000) / 1000;
}
