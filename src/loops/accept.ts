import type { JsonValue } from "../core/json.ts";
import type { Run } from "../core/run.ts";

/** What a predicate may use besides the run. */
export interface AcceptContext {
  /** Counted from 1. */
  readonly round: number;
  /** Fires when the loop is cancelled and at its deadline. */
  readonly signal: AbortSignal;
  /** Seconds until the loop's deadline. */
  readonly secondsLeft: () => number;
}

/**
 * Decides whether a round's run will do. It may take its time; what it throws, and anything but true or false, ends the
 * loop `failed` with the rounds kept. It is asked about completed and cut runs alike; of a run that failed or was
 * blocked there is no work to accept, and it is not asked.
 */
export type Accept = (run: Run, context: AcceptContext) => boolean | Promise<boolean>;

/** Accepts a run that completed; one that was cut is not accepted. */
export const succeeded: Accept = (run) => run.succeeded;

/**
 * Accepts a completed run that has data of the shape that was asked for (`returns`), and, with a predicate, only where
 * that holds of the data. `Data` is for the caller to know: it is what the schema yields.
 */
export function structuredVerdict<Data = JsonValue>(holds: (data: Data) => boolean | Promise<boolean> = () => true): Accept {
  return ({ data }) => data !== undefined && holds(data as Data); // checked against the schema by the run; only a completed one has data
}
