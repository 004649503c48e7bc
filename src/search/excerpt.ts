import { oneLine } from "../core/describe.ts";
import { wordsOf } from "./terms.ts";

/**
 * A passage on one line, white space folded and at most `maxChars` characters long: all of it, or the part with the
 * most different terms of those asked for, with `…` where something is left out.
 */
export function excerptOf(text: string, terms: ReadonlySet<string>, maxChars: number): string {
  const line = oneLine(text);
  if (line.length <= maxChars) return line;
  const start = bestStart(line, terms, maxChars);
  const head = start > 0 ? "…" : "";
  const tail = start + maxChars - head.length < line.length ? "…" : "";
  const end = start + maxChars - head.length - tail.length;
  return head + wholeWords(line, start, end) + tail;
}

interface Found {
  readonly index: number;
  readonly term: string;
}

const LEAD_CHARS = 60; // shown before the first term found, so that it does not stand out of context

function bestStart(line: string, terms: ReadonlySet<string>, maxChars: number): number {
  const found = foundTerms(line, terms);
  let best = { start: 0, count: distinctFrom(found, 0, maxChars) };
  for (const [position, { index }] of found.entries()) {
    const start = wordStart(line, Math.max(0, index - LEAD_CHARS));
    const count = distinctFrom(found.slice(position), start, maxChars);
    if (count > best.count) best = { start, count };
  }
  return best.start;
}

function foundTerms(line: string, terms: ReadonlySet<string>): Found[] {
  const found: Found[] = [];
  for (const word of wordsOf(line)) {
    for (const term of word.terms) if (terms.has(term)) found.push({ index: word.index, term });
  }
  return found;
}

function distinctFrom(found: readonly Found[], start: number, maxChars: number): number {
  const inside = found.filter(({ index }) => index >= start && index < start + maxChars - LEAD_CHARS / 2);
  return new Set(inside.map(({ term }) => term)).size;
}

function wordStart(line: string, index: number): number {
  const space = line.indexOf(" ", index);
  return index === 0 || space === -1 || space - index > LEAD_CHARS / 2 ? index : space + 1;
}

function wholeWords(line: string, start: number, end: number): string {
  const part = line.slice(start, end);
  const space = part.lastIndexOf(" ");
  const isCut = end < line.length && line[end] !== " " && space > part.length / 2;
  const words = isCut ? part.slice(0, space) : part;
  // A surrogate pair cut in two would not survive being written out.
  return words.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/gu, "").trimEnd();
}
