import type { Clock } from "../core/clock.ts";
import type { Run } from "../core/run.ts";

/** Whom a loop may ask. */
export type Role = "worker" | "critic";

/** What a loop does next: one delegation. */
export interface Ask {
  readonly role: Role;
  /** Counted from 1. */
  readonly round: number;
  /** The whole goal of the delegation. */
  readonly goal: string;
  /** Artifacts to hand down, by the names they have in the loop's run. */
  readonly artifacts: readonly string[];
  /** The text of the loop's turn in the trace. */
  readonly says: string;
}

/** A run that came back, with the names under which what it produced can be handed down. */
export interface Ran {
  readonly type: "ran";
  readonly run: Run;
  readonly artifacts: readonly string[];
}

/**
 * What an ask came to. `failed`: there is no work, only an error or a block. `no_data`: the run completed without data
 * of the shape that was asked for. `problem` says why.
 */
export type Came = Ran | { readonly type: "failed" | "no_data"; readonly problem: string };

/** One turn of a loop: what its last ask came to, and what its own code may use. */
export interface Turn {
  readonly came: Came;
  /** The id of the turn's step, under which the journal keeps what is decided in it. */
  readonly id: string;
  readonly clock: Clock;
  /** Fires when the loop is cancelled and at its deadline. */
  readonly signal: AbortSignal;
  readonly secondsLeft: () => number;
}

/**
 * A loop as plain code: it yields what it asks, is given back what came of it, and returns the accepted output. What it
 * throws ends the loop without one.
 */
export type Course = AsyncGenerator<Ask, string, Turn>;

/** What a course notes for the result; rounds are counted from 1. */
export interface Notes {
  acceptedRound: number | null;
  /** What there was no more of, when the course threw for that; `says` is told as the error of a budget. */
  usedUp: { readonly ended: "out_of_rounds" | "out_of_budget"; readonly says: string } | null;
  readonly critiques: Map<number, string>;
}
