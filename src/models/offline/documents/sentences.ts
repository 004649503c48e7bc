import { oneLine } from "../../../core/describe.ts";
import { declarationLines } from "./declarations.ts";
import { plainText } from "./inline.ts";
import type { ReadableLine } from "./lines.ts";
import { markdownLines } from "./markdown.ts";
import type { Excerpt, Hit } from "./passages.ts";

/** One sentence of a document: readable text on one line, where it begins, and the headings it stands under. */
export interface Sentence {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  /** The nearest last. */
  readonly headings: readonly string[];
  /** The line on which its paragraph or list item begins. */
  readonly block: number;
}

const SOURCE = /\.[cm]?[jt]sx?$/iu;

/**
 * The sentences of an excerpt that are worth quoting: prose, list items and doc comments; no code, no navigation, and
 * no half sentence where the excerpt begins or ends inside one.
 */
export function sentencesOf(excerpt: Excerpt): readonly Sentence[] {
  const { file, firstLine, lines } = excerpt;
  const sentences = collected(file, SOURCE.test(file) ? declarationLines(lines, firstLine) : markdownLines(lines, firstLine));
  const beginsInside = firstLine > 1 && sentences[0]?.line === firstLine && /^\p{Ll}/u.test(sentences[0].text);
  return sentences.slice(beginsInside ? 1 : 0, endsInside(excerpt, sentences.at(-1)) ? -1 : undefined);
}

const LAST_WORD = /[\p{L}\p{N}]+,?$/u;

/** True when the last sentence stops with the excerpt and not with a full stop, and the file goes on. */
function endsInside({ lines, isToEnd }: Excerpt, last: Sentence | undefined): boolean {
  const word = LAST_WORD.exec(lines.at(-1)?.trimEnd() ?? "")?.[0];
  return !isToEnd && word !== undefined && word === LAST_WORD.exec(last?.text ?? "")?.[0];
}

/** The sentences of a passage as a search shows it: on one line, perhaps cut at its ends, which are left out. */
export function sentencesIn({ file, line, text }: Hit): readonly Sentence[] {
  const bare = text.replace(/^\s*\/\*+|\*\/.*$/gu, "").replace(/(?:^| )\*(?= )/gu, "");
  const sentences = collected(file, [{ kind: "text", number: line, text: bare.replace(/^#+ /u, "") }]);
  const end = text.endsWith("…") ? -1 : undefined;
  return sentences.slice(text.startsWith("…") ? 1 : 0, sentences.length > 1 ? end : undefined);
}

function collected(file: string, lines: readonly ReadableLine[]): readonly Sentence[] {
  const collector = new SentenceCollector(file);
  for (const line of lines) collector.add(line);
  return collector.end();
}

class SentenceCollector {
  readonly #file: string;
  readonly #sentences: Sentence[] = [];
  readonly #headings: string[] = [];
  #open: { readonly text: string; readonly number: number }[] = [];
  #isItem = false;

  constructor(file: string) {
    this.#file = file;
  }

  add(line: ReadableLine): void {
    if (line.kind !== "text") this.#close();
    switch (line.kind) {
      case "break":
        return;
      case "heading":
        this.#headings.length = line.level - 1;
        this.#headings[line.level - 1] = line.text;
        return;
      case "item":
        this.#isItem = true;
        this.#open.push(line);
        return;
      case "text":
        this.#open.push(line);
    }
  }

  end(): readonly Sentence[] {
    this.#close();
    return this.#sentences;
  }

  #close(): void {
    const headings = this.#headings.filter((heading) => heading);
    for (const { text, line } of sentencesFrom(this.#open, this.#isItem)) {
      this.#sentences.push({ file: this.#file, line, text, headings, block: this.#open[0]?.number ?? line });
    }
    this.#open = [];
    this.#isItem = false;
  }
}

interface Piece {
  readonly text: string;
  readonly line: number;
}

const MAX_ITEM_CHARS = 280;

/** A paragraph's sentences as plain text, each with the line it begins on. A short list item stays whole. */
function sentencesFrom(lines: readonly { text: string; number: number }[], isItem: boolean): readonly Piece[] {
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
  return words >= MIN_WORDS && letters >= text.length * MIN_LETTERS && separators <= MAX_SEPARATORS;
}

const MAX_SENTENCE_CHARS = 400;
const POINTER = / *→ [\p{L} ]{1,30}$/u; // "→ Documentation": a link that is gone

function shortened(sentence: string): string {
  const text = sentence.replace(POINTER, "");
  if (text.length <= MAX_SENTENCE_CHARS) return text;
  const head = text.slice(0, MAX_SENTENCE_CHARS - 1).replace(/[\uD800-\uDBFF]$/u, "");
  return `${head.slice(0, Math.max(head.lastIndexOf(" "), MAX_SENTENCE_CHARS / 2))}…`;
}
