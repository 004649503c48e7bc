import { plainText, withoutLongTags } from "./inline.ts";
import type { ReadableLine } from "./lines.ts";
import { withoutUnread } from "./unread.ts";

const FENCE = /^\s*(?:>\s*)?(`{3,}|~{3,})\s*(\S*)/u;

/** The readable lines of a piece of Markdown: no code and no layout, tables as one line a row. */
export function markdownLines(raw: readonly string[], firstLine: number): readonly ReadableLine[] {
  const lines = withoutLongTags(withoutUnread(raw, { isHtml: false, isCut: firstLine > 1 }));
  const result: ReadableLine[] = [];
  let inCode = beginsInCode(lines);
  for (const [index, line] of lines.entries()) {
    const number = firstLine + index;
    if (FENCE.test(line)) inCode = !inCode;
    if (inCode || FENCE.test(line)) result.push({ kind: "break", number });
    else result.push(readableLine(line, { above: lines[index - 1] ?? "", below: lines[index + 1] ?? "" }, number));
  }
  return result;
}

/** True when a piece of Markdown begins inside a code block: its first fence closes, and what stands above it is code. */
export function beginsInCode(lines: readonly string[]): boolean {
  const first = lines.findIndex((line) => FENCE.test(line));
  if (first < 0 || FENCE.exec(lines[first] ?? "")?.[2] !== "") return false;
  const next = lines.slice(first + 1).find((line) => FENCE.test(line));
  const opensLanguage = next !== undefined && FENCE.exec(next)?.[2] !== "";
  return opensLanguage || looksLikeCode(lines.slice(0, first));
}

const CODE_LINE = /[;{}(),[\]]\s*$|^\s*(?:\/\/|[}\])]|\$ |import |export |const |await |return )/u;

function looksLikeCode(lines: readonly string[]): boolean {
  const filled = lines.filter((line) => line.trim() !== "");
  return filled.length > 0 && filled.filter((line) => CODE_LINE.test(line)).length > filled.length / 2;
}

const HEADING = /^ {0,3}(#{1,6})\s+(.*)$/u;
const UNDERLINE = /^ {0,3}(=|-)[=-]*\s*$/u;
const RULE = /^ {0,3}(?:[-*_]\s*){3,}$/u;
const REFERENCE = /^ {0,3}\[[^[\]]+\]:\s*\S/u;
const ALERT = /^\s*\[!\w+\]\s*$/u;
const ITEM = /^\s*(?:[-*+•]|\d{1,4}[.)])\s+(?=\S)/u;
const TAGGED_HEADING = /^\s*<h([1-6])(?:\s[^<>]*)?>(.*)<\/h[1-6]>\s*$/iu;
const ONLY_A_LINK = /^[^\p{L}\p{N}[]*\[[^[\]]*\]\([^()]*\)[\s.,;]*$/u;
const TABLE_RULE = /^[\s|:-]+$/u;

interface Around {
  readonly above: string;
  readonly below: string;
}

function readableLine(raw: string, around: Around, number: number): ReadableLine {
  const line = raw.replace(/^\s*(?:>\s?)+/u, "");
  const [, level, title = ""] = TAGGED_HEADING.exec(line) ?? HEADING.exec(line) ?? [];
  if (level) return { kind: "heading", number, text: titleText(title), level: Number(level) || level.length };
  if (isIgnored(line) || isNavigation(line, around)) return { kind: "break", number };
  const underline = UNDERLINE.exec(around.below)?.[1];
  if (underline && !ITEM.test(line)) return { kind: "heading", number, text: titleText(line), level: underline === "=" ? 1 : 2 };
  if (line.trimStart().startsWith("|")) return { kind: "item", number, text: rowText(line) };
  const text = line.replace(ITEM, "");
  if (plainText(text).trim() === "") return { kind: "break", number };
  return { kind: ITEM.test(line) ? "item" : "text", number, text: withJoint(text) };
}

/** A line break inside a paragraph ("Type: `number`\") parts its facts; the sentence goes on. */
function withJoint(text: string): string {
  if (text.endsWith("\\")) return `${text.slice(0, -1)};`;
  return text.endsWith("  ") ? `${text.trimEnd()};` : text;
}

function isIgnored(line: string): boolean {
  return RULE.test(line) || UNDERLINE.test(line) || TABLE_RULE.test(line) || REFERENCE.test(line) || ALERT.test(line);
}

/** A link that is all of a list item or of a paragraph leads elsewhere and says nothing. */
function isNavigation(line: string, { above, below }: Around): boolean {
  const standsAlone = ITEM.test(line) || (above.trim() === "" && below.trim() === "");
  return standsAlone && ONLY_A_LINK.test(line.replace(ITEM, ""));
}

function titleText(title: string): string {
  return plainText(title.replace(/\s#+\s*$/u, "")).trim();
}

function rowText(line: string): string {
  const cells = line.split(/(?<!\\)\|/u).map((cell) => plainText(cell).trim());
  return cells.filter((cell) => cell !== "").join(" – ");
}
