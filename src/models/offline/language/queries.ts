import { keywordsOf } from "./keywords.ts";
import { matchable, strengthOf } from "./matching.ts";
import { hasIdea, relatedTo } from "./related.ts";
import { anchorsOf, subjectOf } from "./subject.ts";
import { isNumber, looksLikeName, type Word } from "./words.ts";

/** The search for a question's own words: its keywords, in its order. "" for a question without a word. */
export function ownQuery(question: string): string {
  return written(keywordsOf(question));
}

/** The search for what documents may call it: the name of the thing, and words related to what is asked; null when none are known. */
export function relatedQuery(question: string): string | null {
  const keywords = keywordsOf(question);
  const related = relatedTo(keywords);
  if (related.length === 0) return null;
  const subject = subjectOf(question)?.toLowerCase();
  const named = keywords.filter((keyword) => looksLikeName(keyword) || keyword.written.toLowerCase() === subject);
  const kept = named.length > 0 ? named : keywords.filter((keyword) => !hasIdea(keyword));
  return [...kept.map((word) => word.written), ...related].join(" ");
}

const MAX_FEWER = 2;
const MIN_STEM_CHARS = 4; // a shorter one finds anything

/**
 * The last try when nothing fitting was found: the names alone, else the subject alone, else the longest words without
 * their endings. null when that would be the same search again.
 */
export function fewerQuery(question: string): string | null {
  const keywords = keywordsOf(question);
  const namesOnly = keywords.filter(looksLikeName);
  const longest = keywords.toSorted((one, other) => other.key.length - one.key.length).slice(0, MAX_FEWER);
  const stems = longest.map(({ key, stem }) => (stem.length < MIN_STEM_CHARS ? key : stem));
  const fewer = [written(namesOnly), anchorsOf(question).at(-1) ?? "", stems.join(" ")];
  return fewer.find((query) => query !== "" && query.toLowerCase() !== written(keywords).toLowerCase()) ?? null;
}

/** The search for the words of a question that none of these texts speaks of, as each may name something; null when there are none. */
export function unspokenQuery(question: string, texts: readonly string[]): string | null {
  const spoken = texts.map(matchable);
  const unspoken = keywordsOf(question).filter((word) => !isNumber(word) && spoken.every((text) => strengthOf(word, text) === 0));
  return unspoken.length === 0 ? null : written(unspoken);
}

function written(words: readonly Word[]): string {
  return words.map((word) => word.written).join(" ");
}
