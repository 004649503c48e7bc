import type { Sentence } from "../documents/sentences.ts";
import { matchable, strengthOf, type Matchable } from "../language/matching.ts";
import { asksWho, properNounsIn } from "../language/proper-nouns.ts";
import { looksLikeName, type Word } from "../language/words.ts";
import { askedOf } from "./scoring.ts";

/** The names in a question. */
export interface Names {
  /** What some file documents: one of them must be spoken of. */
  readonly packages: readonly Word[];
  /** Proper nouns: each must be spoken of. */
  readonly proper: readonly Word[];
  /** Whether it asks for a person. */
  readonly isWho: boolean;
}

/** The names in a question, given the files that were found for it, read or not. */
export function namesOf(question: string, files: Iterable<string>): Names {
  return { packages: askedOf(question, files).named, proper: properNounsIn(question), isWho: asksWho(question) };
}

/** True when sentences, their headings or the paths of their files speak of what the question names. */
export function areToThePoint({ packages, proper }: Names, quoted: readonly Sentence[]): boolean {
  const texts = quoted.map(({ text, headings, file }) => matchable([text, ...headings, file.replaceAll("/", " ")].join(" ")));
  const isNamed = (word: Word): boolean => texts.some((text) => isNamedIn(word, text));
  return proper.every(isNamed) && (packages.length === 0 || packages.some(isNamed));
}

// A word of the same idea is no name of the thing.
function isNamedIn(word: Word, text: Matchable): boolean {
  const strength = strengthOf(word, text);
  return strength >= 1 || (looksLikeName(word) && strength > 0);
}

const BY_SOMEBODY = /\b(?:[Bb]y|[Aa]uthors?:?|[Mm]aintainers?:?) @?\p{Lu}/u;

/** False for a sentence that cannot say who: one that neither names the thing in its own words nor says by whom. */
export function maySayWho({ packages, proper, isWho }: Names, { text }: Sentence): boolean {
  const named = [...packages, ...proper];
  if (!isWho || named.length === 0 || BY_SOMEBODY.test(text)) return true;
  const words = matchable(text);
  return named.some((word) => isNamedIn(word, words));
}
