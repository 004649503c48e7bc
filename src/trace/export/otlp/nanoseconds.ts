/** An instant as whole seconds and nanoseconds since the epoch. */
export type Instant = readonly [seconds: number, nanoseconds: number];

const LATEST_SECONDS = 2 ** 33; // the year 2242; nanoseconds beyond 2554 do not fit into 64 bits

/** Milliseconds since the epoch as an instant, to the nearest microsecond, which is what a trace keeps. Never before the epoch. */
export function instantOf(ms: number): Instant {
  if (!(ms > 0)) return [0, 0];
  const seconds = Math.floor(ms / 1000);
  if (seconds >= LATEST_SECONDS) return [LATEST_SECONDS, 0];
  const microseconds = Math.round((ms - seconds * 1000) * 1000);
  return microseconds === 1_000_000 ? [seconds + 1, 0] : [seconds, microseconds * 1000];
}

/** An instant as OTLP JSON has it: nanoseconds since the epoch in decimal digits. */
export function nanosecondsText([seconds, nanoseconds]: Instant): string {
  return String(BigInt(seconds) * 1_000_000_000n + BigInt(nanoseconds));
}
