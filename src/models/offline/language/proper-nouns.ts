import { isStopWord } from "./keywords.ts";
import { wordsOf, type Word } from "./words.ts";

const SENTENCE_START = /(?<=[.?!:;]) +/u;
const ACRONYM = /^\p{Lu}+s?$/u; // API, URL, IDs: kinds of things, no names
const MIN_TITLE_WORDS = 4;

/** The words a question writes with a capital inside a sentence: Redis, AbortSignal. None where every word has one, as in a title. */
export function properNounsIn(question: string): readonly Word[] {
  const inside = question.split(SENTENCE_START).flatMap((sentence) => wordsOf(sentence).slice(1)).filter((word) => !isStopWord(word));
  const proper = inside.filter(({ written }) => /\p{Lu}/u.test(written) && /\p{Ll}/u.test(written) && !ACRONYM.test(written));
  const isTitle = inside.length >= MIN_TITLE_WORDS && proper.length > inside.length / 2;
  return isTitle ? [] : proper;
}

/** True for a question that asks for a person. */
export function asksWho(question: string): boolean {
  return /^(?:who|whom|whose|quem)\b/iu.test(question);
}
