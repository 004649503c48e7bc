import { strengthOf, type Matchable } from "./matching.ts";
import { wordsOf } from "./words.ts";

// An operator between two numbers; 3-5 may be pages, 2024/01/15 is a day and v1/2 a path, so those two want blanks.
const OPERATION = /[\d)] ?[+*×÷·^] ?[\d(]|[\d)] [−/-] [\d(]/u;
const PERCENTAGE = /\d ?(?:%|per ?cent) of \d/iu;

/** True for a text with something to be calculated in it, as it would be written down: `12 * 30`, `15 % of 240`. */
export function holdsCalculation(text: string): boolean {
  return OPERATION.test(text) || PERCENTAGE.test(text);
}

const CALCULATING = wordsOf("calculate compute arithmetic mathematics");

/** How well a text speaks of calculating: 0 not at all, 1 by a word for it. */
export function calculationStrength(text: Matchable): number {
  return Math.max(...CALCULATING.map((word) => strengthOf(word, text)));
}
