import { escapeForTerminal } from "../core/escape.ts";

const CHARACTERS_PER_COLUMN = 2; // some take no column, and runs of white space shrink to one
const MORE_THAN_A_SPACE = /[^\S ]\s*|\s{2,}/gu;

/**
 * The beginning of a text on one line and escaped: enough of it to fill `columns`, with an ellipsis where it goes on.
 * Line breaks and runs of white space become single spaces. Looks at no more of a long text than it shows.
 */
export function inLine(text: string, columns: number): string {
  const most = columns * CHARACTERS_PER_COLUMN;
  const beginning = text.length > most ? `${text.slice(0, most)}…` : text;
  return escapeForTerminal(beginning.replace(MORE_THAN_A_SPACE, " ").trim());
}
