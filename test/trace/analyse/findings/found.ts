import type { Finding } from "../../../../src/trace/analyse/findings/finding.ts";
import { analyse } from "../../../../src/trace/analyse/analyse.ts";
import type { RunRecord } from "../../../../src/core/run.ts";

/** The findings of one kind in a run. */
export function found<Kind extends Finding["kind"]>(run: RunRecord, kind: Kind): Extract<Finding, { kind: Kind }>[] {
  return analyse(run).findings.filter((finding): finding is Extract<Finding, { kind: Kind }> => finding.kind === kind);
}
