import { z } from "zod";

/** Why a run ended. Only `completed` is a success. */
export const stopReasonSchema = z.enum([
  "completed",
  "max_steps",
  "max_tool_calls",
  "max_delegations",
  "max_tokens",
  "max_cost",
  "timeout",
  "cancelled",
  "blocked",
  "error",
]);

/** Why a run ended. Only `completed` is a success. */
export type StopReason = z.infer<typeof stopReasonSchema>;

/** How a delegation ended: exactly one of these for each. */
export const outcomeSchema = z.enum([
  "answered",
  "empty",
  "partial",
  "refused",
  "failed",
  "blocked",
  "timed_out",
  "cancelled",
]);

/** How a delegation ended: exactly one of these for each. `refused` was never started, `partial` was cut by a ceiling. */
export type Outcome = z.infer<typeof outcomeSchema>;

/** The outcome of a delegation whose specialist ran and stopped for this reason with this text. */
export function outcomeOf(stopReason: StopReason, output: string): Outcome {
  switch (stopReason) {
    case "completed":
      return output === "" ? "empty" : "answered";
    case "max_steps":
    case "max_tool_calls":
    case "max_delegations":
    case "max_tokens":
    case "max_cost":
      return "partial";
    case "timeout":
      return "timed_out";
    case "cancelled":
      return "cancelled";
    case "blocked":
      return "blocked";
    case "error":
      return "failed";
  }
}
