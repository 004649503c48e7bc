import { wholeCharacters } from "../../../core/cut.ts";
import { oneLine } from "../../../core/describe.ts";
import { plainText } from "./inline.ts";
import { isProgramText } from "./program-text.ts";

/** A line of a paragraph, with its inline markup. */
export interface ParagraphLine {
  readonly text: string;
  readonly number: number;
}

/** A sentence as plain text, and the line it begins on. */
interface Piece {
  readonly text: string;
  readonly line: number;
}

const MAX_ITEM_CHARS = 280;

/** The sentences of a paragraph that are worth quoting. A short list item stays whole. */
export function sentencesFrom(lines: readonly ParagraphLine[], isItem: boolean): readonly Piece[] {
  const starts: { at: number; number: number }[] = [];
  let paragraph = "";
  for (const { text, number } of lines) {
    if (paragraph !== "") paragraph += " ";
    starts.push({ at: paragraph.length, number });
    paragraph += plainText(text).trim();
  }
  const pieces = isItem && paragraph.length <= MAX_ITEM_CHARS ? [{ text: paragraph, at: 0 }] : splitSentences(paragraph);
  // A link that runs over two lines shows only now.
  const plain = pieces.map(({ text, at }) => ({ text: oneLine(text.includes("](") ? plainText(text) : text), line: lineAt(starts, at) }));
  return plain.filter(({ text }) => isWorthQuoting(text)).map(({ text, line }) => ({ text: shortened(text), line }));
}

function lineAt(starts: readonly { at: number; number: number }[], at: number): number {
  return starts.findLast((start) => start.at <= at)?.number ?? 1;
}

const SENTENCE_BREAK = /(?<=[.!?…][)"'’”`]?) +(?=[\p{Lu}\p{N}"'“(`[])/gu;
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|resp|incl|dr|mr|mrs|st)\.$/iu;

function splitSentences(paragraph: string): readonly { text: string; at: number }[] {
  const pieces: { text: string; at: number }[] = [];
  let start = 0;
  for (const { index, 0: gap } of paragraph.matchAll(SENTENCE_BREAK)) {
    if (ABBREVIATION.test(paragraph.slice(Math.max(start, index - 10), index))) continue;
    pieces.push({ text: paragraph.slice(start, index), at: start });
    start = index + gap.length;
  }
  return [...pieces, { text: paragraph.slice(start), at: start }];
}

const MIN_WORDS = 2;
const MIN_LETTERS = 0.4; // of all characters; what has fewer is a formula, a drawing or a row of badges
const MAX_SEPARATORS = 2; // a line of links has more: "Docs | API | Blog | Chat"

function isWorthQuoting(text: string): boolean {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}]{2,}/gu)?.length ?? 0;
  const separators = text.match(/ \| |[•·]/gu)?.length ?? 0;
  return words >= MIN_WORDS && letters >= text.length * MIN_LETTERS && separators <= MAX_SEPARATORS && !isProgramText(text);
}

const MAX_SENTENCE_CHARS = 400;
const POINTER = / *→ [\p{L} ]{1,30}$/u; // "→ Documentation": a link that is gone

function shortened(sentence: string): string {
  const text = sentence.replace(POINTER, "");
  if (text.length <= MAX_SENTENCE_CHARS) return text;
  const head = wholeCharacters(text.slice(0, MAX_SENTENCE_CHARS - 1));
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), MAX_SENTENCE_CHARS / 2))}…`;
}
