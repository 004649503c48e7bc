/** A stretch of time, in milliseconds. */
export interface Stretch {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** How much of `within` the stretches cover together; where several overlap, it counts once. */
export function coveredMs(stretches: readonly Stretch[], within: Stretch): number {
  let covered = 0;
  let reached = within.startedAt;
  for (const { startedAt, endedAt } of inOrder(stretches)) {
    const from = Math.max(startedAt, reached);
    const to = Math.min(endedAt, within.endedAt);
    if (to > from) covered += to - from;
    reached = Math.max(reached, to);
  }
  return covered;
}

/** The parts of `within` that none of the stretches covers, in order. */
export function uncovered(stretches: readonly Stretch[], within: Stretch): Stretch[] {
  const gaps: Stretch[] = [];
  let reached = within.startedAt;
  for (const { startedAt, endedAt } of inOrder(stretches)) {
    if (startedAt > reached && reached < within.endedAt) gaps.push({ startedAt: reached, endedAt: Math.min(startedAt, within.endedAt) });
    reached = Math.max(reached, endedAt);
  }
  if (reached < within.endedAt) gaps.push({ startedAt: reached, endedAt: within.endedAt });
  return gaps;
}

function inOrder(stretches: readonly Stretch[]): Stretch[] {
  return [...stretches].sort((one, other) => one.startedAt - other.startedAt);
}
