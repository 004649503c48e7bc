import type { RunRecord } from "../../core/run.ts";
import { criticalPathOf, type CriticalPath } from "./figures/critical-path.ts";
import { groupsOf, type Groups } from "./figures/groups.ts";
import { openStepsOf, type OpenStep } from "./figures/open-steps.ts";
import { totalsOf, type Totals } from "./figures/totals.ts";
import { unlimitedOf, type Unlimited } from "./figures/unlimited.ts";
import type { Finding } from "./findings/finding.ts";
import { findingsOf } from "./findings/findings.ts";
import { placesOf } from "./places/places.ts";

/** What a run came to, where its time went, and what is worth a look. Plain JSON. */
export interface Analysis {
  readonly totals: Totals;
  readonly groups: Groups;
  readonly criticalPath: CriticalPath;
  readonly unlimited: Unlimited;
  readonly findings: readonly Finding[];
  /** What a run that has not ended is doing; empty otherwise. */
  readonly openSteps: readonly OpenStep[];
}

/**
 * Analyses a run, ended or under way: totals, tables, critical path, what no limit on concurrency would give, findings.
 * It reads the trace alone, changes nothing and never fails: clocks that differ, steps outside their agent's time and
 * missing ends are taken as they are. The same run gives the same analysis.
 */
export function analyse(run: RunRecord): Analysis {
  const places = placesOf(run);
  const openSteps = openStepsOf(places);
  return {
    totals: totalsOf(places),
    groups: groupsOf(places),
    criticalPath: criticalPathOf(places),
    unlimited: unlimitedOf(places),
    findings: findingsOf(places, openSteps),
    openSteps,
  };
}
