import type { StopReason } from "../core/outcome.ts";
import type { Limit } from "../core/run.ts";
import type { Came } from "./course.ts";

/** The texts of a loop's own turns in its trace: what became of a round, and what comes next. */

/** `round 2 of 5`. */
export function roundText(round: number, maxRounds: number): string {
  return `round ${round} of ${maxRounds}`;
}

/** `round 1 was not accepted; round 2 of 5`, where `word` is `accepted`. */
export function nextText(round: number, maxRounds: number, came: Came, word: string): string {
  return `round ${round} ${fateOf(came, `not ${word}`)}; ${roundText(round + 1, maxRounds)}`;
}

function fateOf(came: Came, unfit: string): string {
  switch (came.type) {
    case "failed":
      return "failed";
    case "no_data":
      return "gave no data";
    case "ran":
      return came.run.succeeded ? `was ${unfit}` : `was cut short (${came.run.stopReason}) and ${unfit}`;
  }
}

/** `not accepted within 3 rounds`. */
export function outOfRoundsText(maxRounds: number, word: string): string {
  return `not ${word} within ${maxRounds} ${maxRounds === 1 ? "round" : "rounds"}`;
}

/** `the pool is used up: max_tokens (maxTokens 500)`. */
export function outOfBudgetText(stopReason: StopReason, { name, value }: Limit): string {
  return `the pool is used up: ${stopReason} (${name} ${value})`;
}
