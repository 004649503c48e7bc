import { decodeEntities } from "./entities.ts";
import type { TextLine } from "./lines.ts";

const BLOCKS: ReadonlySet<string> = new Set(
  ("address article aside blockquote body br button caption dd details dialog div dl dt fieldset figcaption figure footer form " +
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol option p pre search section select summary table tbody tfoot " +
    "thead title tr ul").split(" "),
);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

// Elements whose content is not text for a reader, with the pattern that ends each.
const UNREAD: ReadonlyMap<string, RegExp> = new Map(
  ["script", "style", "template", "svg", "iframe", "noembed", "noframes"].map((name) => [name, new RegExp(`</${name}(?=[\\s/>])`, "giu")]),
);

/** An HTML page as text lines: no tags, comments, scripts or styles; entities decoded; each line with its place in the file. */
export function htmlLines(html: string): TextLine[] {
  return new HtmlReader(html).read();
}

/** One pass over a page. Every step moves forward, and whatever is never closed ends with the page, as in a browser. */
class HtmlReader {
  readonly #html: string;
  readonly #lines: TextLine[] = [];
  #at = 0;
  #line = 1;
  #text = "";
  #textLine = 1;
  #level = 0;
  #begins = true;

  constructor(html: string) {
    this.#html = html.replace(/\r\n?/gu, "\n");
  }

  read(): TextLine[] {
    while (this.#at < this.#html.length) {
      const open = this.#html.indexOf("<", this.#at);
      this.#addText(open === -1 ? this.#html.length : open);
      if (open !== -1) this.#readMarkup();
    }
    this.#endLine();
    return this.#lines;
  }

  #addText(end: number): void {
    const pieces = this.#html.slice(this.#at, end).split("\n");
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) this.#nextFileLine();
      if (this.#text === "") this.#textLine = this.#line;
      this.#text += piece;
    }
    this.#at = end;
  }

  #readMarkup(): void {
    const next = this.#html.slice(this.#at + 1, this.#at + 3);
    if (this.#html.startsWith("<!--", this.#at)) this.#skipTo("-->");
    else if (/^[!?]/u.test(next)) this.#skipTo(">");
    else if (/^\/?[a-z]/iu.test(next)) this.#readTag();
    else this.#addText(this.#at + 1); // a bare < is text
  }

  #readTag(): void {
    const start = this.#at;
    this.#skip(tagEnd(this.#html, start));
    const [, slash = "", raw = ""] = /^<(\/?)([a-z][a-z0-9-]*)/iu.exec(this.#html.slice(start, start + 40)) ?? [];
    const name = raw.toLowerCase();
    if (BLOCKS.has(name)) this.#breakAt(name, slash === "/");
    if (CELLS.has(name)) this.#text += " ";
    const ending = UNREAD.get(name);
    if (ending && slash === "" && this.#html[this.#at - 2] !== "/") this.#skipPast(ending);
  }

  #breakAt(name: string, closes: boolean): void {
    this.#endLine();
    this.#begins = true;
    const level = name === "title" ? 1 : Number(/^h([1-6])$/u.exec(name)?.[1] ?? 0);
    this.#level = closes ? 0 : level;
  }

  #nextFileLine(): void {
    this.#line += 1;
    // A heading is one line however it is written; elsewhere the file's own lines are kept.
    if (this.#level > 0) this.#text += " ";
    else this.#endLine();
  }

  #endLine(): void {
    const text = decodeEntities(this.#text).trim();
    if (text !== "") {
      this.#lines.push({ number: this.#textLine, text, level: this.#level, begins: this.#begins });
      this.#begins = false;
    }
    this.#text = "";
  }

  #skipTo(ending: string): void {
    const found = this.#html.indexOf(ending, this.#at);
    this.#skip(found === -1 ? this.#html.length : found + ending.length);
  }

  #skipPast(ending: RegExp): void {
    ending.lastIndex = this.#at;
    const found = ending.exec(this.#html);
    this.#skip(found ? tagEnd(this.#html, found.index) : this.#html.length);
  }

  #skip(end: number): void {
    const skipped = this.#html.slice(this.#at, end);
    for (let at = skipped.indexOf("\n"); at !== -1; at = skipped.indexOf("\n", at + 1)) this.#line += 1;
    this.#at = end;
  }
}

// A > inside a quoted attribute value does not end the tag.
function tagEnd(html: string, start: number): number {
  const part = />|=\s*(["'])/gu;
  part.lastIndex = start;
  for (let found = part.exec(html); found; found = part.exec(html)) {
    const quote = found[1];
    if (quote === undefined) return part.lastIndex;
    const close = html.indexOf(quote, part.lastIndex);
    if (close === -1) return html.length;
    part.lastIndex = close + 1;
  }
  return html.length;
}
