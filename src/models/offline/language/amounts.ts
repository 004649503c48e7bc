import { wordsOf, type Word } from "./words.ts";

const DEGREES = new Set("often long many much far old big".split(" "));

/** A text's words without those that only ask for an amount after "how": "often" in "how often". */
export function withoutDegrees(words: readonly Word[]): readonly Word[] {
  return words.filter((_, at) => !isDegree(words, at));
}

/** True for a question that asks "how often", "how long", "how big" and their like. */
export function asksAmount(question: string): boolean {
  const words = wordsOf(question);
  return words.some((_, at) => isDegree(words, at));
}

function isDegree(words: readonly Word[], at: number): boolean {
  return DEGREES.has(words[at]?.key ?? "") && words[at - 1]?.key === "how";
}

const NUMBER =
  "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|hundreds?|thousands?|millions?|half";
const FREQUENCY = "once|twice|every|each|daily|weekly|monthly|yearly|hourly|always|never|seldom|sometimes|often|forever";
const AMOUNT = new RegExp(`\\p{N}|\\b(?:${NUMBER}|${FREQUENCY})\\b`, "iu");

/** True for a text that states an amount, in digits or in words. */
export function hasAmount(text: string): boolean {
  return AMOUNT.test(text);
}
