import type { Run } from "../core/run.ts";
import type { Ask, Course, Notes, Ran, Turn } from "./course.ts";
import { LoopError } from "./errors.ts";
import { anotherAttempt } from "./prompts.ts";
import { nextText, outOfBudgetText, outOfRoundsText, roundText } from "./sayings.ts";

/** What is made of a round's run: it will do, or it will not, and then what the worker is to be asked next. */
export interface Judgement {
  readonly accepted: boolean;
  /** Asked only when there is a next round. */
  readonly nextPrompt: () => string | Promise<string>;
}

/** How the rounds of a loop are played. */
export interface Rounds {
  readonly goal: string;
  readonly maxRounds: number;
  readonly notes: Notes;
  /** What is said of a run that will not do: `accepted` becomes `was not accepted`. */
  readonly word: "accepted" | "approved";
  /** Judges what a round came to. Of a round that failed, or gave no data, there is nothing to judge. */
  readonly judge: (ran: Ran, turn: Turn, round: number) => AsyncGenerator<Ask, Judgement, Turn>;
}

/**
 * The course of every loop: rounds of the worker until one is accepted. Throws `LoopError` when there are no more: a
 * loop that accepted nothing is no success to whoever reads its trace.
 */
export async function* rounds({ goal, maxRounds, notes, word, judge }: Rounds): Course {
  let prompt = goal;
  let artifacts: readonly string[] = [];
  let says = roundText(1, maxRounds);
  for (let round = 1; ; round++) {
    const turn = yield { role: "worker", round, goal: prompt, artifacts, says };
    const { came } = turn;
    const judged = came.type === "ran" ? yield* judge(came, turn, round) : null;
    if (came.type === "ran" && judged?.accepted) {
      notes.acceptedRound = round;
      return came.run.output;
    }
    if (came.type === "ran") checkPool(came.run, notes);
    if (round === maxRounds) throw usedUp(notes, "out_of_rounds", outOfRoundsText(maxRounds, word));
    if (came.type === "ran") artifacts = came.artifacts;
    if (came.type === "no_data") prompt = anotherAttempt(goal, came);
    if (judged) prompt = await judged.nextPrompt();
    says = nextText(round, maxRounds, came, word);
  }
}

/** Ends the loop where the pool of all agents cut this one: none could go on after it. */
export function checkPool({ stopReason, limit }: Run, notes: Notes): void {
  if (limit?.scope === "pool") throw usedUp(notes, "out_of_budget", outOfBudgetText(stopReason, limit));
}

function usedUp(notes: Notes, ended: NonNullable<Notes["usedUp"]>["ended"], says: string): LoopError {
  notes.usedUp = { ended, says };
  return new LoopError(says);
}
