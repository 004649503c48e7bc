import { htmlLines } from "./html.ts";
import { linesOf, type TextLine } from "./lines.ts";
import { markdownLines } from "./markdown.ts";
import { plainLines } from "./plain.ts";

/** How a document is read: which of its lines are headings and what of it is markup. */
export type DocumentFormat = "markdown" | "html" | "plain";

/** A document as it is given to the search: its name, how to read it, and its text. */
export interface SearchDocument {
  readonly name: string;
  readonly format: DocumentFormat;
  readonly text: string;
}

/** A piece of one document that is about one thing: found as a whole, and never across two documents. */
export interface Passage {
  readonly document: string;
  /** The line of the document it begins at, counted from 1. */
  readonly line: number;
  /** The heading it stands under, the nearest one; empty when there is none. */
  readonly heading: string;
  /** Readable text, its lines joined by line breaks. */
  readonly text: string;
}

const ENOUGH_CHARS = 400;
const MAX_CHARS = 1200;
const MAX_HEADING_CHARS = 200;

/**
 * Splits a document into passages of some 400 to 1200 characters: at every heading, and at blank lines, blocks and doc
 * comments once there is enough; a longer block is split between its lines, a longer line inside itself.
 */
export function passagesOf({ name, format, text }: SearchDocument): Passage[] {
  const collector = new PassageCollector(name);
  for (const line of textLines(format, text)) collector.add(line);
  return collector.end();
}

function textLines(format: DocumentFormat, text: string): readonly TextLine[] {
  switch (format) {
    case "markdown":
      return markdownLines(linesOf(text));
    case "html":
      return htmlLines(text);
    case "plain":
      return plainLines(linesOf(text));
  }
}

class PassageCollector {
  readonly #document: string;
  readonly #passages: Passage[] = [];
  #heading = "";
  #open: TextLine[] = [];
  #chars = 0;
  #hasBody = false;

  constructor(document: string) {
    this.#document = document;
  }

  add(line: TextLine): void {
    if (line.level > 0) this.#addHeading(line);
    else if (line.text.trim() !== "") this.#addBody(line);
  }

  end(): Passage[] {
    this.#close();
    return this.#passages;
  }

  #addHeading(line: TextLine): void {
    // A heading right below a heading stays with it: a passage of nothing but a title helps nobody.
    if (this.#hasBody || this.#chars > ENOUGH_CHARS) this.#close();
    const title = line.text.trim();
    this.#heading = title.length > MAX_HEADING_CHARS ? title.slice(0, cutPosition(title, MAX_HEADING_CHARS)) : title;
    this.#push({ ...line, text: this.#heading });
  }

  #addBody(line: TextLine): void {
    const isEnough = line.begins && this.#chars >= ENOUGH_CHARS;
    if (this.#hasBody && (isEnough || this.#chars + line.text.length > MAX_CHARS)) this.#close();
    let rest = line.text;
    while (this.#chars + rest.length > MAX_CHARS) {
      const end = cutPosition(rest, MAX_CHARS - this.#chars);
      this.#push({ ...line, text: rest.slice(0, end) });
      this.#close();
      rest = rest.slice(end);
    }
    this.#push({ ...line, text: rest });
    this.#hasBody = true;
  }

  #push(line: TextLine): void {
    this.#open.push(line);
    this.#chars += line.text.length + 1;
  }

  #close(): void {
    const [first] = this.#open;
    if (first) {
      const text = this.#open.map((line) => line.text).join("\n");
      this.#passages.push({ document: this.#document, line: first.number, heading: this.#heading, text });
    }
    this.#open = [];
    this.#chars = 0;
    this.#hasBody = false;
  }
}

/** Where to cut a text of more than `max` characters: after white space where there is some, never in a character. */
function cutPosition(text: string, max: number): number {
  const space = text.lastIndexOf(" ", max - 1);
  if (space >= max / 2) return space + 1;
  return /[\uD800-\uDBFF]/u.test(text[max - 1] ?? "") ? max - 1 : max;
}
