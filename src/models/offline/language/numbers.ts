import { isStopWord } from "./keywords.ts";
import { isNumber, wordsOf, type Word } from "./words.ts";

/** A number with the noun beside it: "version 3" (the noun stands before) or "3 boats" (it stands after). */
export interface Numbered {
  readonly noun: string;
  readonly stands: "before" | "after";
  readonly number: string;
}

/** The numbers of a text that stand beside a noun, once for each such noun; `v3` counts as "version 3". */
export function numberedIn(text: string): readonly Numbered[] {
  const words = wordsOf(text).flatMap(withVersion);
  return words.flatMap((word, at): readonly Numbered[] => {
    if (!isNumber(word)) return [];
    return [
      ...nounOf(words[at - 1]).map((noun): Numbered => ({ noun, stands: "before", number: word.key })),
      ...nounOf(words[at + 1]).map((noun): Numbered => ({ noun, stands: "after", number: word.key })),
    ];
  });
}

const VERSION = /^v(?=\d)/u;

function withVersion(word: Word): readonly Word[] {
  const number = word.key.replace(VERSION, "");
  const isVersion = number !== word.key && wordsOf(number).every(isNumber);
  return isVersion ? wordsOf(`version ${number}`) : [word];
}

function nounOf(word: Word | undefined): readonly string[] {
  return word === undefined || isNumber(word) || isStopWord(word) ? [] : [word.stem];
}

/**
 * True when texts speak of what is asked with another number: of version 2 where version 3 is asked. The first text
 * that puts any number to the noun decides, so the nearest goes first; 3.1 is a kind of 3.
 */
export function speaksOfOtherNumber(asked: readonly Numbered[], texts: readonly string[]): boolean {
  if (asked.length === 0) return false;
  const said = texts.map((text) => ({ pairs: numberedIn(text), numbers: wordsOf(text).flatMap(withVersion).filter(isNumber) }));
  return asked.some(({ noun, stands, number }) => {
    const deciding = said.find(({ pairs }) => pairs.some((pair) => pair.noun === noun && pair.stands === stands));
    return deciding !== undefined && !deciding.numbers.some(({ key }) => isSameNumber(key, number));
  });
}

function isSameNumber(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}
