import { declarationLines } from "./declarations.ts";
import { htmlLines } from "./html.ts";
import type { ReadableLine } from "./lines.ts";
import { markdownLines } from "./markdown.ts";
import { sentencesFrom, type ParagraphLine } from "./paragraph.ts";
import type { Excerpt, Hit } from "./passages.ts";
import { commentsIn, isSourceText } from "./program-text.ts";
import { scriptLines } from "./scripts.ts";

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

const SOURCE = /\.(?:[cm]?[jt]sx?|c|cc|cpp|cs|cxx|dart|go|h|hpp|hs|java|kt|m|php|proto|rs|scala|swift|zig)$/iu; // comments after // and in /* */
const SCRIPT = /\.(?:bash|ex|exs|jl|pl|ps1|py|pyi|r|rb|sh)$/iu; // remarks after #
const HTML = /\.(?:htm|html|xhtml)$/iu;

/**
 * The sentences of an excerpt that are worth quoting: prose, list items and doc comments; no code, no navigation, and
 * no half sentence where the excerpt begins or ends inside one.
 */
export function sentencesOf(excerpt: Excerpt): readonly Sentence[] {
  const { file, firstLine } = excerpt;
  const sentences = collected(file, readableLines(excerpt));
  const beginsInside = firstLine > 1 && sentences[0]?.line === firstLine && /^\p{Ll}/u.test(sentences[0].text);
  return sentences.slice(beginsInside ? 1 : 0, endsInside(excerpt, sentences.at(-1)) ? -1 : undefined);
}

function readableLines({ file, firstLine, lines }: Excerpt): readonly ReadableLine[] {
  if (HTML.test(file)) return htmlLines(lines, firstLine);
  if (SCRIPT.test(file)) return scriptLines(lines, firstLine);
  return SOURCE.test(file) ? declarationLines(lines, firstLine) : markdownLines(lines, firstLine);
}

const LAST_WORD = /[\p{L}\p{N}]+,?$/u;

/** True when the last sentence stops with the excerpt and not with a full stop, and the file goes on. */
function endsInside({ lines, isToEnd }: Excerpt, last: Sentence | undefined): boolean {
  const word = LAST_WORD.exec(lines.at(-1)?.trimEnd() ?? "")?.[0];
  return !isToEnd && word !== undefined && word === LAST_WORD.exec(last?.text ?? "")?.[0];
}

/** The sentences of a passage as a search shows it: on one line, perhaps cut at its ends, which are left out. */
export function sentencesIn({ file, line, text }: Hit): readonly Sentence[] {
  const sentences = collected(file, passageLines({ file, line, text }));
  const end = text.endsWith("…") ? -1 : undefined;
  return sentences.slice(text.startsWith("…") ? 1 : 0, sentences.length > 1 ? end : undefined);
}

function passageLines({ file, line, text }: Omit<Hit, "rank">): readonly ReadableLine[] {
  if (HTML.test(file)) return htmlLines([text], line);
  if (SCRIPT.test(file) && isSourceText(text)) return [];
  const bare = SOURCE.test(file) ? commentsIn(text) : text.replace(/(?:^| )\*(?= )/gu, "").replace(/^#+ /u, "");
  return [{ kind: "text", number: line, text: bare }];
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
  #open: ParagraphLine[] = [];
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
