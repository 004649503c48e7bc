import type { Outcome } from "../../../core/outcome.ts";
import type { Limit } from "../../../core/run.ts";

/** What every finding has: the steps it is about, in order; never empty but for a run without steps. */
interface AboutSteps {
  readonly stepIds: readonly string[];
}

/** Delegations that one agent asked for turn after turn, though nothing in the later ones came from the earlier ones. */
export interface SerialDelegations extends AboutSteps {
  readonly kind: "serial_delegations";
  readonly agent: string;
  readonly path: string;
  /** What they took one after another. */
  readonly seconds: number;
  /** What they would have taken together. */
  readonly togetherSeconds: number;
}

/** Calls of the same name with the same arguments, anywhere in the run. */
export interface RepeatedCalls extends AboutSteps {
  readonly kind: "repeated_calls";
  readonly name: string;
  /** How many of them failed. */
  readonly failed: number;
  /** What all but the first took. */
  readonly repeatedSeconds: number;
}

/** A specialist that completed without a word. */
export interface EmptyConclusion extends AboutSteps {
  readonly kind: "empty_conclusion";
  readonly agent: string;
}

/** A conclusion of which nothing shows up in what its parent said and asked for later. */
export interface UnusedConclusion extends AboutSteps {
  readonly kind: "unused_conclusion";
  readonly agent: string;
  /** `no_later_turn`: the parent had none in which it could have used it. */
  readonly why: "not_repeated" | "no_later_turn";
  readonly tokens: number;
  readonly cost: number | null;
}

/** What was spent on a specialist that came to nothing, with everyone below it. */
export interface FailedBranch extends AboutSteps {
  readonly kind: "failed_branch";
  readonly agent: string;
  readonly outcome: Outcome;
  readonly seconds: number;
  readonly tokens: number;
  readonly cost: number | null;
}

/** A stretch in which no call worked or waited anywhere; the steps are the last one before it and the first one after. */
export interface IdleGap extends AboutSteps {
  readonly kind: "idle_gap";
  /** From the start of the run. */
  readonly startSeconds: number;
  readonly seconds: number;
}

/** Steps of one kind that waited long before they began, the longest wait first. */
export interface LongWaits extends AboutSteps {
  readonly kind: "long_waits";
  readonly stepKind: "model" | "tool" | "agent";
  readonly seconds: number;
  readonly longestSeconds: number;
}

/** An agent that a ceiling cut; the steps are its delegation, where it has one, and the turns whose calls were not run. */
export interface CeilingHit extends AboutSteps {
  readonly kind: "ceiling_hit";
  readonly agent: string;
  readonly path: string;
  readonly limit: Limit;
  readonly callsNotRun: number;
}

/** Delegations of one agent that were refused for the same reason. */
export interface RefusedDelegations extends AboutSteps {
  readonly kind: "refused_delegations";
  readonly agent: string;
  readonly path: string;
  readonly reason: string;
}

/** A run that has not ended; the steps are those that everyone else waits for. */
export interface Unfinished extends AboutSteps {
  readonly kind: "unfinished";
  /** How long the oldest of them has been at it; 0 where none is open. */
  readonly oldestSeconds: number;
}

/** Something worth knowing about a run, with the steps that show it. Times are seconds. */
export type Finding =
  | SerialDelegations
  | RepeatedCalls
  | EmptyConclusion
  | UnusedConclusion
  | FailedBranch
  | IdleGap
  | LongWaits
  | CeilingHit
  | RefusedDelegations
  | Unfinished;
