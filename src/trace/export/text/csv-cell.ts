import { escapeLines } from "../../../core/escape.ts";
import { wholeCharacters } from "../../../core/cut.ts";

const MOST_CHARACTERS = 32_000; // a spreadsheet takes 32 767 in a cell
// What a spreadsheet would take for a formula, also behind blanks and in the wide forms of East Asian keyboards.
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * A text as a cell of a CSV file by RFC 4180: in quotes where it needs them, quotes doubled. What a spreadsheet would
 * run as a formula gets an apostrophe in front; controls, bidi and invisible characters are written out; a longer text
 * is cut after 32 000 characters, with an ellipsis.
 */
export function textCell(text: string): string {
  const shown = text.length > MOST_CHARACTERS ? `${wholeCharacters(text.slice(0, MOST_CHARACTERS))}…` : text;
  const safe = (FORMULA.test(shown) ? "'" : "") + escapeLines(shown);
  return /[",\r\n]|^\s|\s$/u.test(safe) ? `"${safe.replace(/"/gu, '""')}"` : safe;
}

/** A figure as a cell; empty for one that is not known or none. */
export function figureCell(figure: number | null | undefined): string {
  return figure === null || figure === undefined || !Number.isFinite(figure) ? "" : String(figure);
}
