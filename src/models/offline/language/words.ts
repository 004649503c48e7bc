/** One word of a text: `written` as it stood there, `key` folded for comparison, `stem` without its ending. */
export interface Word {
  readonly written: string;
  readonly key: string;
  readonly stem: string;
}

// A longer run is taken in pieces: it is no word, and the patterns below would take long over it.
const TOKEN = /[@$_\p{L}\p{N}][@$_\p{L}\p{N}\p{M}./'’-]{0,99}/gu;
const TRAILING = /[./'’@-]+$/u;
const POSSESSIVE = /['’]s$/u;

/** The words of a text in order; names such as `p-queue`, `z.object` or `@types/node` stay whole. */
export function wordsOf(text: string): Word[] {
  return (text.match(TOKEN) ?? []).map(wordFrom).filter(({ key }) => key !== "");
}

function wordFrom(token: string): Word {
  const written = token.replace(TRAILING, "").replace(POSSESSIVE, "");
  const key = written.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return { written, key, stem: stemOf(key) };
}

// The longest first, so that "generators" loses "ators" and not "s" alone.
const ENDINGS = (
  "izations isations ization isation ations ation ators ator ating ements ement ments ment ities ated ates ity " +
  "ness ings ing ions ion ers ies ied ize ise ate er ed es ly e s y"
).split(" ");
const MIN_STEM = 3;
const MIN_SINGULAR = 2;

/** A word without its ending, so that `collisions` meets `collision` and `scheduled` meets `schedule`. */
export function stemOf(key: string): string {
  if (!/^[a-z]+$/u.test(key)) return key;
  const ending = ENDINGS.find((candidate) => mayLose(key, candidate));
  if (ending === undefined) return key;
  return key.slice(0, key.length - ending.length).replace(/([bdgmnprt])\1$/u, "$1");
}

function mayLose(key: string, ending: string): boolean {
  if (!key.endsWith(ending)) return false;
  if (ending === "s") return !key.endsWith("ss") && key.length - 1 >= MIN_SINGULAR;
  return key.length - ending.length >= MIN_STEM;
}

const MIN_SHARED = 5;
const MAX_REST = 2;

/** True when two stems are forms of one word: equal, or alike up to a short rest (`prior` and `priorit`). */
export function sameStem(one: string, other: string): boolean {
  if (one === other) return true;
  const shorter = Math.min(one.length, other.length);
  if (shorter < MIN_SHARED || Math.max(one.length, other.length) - shorter > MAX_REST) return false;
  return one.slice(0, Math.max(MIN_SHARED, shorter - 1)) === other.slice(0, Math.max(MIN_SHARED, shorter - 1));
}

/** The stems of the parts of a compound: `rate` and `limit` for `rate-limit`, `max` and `step` for `maxSteps`; none for a simple word. */
export function partsOf({ written }: Word): readonly string[] {
  if (!/[-_./]|\p{Ll}\p{Lu}/u.test(written)) return [];
  const parts = written.split(/[-_./]+|(?<=\p{Ll})(?=\p{Lu})/u);
  return parts.filter((part) => part.length > 1).flatMap((part) => wordsOf(part).map(({ stem }) => stem));
}

/** True for a number, also one of several parts: `3`, `4.1`. */
export function isNumber({ key }: Word): boolean {
  return /^\d+(?:\.\d+)*$/u.test(key);
}

/** True for a word that only a name can be: `p-queue`, `z.object`, `@types/node`, `maxSteps`. */
export function looksLikeName(word: Word): boolean {
  const { written } = word;
  return !isNumber(word) && /[\p{L}\p{N}][-./_@][\p{L}\p{N}]|^[@$]|\p{Ll}\p{Lu}/u.test(written);
}
