const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu;
const SENTENCE_END = /(?<=[.!?…]["'”’)\]]{0,3})\s+(?=["'“‘([]{0,3}[\p{Lu}\p{Lo}\p{N}])/u;

/** The most characters of a text that are looked at. */
export const MOST_CHARACTERS = 40_000;

/** The sentences of a text, each on one line. Headings, fences and list marks of Markdown are left out. */
export function sentencesOf(text: string): readonly string[] {
  const paragraphs = plain(text.slice(0, MOST_CHARACTERS)).split(/\n\s*\n/u);
  const found = paragraphs.flatMap((paragraph) => paragraph.replace(/\s+/gu, " ").trim().split(SENTENCE_END));
  return found.filter((sentence) => /\p{L}/u.test(sentence));
}

// A list item is a paragraph of its own.
function plain(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gmu, "").replace(/^#{1,6} .*$/gmu, "").replace(/^ {0,3}(?:[-*•]|\d{1,3}[.)]) +/gmu, "\n");
}

/** How many words a text has. */
export function wordCount(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

/** The words of a text that say what it is about, folded, each once, in order. Short and everyday words are none of them. */
export function tellingWords(text: string): readonly string[] {
  const found = wordsOf(text).map(folded);
  return [...new Set(found.filter((word) => word.length >= LEAST_LETTERS && /^\p{L}/u.test(word) && !EVERYDAY.has(word)))];
}

const LEAST_LETTERS = 4;

// Everyday words, and those by which a text is asked for; shorter ones never count.
const EVERYDAY: ReadonlySet<string> = new Set(
  (
    "about above after again also although always among another around because been before being below besides between both " +
    "could describe does doing down during each either else even every explain from have having here into it's just less like " +
    "list made make many mention more most much must name only other over paragraph please question rather request same sentence " +
    "sentences shall short should since some such summarise summarize summary tell text than that their them then there these they " +
    "this those through under until very want well were what when where whether which while whose will with within without word " +
    "words would write your three four five seven eight nine"
  ).split(" "),
);

function wordsOf(text: string): readonly string[] {
  return text.slice(0, MOST_CHARACTERS).match(WORD) ?? [];
}

function folded(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words that a text does not hold, in no form that begins alike: `fares` is a form of `fare`, `crossing` of `crossings`. */
export function unspoken(words: readonly string[], text: string): readonly string[] {
  const stems = new Set(wordsOf(text).map((word) => stemOf(folded(word))));
  return words.filter((word) => !stems.has(stemOf(word)));
}

/** A word without an ending that its forms differ in. */
export function stemOf(word: string): string {
  const stem = word.replace(/(?:'s|ings|ing|ies|es|ed|s|y|e)$/u, "");
  return stem.length >= LEAST_LETTERS - 1 ? stem : word;
}

/** A request, and the material below it after a blank line; the material is empty where there is none. */
export function parted(goal: string): { readonly request: string; readonly material: string } {
  const text = goal.trim();
  const at = /\n[^\S\n]*\n/u.exec(text)?.index ?? text.length;
  return { request: text.slice(0, at), material: text.slice(at).trim() };
}

/** The number that stands in "in two sentences", "at most 50 words" and the like; null where the request sets none. */
export function limitIn(request: string, unit: "words" | "sentences"): number | null {
  const pattern = new RegExp(`\\b(${Object.keys(NUMBERS).join("|")}|\\d{1,4})[ -]${unit.slice(0, -1)}s?\\b`, "iu");
  const found = pattern.exec(request)?.[1]?.toLowerCase();
  return found === undefined ? null : (NUMBERS[found] ?? Number(found)) || null;
}

const NUMBERS: Readonly<Record<string, number>> = {
  one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
};

const QUOTATION = /^(={5,})\n([\s\S]*?)\n\1$/gmu;

/** What stands in a prompt between two lines of equals signs, in order, and the prompt before the paragraph of the first. */
export function quotationsIn(prompt: string): { readonly before: string; readonly quotations: readonly string[] } {
  const found = [...prompt.matchAll(QUOTATION)];
  const [first] = found;
  if (!first) return { before: prompt, quotations: [] };
  const head = prompt.slice(0, first.index);
  return { before: head.slice(0, Math.max(0, head.lastIndexOf("\n\n"))), quotations: found.map(([, , text = ""]) => text) };
}
