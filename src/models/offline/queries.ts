import { keywordsOf } from "./keywords.ts";
import { relatedTo } from "./related.ts";
import { looksLikeName, type Word } from "./words.ts";

/** The search for a question's own words: its keywords, in its order. "" for a question without a word. */
export function ownQuery(question: string): string {
  return written(keywordsOf(question));
}

const MAX_RELATED = 4;

/** The search for words that documents use for what the question asks; null when none are known. */
export function relatedQuery(question: string): string | null {
  const keywords = keywordsOf(question);
  const related = [...new Set(keywords.flatMap((keyword) => relatedTo(keyword, keywords)))].slice(0, MAX_RELATED);
  if (related.length === 0) return null;
  const kept = keywords.filter((keyword) => looksLikeName(keyword) || relatedTo(keyword, keywords).length === 0);
  return [...kept.map((word) => word.written), ...related].join(" ");
}

const MAX_FEWER = 2;

/** The last try when nothing was found: names alone, else the longest words without their endings; null for no other words. */
export function fewerQuery(question: string): string | null {
  const keywords = keywordsOf(question);
  const namesOnly = keywords.filter(looksLikeName);
  const longest = keywords.toSorted((one, other) => other.key.length - one.key.length).slice(0, MAX_FEWER);
  const isFewer = namesOnly.length > 0 && namesOnly.length < keywords.length;
  const query = isFewer ? written(namesOnly) : longest.map(({ stem }) => stem).join(" ");
  return query === "" || query === written(keywords) ? null : query;
}

function written(words: readonly Word[]): string {
  return words.map((word) => word.written).join(" ");
}
