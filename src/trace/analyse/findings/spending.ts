import { secondsBetween } from "../../../core/clock.ts";
import type { AgentStep } from "../../../core/run.ts";
import type { Life, Places } from "../places/places.ts";
import type { FailedBranch } from "./finding.ts";

/** Specialists that failed, were blocked, timed out or were cancelled after they had used something; of nested ones the outermost. */
export function failedBranchesIn({ lives }: Places): FailedBranch[] {
  const inFailed = new Set<Life>();
  const found: FailedBranch[] = [];
  for (const life of lives) {
    const { step, parent } = life;
    if (parent && inFailed.has(parent)) inFailed.add(life);
    else if (step && cameToNothing(step)) {
      inFailed.add(life);
      found.push(...findingOf(life, step));
    }
  }
  return found;
}

function cameToNothing({ outcome }: AgentStep): boolean {
  switch (outcome) {
    case "failed":
    case "blocked":
    case "timed_out":
    case "cancelled":
      return true;
    case "answered":
    case "empty":
    case "partial":
    case "refused":
    case null:
      return false;
  }
}

function findingOf({ agent, span }: Life, { id, outcome, usage }: AgentStep): FailedBranch[] {
  const { inputTokens, outputTokens, cost } = usage.subtree;
  const tokens = inputTokens + outputTokens;
  const seconds = secondsBetween(span.startedAt, span.endedAt);
  if (outcome === null || (tokens === 0 && seconds === 0)) return [];
  return [{ kind: "failed_branch", stepIds: [id], agent, outcome, seconds, tokens, cost }];
}
