import { wholeCharacters } from "../../../core/cut.ts";

/** A piece of a goal on one line; `isItem` for one that stood in a list or between semicolons and so asks by itself. */
export interface Clause {
  readonly text: string;
  readonly isItem: boolean;
}

const ASKING = "how|what|what's|why|como|o que|por que|quando|onde|qual|quais|quem|quanto|quantos";
const RELATIVE = "when|where|which|who|whom|whose"; // these may also go on about a noun: "a queue, which is full"
const AUXILIARY = "do|does|did|is|are|was|were|can|could|should|would|will|has|have|may|must";
const REQUEST =
  "answer|compare|define|describe|explain|find|give|list|name|outline|say|show|summari[sz]e|tell|compare|descreva|explique|liste";
const END_OF_WORD = "(?![\\p{L}\\p{N}_-])";

const OPENING = "(?:please|also|then|and|or|e) ";
const ASKING_START = new RegExp(`^(?:${OPENING})*(?:${ASKING}|${RELATIVE}|${AUXILIARY}|${REQUEST})${END_OF_WORD}`, "iu");
const INVERTED_START = new RegExp(`^(?:${ASKING}|${RELATIVE}|${AUXILIARY})${END_OF_WORD}`, "iu");

/** True for a clause that asks: a list item, a question mark, or a start such as "how", "is", "explain". */
export function asksSomething({ text, isItem }: Clause): boolean {
  if (text.endsWith(":")) return false; // "Answer these:" only opens what follows
  return isItem || /[?？]["')\]]*$/u.test(text) || ASKING_START.test(text);
}

const SENTENCE_END = /(?<=[?？!;]["')\]]?) +|(?<=[？；])|(?<=\.["')]?) +(?=["'(]?[\p{Lu}\p{N}])/u;
const AFTER_COLON = new RegExp(`(?<=:) +(?=(?:${ASKING}|${RELATIVE})${END_OF_WORD})`, "iu");

/** The sentences of a line. What a semicolon parts counts as list items. */
export function sentencesIn({ text, isItem }: Clause): readonly Clause[] {
  const parts = text.split(SENTENCE_END).flatMap((part) => part.split(AFTER_COLON)).filter((part) => part.trim() !== "");
  return parts.map((part, index) => {
    const isParted = /[;；]$/u.test(part) || /[;；]$/u.test(parts[index - 1] ?? "");
    return { text: part.replace(/[;；]$/u, "").trim(), isItem: isParted || (isItem && parts.length === 1) };
  });
}

const AND = "and also|and|as well as|plus|also|e";
const JOINTS = [
  `, (?:${AND}) (?=(?:${ASKING}|${RELATIVE}|${AUXILIARY}|${REQUEST})${END_OF_WORD})`,
  `, (?=(?:${ASKING})${END_OF_WORD})`,
  ` (?:${AND}) (?=(?:${AUXILIARY}) (?:I|it|its|they|their|we|you) )`,
  `(?:,| (?:${AND})) (?=(?:(?:${ASKING}|when|where)|(?:how|which|what) [\\p{L}\\p{N}-]+) (?:${AUXILIARY}|happens) )`,
].map((joint) => new RegExp(joint, "iu"));

const MAX_CLAUSE_CHARS = 1_000; // a question is cut at less; the rest lends nothing either

/** The questions joined in one sentence: ", and how ...", ", what ...", " and why does ...". */
export function clausesOf({ text, isItem }: Clause): readonly Clause[] {
  const parts = JOINTS.reduce<readonly string[]>((texts, joint) => texts.flatMap((part) => part.split(joint)), [text]);
  return parts.map((part) => ({ text: part.trim().slice(0, MAX_CLAUSE_CHARS), isItem }));
}

const MAX_QUESTION_CHARS = 400;

/** A clause as a question: without its opening "and", with a capital and an end, at most 400 characters long. */
export function asQuestion(text: string): string {
  const bare = cut(text.replace(new RegExp(`^(?:${OPENING})+`, "iu"), "").replace(/[,:; ]+$/u, ""));
  if (!ASKING_START.test(bare)) return bare;
  const opened = bare.charAt(0).toUpperCase() + bare.slice(1);
  if (/[.?？!…]["')\]]*$/u.test(opened)) return opened;
  return `${opened}${INVERTED_START.test(bare) ? "?" : "."}`;
}

function cut(text: string): string {
  if (text.length <= MAX_QUESTION_CHARS) return text;
  const head = text.slice(0, MAX_QUESTION_CHARS - 1);
  return `${wholeCharacters(head.slice(0, Math.max(head.lastIndexOf(" "), MAX_QUESTION_CHARS / 2)))}…`;
}
