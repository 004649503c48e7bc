import { escapeForTerminal, escapeLines } from "../../../core/escape.ts";
import { wholeCharacters } from "../../../core/cut.ts";

const LONGEST_SPAN = 200; // characters

/**
 * A text as a code span on one line, in which Markdown reads nothing: no markup, no link, no HTML. A `|` becomes `¦`,
 * because in a table it would end the cell even here. Longer texts are cut after 200 characters.
 */
export function codeSpan(text: string): string {
  const beginning = text.length > LONGEST_SPAN ? `${wholeCharacters(text.slice(0, LONGEST_SPAN))}…` : text;
  const line = escapeForTerminal(beginning.replace(/\s+/gu, " ").trim()).replaceAll("|", "¦");
  if (line === "") return "";
  const fence = "`".repeat(1 + longestRun(line));
  return fence.length === 1 ? `\`${line}\`` : `${fence} ${line} ${fence}`;
}

/** A text of any number of lines as a fenced block that nothing in it can end. */
export function fenced(text: string): string {
  const fence = "`".repeat(Math.max(3, 1 + longestRun(text)));
  return `${fence}text\n${escapeLines(text)}\n${fence}`;
}

/** A table; the cells must be code spans or words of our own. The first column to the left, the others to the right. */
export function markdownTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = titles.map((_title, index) => (index === 0 ? "---" : "--:"));
  return [titles, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function longestRun(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/gu)) longest = Math.max(longest, run.length);
  return longest;
}
