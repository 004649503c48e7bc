import type { StopReason } from "../../core/outcome.ts";
import type { Limit } from "../../core/run.ts";

/** How an agent's run ended. Set once, by whoever comes first. */
export interface Ending {
  readonly stopReason: StopReason;
  readonly limit: Limit | null;
  readonly error: string | null;
  readonly output: string;
}

/** The ending of an agent that failed: what went wrong is also its output. */
export function failedEnding(error: string): Ending {
  return { stopReason: "error", limit: null, error, output: error };
}

/** Why a call in flight is ended from outside, and what its signal says. */
export interface Interruption {
  readonly cause: "cancelled" | "timeout";
  /** The caller's own abort reason, or one shared object of this library. */
  readonly reason: unknown;
}

/** A ceiling that stops an agent, before it is known what the agent has to show for it. */
export interface Stop {
  readonly reason: Exclude<StopReason, "completed" | "cancelled" | "blocked" | "error">;
  readonly limit: Limit;
}

/** The reason given to signals when a run is cancelled and the caller named none. */
export function cancelledReason(): unknown {
  return new DOMException("the run was cancelled", "AbortError");
}

/** The reason given to signals when an agent's deadline has passed. */
export function deadlineReason(agent: string, seconds: number): unknown {
  return new DOMException(`the deadline of agent '${agent}' passed after ${seconds} s`, "TimeoutError");
}
