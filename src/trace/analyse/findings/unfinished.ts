import type { OpenStep } from "../figures/open-steps.ts";
import type { Places } from "../places/places.ts";
import type { Unfinished } from "./finding.ts";

/** Why a run has not ended: the open steps that wait for no other step. */
export function unfinishedIn({ run }: Places, open: readonly OpenStep[]): Unfinished[] {
  if (run.stopReason !== null && open.length === 0) return [];
  const last = open.filter(({ waitingOn }) => waitingOn.length === 0);
  const oldestSeconds = last.reduce((oldest, { ageSeconds }) => Math.max(oldest, ageSeconds), 0);
  return [{ kind: "unfinished", stepIds: last.map(({ stepId }) => stepId), oldestSeconds }];
}
