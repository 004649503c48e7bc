import { wholeCharacters } from "../core/cut.ts";
import { escapeForTerminal } from "../core/escape.ts";

/** How texts that anybody may have written are shown to a model inside texts of ours: one line each, and never too many. */

const MAX_TEXTS = 100;
const MAX_BLOCK_CHARS = 8_000;
const MAX_HEADING_CHARS = 200;
const MAX_LINE_CHARS = 2_400;
const MAX_NAMES_CHARS = 2_000;
const NOTE_CHARS = 40; // room for the note of how many more there are

/** A text on one line: line breaks, controls and invisible characters are written out; one far too long is cut. */
export function inLine(text: string): string {
  return cutTo(MAX_LINE_CHARS, escapeForTerminal(text));
}

/**
 * A block for the end of a system message: a blank line, the heading and a colon, then a line for each text; empty
 * without texts. It has at most 100 of them and 8 000 characters, and then says how many more there are. No text can
 * end its line or the block.
 */
export function promptBlock(heading: string, texts: readonly string[]): string {
  if (texts.length === 0) return "";
  return `\n\n${cutTo(MAX_HEADING_CHARS, escapeForTerminal(heading))}:\n${listed(texts.map((text) => `- ${text}`))}`;
}

/** Texts as lines, within the limits of a block. */
export function listed(texts: readonly string[]): string {
  const { shown, left } = within(MAX_BLOCK_CHARS - MAX_HEADING_CHARS - NOTE_CHARS, texts);
  return [...shown, ...(left > 0 ? [`(${left} more not shown)`] : [])].join("\n");
}

/** Names in one line, sorted: `a, b`; `none` without any. Where there are very many, their number stands for the rest. */
export function named(names: Iterable<string>): string {
  const { shown, left } = within(MAX_NAMES_CHARS, [...names].sort());
  return [...shown, ...(left > 0 ? [`(${left} more)`] : [])].join(", ") || "none";
}

function within(maxChars: number, texts: readonly string[]): { readonly shown: readonly string[]; readonly left: number } {
  const shown: string[] = [];
  let room = maxChars;
  for (const text of texts.slice(0, MAX_TEXTS).map(inLine)) {
    room -= text.length + 2;
    if (room < 0) break;
    shown.push(text);
  }
  return { shown, left: texts.length - shown.length };
}

function cutTo(maxChars: number, text: string): string {
  return text.length <= maxChars ? text : `${wholeCharacters(text.slice(0, maxChars - 1))}…`;
}
