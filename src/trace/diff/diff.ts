import { redactRun } from "../../core/redact.ts";
import type { RunRecord } from "../../core/run.ts";
import { asWritten } from "../as-written.ts";
import { hidesContents } from "../analyse/findings/spoken.ts";
import { compareRuns } from "./compare-runs.ts";
import type { RunDiff } from "./run-diff.ts";

/**
 * Compares two runs: their trees aligned by name and goal, so that a step which one has more leaves the rest paired;
 * figures as deltas; what was added, removed and changed; the first place where they part; how conclusions changed.
 * Runs that have not ended are compared as they are. Where one of them was made without contents, the other's texts are
 * compared by their lengths as well. The same two runs give the same diff.
 */
export function diff(a: RunRecord, b: RunRecord): RunDiff {
  return compareRuns(...alikeInContents(asWritten(a), asWritten(b)));
}

function alikeInContents(a: RunRecord, b: RunRecord): readonly [RunRecord, RunRecord] {
  const [isHidden, isOtherHidden] = [hidesContents(a), hidesContents(b)];
  if (isHidden === isOtherHidden) return [a, b];
  return isHidden ? [a, redactRun(b)] : [redactRun(a), b];
}
