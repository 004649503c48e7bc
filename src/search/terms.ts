/** A word of a text, with where it stands and the terms it is found by. */
export interface Word {
  readonly index: number;
  readonly terms: readonly string[];
  /** The first term is the whole name, the others are its parts. */
  readonly isCompound: boolean;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const MAX_WORD_CHARS = 100; // longer runs are hashes and encoded data, which nobody searches for
const SIMPLE = /^[A-Za-z]?[a-z0-9]*$/u; // nothing to split and nothing to fold: nearly every word
const ASCII = /^[\x00-\x7F]*$/u;
const ACCENTS = /[\u0300-\u036F]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|[-_]/u;

/** The words of a text in order. */
export function* wordsOf(text: string): Generator<Word> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (word.length <= MAX_WORD_CHARS) yield { index, ...termsOfWord(word) };
  }
}

/** The terms a text is found by: lower case, without accents. `addAll`, `add-all` and `add_all` are all `addall`, `add`, `all`. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of wordsOf(text)) terms.push(...word.terms);
  return terms;
}

/**
 * The terms of a question: each once, and without words like "how" and "the", unless it has no others. A name is asked
 * for by the whole where that is known (`p-queue` is not any queue), else by its parts.
 */
export function queryTerms(query: string, isKnown: (term: string) => boolean): string[] {
  const asked = [...wordsOf(query)].flatMap(({ terms, isCompound }) => {
    const [whole = "", ...parts] = terms;
    if (!isCompound) return terms;
    return isKnown(whole) ? [whole] : parts;
  });
  const terms = [...new Set(asked)];
  const telling = terms.filter((term) => !STOP_WORDS.has(term));
  return telling.length > 0 ? telling : terms;
}

function termsOfWord(word: string): Pick<Word, "terms" | "isCompound"> {
  if (SIMPLE.test(word)) return { terms: [word.toLowerCase()], isCompound: false };
  const parts = word.split(HUMP).filter((part) => part !== "");
  const whole = folded(parts.join(""));
  const unspaced = whole.match(UNSPACED);
  if (unspaced) return { terms: [...unspaced.flatMap(pairsOf), ...whole.split(UNSPACED).filter((part) => part !== "")], isCompound: false };
  const named = parts.length === 1 ? [] : parts.filter((part) => part.length > 1).map(folded);
  return { terms: [whole, ...named], isCompound: named.length > 0 };
}

function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.normalize("NFKD").replace(ACCENTS, "").normalize("NFC").toLowerCase();
}

// Scripts written without spaces are indexed by overlapping pairs, the usual stand-in for a dictionary.
function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return [run];
  return characters.slice(1).map((character, index) => `${characters[index] ?? ""}${character}`);
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a about all also an and any are as at be been being but by can could did do does doing done don explain find for from get gets give " +
    "had has have how i if in into is it its let list me my no not of on one or our out please s say says should show so some t tell " +
    "than that the their them then there these they this those to use used uses using want was we were what when where which while who " +
    "whom why will with would you your").split(" "),
);
