import type { RunRecord, Step } from "../../src/core/run.ts";
import type { Standing } from "../../src/trace/words.ts";

export type { Standing };

/** How a step or a run may stand: `cut` is what a ceiling, a deadline or a cancel ended before its time. */
export const STANDINGS: readonly Standing[] = ["good", "bad", "cut", "queued", "running", "waiting"];

/** How a step stands. */
export function standingOf(step: Step): Standing {
  if (step.open !== undefined) return step.open;
  if (step.kind === "agent") return standingOfOutcome(step.outcome);
  if (step.error === null) return "good";
  return isFromOutside(step.error) ? "cut" : "bad";
}

/** How a run stands. */
export function standingOfRun({ stopReason }: RunRecord): Standing {
  switch (stopReason) {
    case null:
      return "running";
    case "completed":
      return "good";
    case "error":
    case "blocked":
      return "bad";
    default:
      return "cut";
  }
}

function standingOfOutcome(outcome: string | null): Standing {
  switch (outcome) {
    case "answered":
    case "empty":
      return "good";
    case "partial":
    case "timed_out":
    case "cancelled":
      return "cut";
    case null:
      return "running";
    default:
      return "bad";
  }
}

// The engine's own words for a step that was ended from outside.
function isFromOutside(error: string): boolean {
  return error === "timeout" || error === "cancelled" || error.startsWith("cancelled: ");
}
