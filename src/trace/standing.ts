import type { Outcome, StopReason } from "../core/outcome.ts";
import type { Step } from "../core/run.ts";

/** How a step or a run stands; `cut` is what a ceiling, a deadline or a cancel ended before its time. */
export type Standing = "good" | "bad" | "cut" | "queued" | "running" | "waiting";

/** How a step stands. An outcome that this version does not know, in a trace of another, counts as bad. */
export function standingOfStep(step: Step): Standing {
  if (step.open !== undefined) return step.open;
  return step.kind === "agent" ? standingOfOutcome(step.outcome) : standingOfError(step.error);
}

/** How a run stands that ended for this reason. One that this version does not know counts as cut. */
export function standingOfEnd(stopReason: StopReason | null): Standing {
  switch (stopReason) {
    case null:
      return "running";
    case "completed":
      return "good";
    case "error":
    case "blocked":
      return "bad";
    case "max_steps":
    case "max_tool_calls":
    case "max_delegations":
    case "max_tokens":
    case "max_cost":
    case "timeout":
    case "cancelled":
      return "cut";
  }
  return "cut";
}

function standingOfOutcome(outcome: Outcome | null): Standing {
  switch (outcome) {
    case null:
      return "running";
    case "answered":
    case "empty":
      return "good";
    case "partial":
    case "timed_out":
    case "cancelled":
      return "cut";
    case "refused":
    case "failed":
    case "blocked":
      return "bad";
  }
  return "bad";
}

function standingOfError(error: string | null): Standing {
  if (error === null) return "good";
  return isFromOutside(error) ? "cut" : "bad";
}

/** Whether this is the engine's own word for a step that was ended from outside: `timeout`, `cancelled`, `cancelled: <reason>`. */
export function isFromOutside(error: string): boolean {
  return error === "timeout" || error === "cancelled" || error.startsWith(CANCELLED_BECAUSE);
}

/** What stands before the reason in the error of a cancelled step. */
export const CANCELLED_BECAUSE = "cancelled: ";
