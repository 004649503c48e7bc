import type { OpenStep } from "../figures/open-steps.ts";
import type { Places } from "../places/places.ts";
import { ceilingHitsIn, refusedDelegationsIn } from "./ceilings.ts";
import { emptyConclusionsIn, unusedConclusionsIn } from "./conclusions.ts";
import type { Finding } from "./finding.ts";
import { repeatedCallsIn } from "./repeated.ts";
import { serialDelegationsIn } from "./serial.ts";
import { failedBranchesIn } from "./spending.ts";
import { unfinishedIn } from "./unfinished.ts";
import { idleGapsIn, longWaitsIn } from "./waiting.ts";

/**
 * Everything worth knowing about a run: first what stopped it, then what it wasted, then what it waited for; of each
 * kind what weighs most first.
 */
export function findingsOf(places: Places, open: readonly OpenStep[]): Finding[] {
  const kinds: readonly (readonly Finding[])[] = [
    unfinishedIn(places, open),
    ceilingHitsIn(places),
    refusedDelegationsIn(places),
    failedBranchesIn(places),
    emptyConclusionsIn(places),
    unusedConclusionsIn(places),
    repeatedCallsIn(places),
    serialDelegationsIn(places),
    longWaitsIn(places),
    idleGapsIn(places),
  ];
  return kinds.flatMap((same) => [...same].sort((one, other) => weightOf(other) - weightOf(one)));
}

// Only findings of one kind are compared, so each kind has a unit of its own.
function weightOf(finding: Finding): number {
  switch (finding.kind) {
    case "failed_branch":
    case "unused_conclusion":
      return finding.tokens;
    case "repeated_calls":
      return finding.repeatedSeconds;
    case "serial_delegations":
      return finding.seconds - finding.togetherSeconds;
    case "long_waits":
    case "idle_gap":
      return finding.seconds;
    case "refused_delegations":
      return finding.stepIds.length;
    case "ceiling_hit":
      return finding.callsNotRun;
    case "empty_conclusion":
    case "unfinished":
      return 0;
  }
}
