import { sameIdea } from "./related.ts";
import { isNumber, looksLikeName, partsOf, sameStem, wordsOf, type Word } from "./words.ts";

/** A text prepared for matching: its words, folded once. */
export interface Matchable {
  readonly keys: ReadonlySet<string>;
  readonly stems: readonly string[];
}

/** Prepares a text. */
export function matchable(text: string): Matchable {
  const words = wordsOf(text);
  const stems = new Set(words.flatMap((word) => [word.stem, ...partsOf(word)]));
  return { keys: new Set(words.map(bare)), stems: [...stems] };
}

// `p-queue`, `PQueue` and `p_queue` are one name.
function bare(word: Word): string {
  return isNumber(word) ? word.key : word.key.replace(/[^\p{L}\p{N}]/gu, "");
}

const SAME = 1;
const RELATED = 0.5;
const FURTHER = 0.2; // each further word of the same idea
const MAX_FURTHER = 2;

/**
 * How well a text speaks of a keyword: 0 not at all, about a half by a word of the same idea, 1 by the word itself in
 * any form, a little more when further words of its idea stand beside it.
 */
export function strengthOf(keyword: Word, text: Matchable): number {
  if (text.keys.has(bare(keyword))) return SAME + furtherOf(keyword, text);
  if (isNumber(keyword)) return 0;
  if (looksLikeName(keyword)) return namePartsStrength(keyword, text);
  if (text.stems.some((stem) => sameStem(stem, keyword.stem))) return SAME + furtherOf(keyword, text);
  const related = relatedCount(keyword, text);
  return related === 0 ? 0 : RELATED + FURTHER * Math.min(related - 1, MAX_FURTHER);
}

function furtherOf(keyword: Word, text: Matchable): number {
  return FURTHER * Math.min(relatedCount(keyword, text), MAX_FURTHER);
}

function relatedCount({ stem }: Word, text: Matchable): number {
  return text.stems.filter((other) => other !== stem && sameIdea(stem, other)).length;
}

/** `rate-limiting` is spoken of where both its parts are; a part alone says nothing about a name. */
function namePartsStrength(keyword: Word, text: Matchable): number {
  const parts = partsOf(keyword);
  const isSpoken = (part: string, speaks: (one: string, other: string) => boolean): boolean =>
    text.stems.some((stem) => speaks(stem, part));
  if (parts.length < 2) return 0;
  if (parts.every((part) => isSpoken(part, sameStem))) return RELATED + FURTHER;
  return parts.every((part) => isSpoken(part, sameStem) || isSpoken(part, sameIdea)) ? RELATED : 0;
}
