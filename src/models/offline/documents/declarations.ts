import type { ReadableLine } from "./lines.ts";
import { beginsInCode } from "./markdown.ts";

/** A comment's text without its stars; the first one of an excerpt may lack its beginning. */
interface Comment {
  readonly lines: { readonly text: string; readonly number: number }[];
  readonly isWhole: boolean;
}

const COMMENT_START = /^\s*\/\*/u;
const COMMENT_END = /\*\//u;
const MAX_LINES_TO_NAME = 3; // what is documented stands right below its comment

/** The readable lines of source code: its comments, each under the name of what it documents; no code. */
export function declarationLines(lines: readonly string[], firstLine: number): readonly ReadableLine[] {
  const result: ReadableLine[] = [];
  let comment: Comment | null = beginsInComment(lines) ? { lines: [], isWhole: false } : null;
  for (const [index, line] of lines.entries()) {
    const number = firstLine + index;
    if (comment === null && COMMENT_START.test(line)) comment = { lines: [], isWhole: true };
    comment?.lines.push({ text: commentText(line), number });
    if (comment === null) result.push(...codeLine(line, number));
    else if (COMMENT_END.test(line)) {
      result.push(...documented(comment, lines.slice(index + 1, index + 1 + MAX_LINES_TO_NAME)));
      comment = null;
    }
  }
  return comment === null ? result : [...result, ...documented(comment, [])];
}

/** True when the first end of a comment stands before the first start. */
function beginsInComment(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => COMMENT_END.test(line));
  const start = lines.findIndex((line) => COMMENT_START.test(line));
  return end >= 0 && (start < 0 || start > end);
}

function commentText(line: string): string {
  return line.replace(/^\s*\/\*\*?/u, "").replace(/\*\/.*$/u, "").replace(/^\s*\*(?: |$)/u, "").trim();
}

const MEMBER_LEVEL = 6;
const HOLDER_LEVEL = 5;

function documented(comment: Comment, below: readonly string[]): readonly ReadableLine[] {
  const number = comment.lines[0]?.number ?? 1;
  const code = below.find((line) => line.trim() !== "") ?? "";
  const heading: ReadableLine = { kind: "heading", number, text: declaredName(code), level: MEMBER_LEVEL };
  return [heading, ...readableComment(comment), { kind: "break", number }];
}

const TAG = /^@(\w+)\s*(.*)$/u;
const UNREAD_TAGS = new Set("example see module typeparam template since author internal public license link inheritdoc".split(" "));
const LABELS: ReadonlyMap<string, string> = new Map([
  ["default", "Default: "],
  ["defaultvalue", "Default: "],
  ["deprecated", "Deprecated: "],
  ["return", "Returns: "],
  ["returns", "Returns: "],
  ["throws", "Throws: "],
]);

function readableComment({ lines, isWhole }: Comment): readonly ReadableLine[] {
  let isUnread = false;
  let inCode = !isWhole && beginsInCode(lines.map(({ text }) => text));
  return lines.map(({ text, number }): ReadableLine => {
    const [, tag, rest = ""] = TAG.exec(text) ?? [];
    if (tag !== undefined) isUnread = UNREAD_TAGS.has(tag.toLowerCase());
    const isFence = /^(?:`{3,}|~{3,})/u.test(text);
    if (isFence) inCode = !inCode;
    if (text === "" || isFence || inCode || isUnread) return { kind: "break", number };
    if (tag !== undefined) return { kind: "item", number, text: tagText(tag.toLowerCase(), rest) };
    return { kind: /^[-*] /u.test(text) ? "item" : "text", number, text: text.replace(/^[-*] /u, "") };
  });
}

function tagText(tag: string, rest: string): string {
  if (tag !== "param") return `${LABELS.get(tag) ?? ""}${rest}`;
  const [, name, text] = /^(?:\{[^{}]*\}\s*)?(\S+)\s+(?:- )?(.*)$/u.exec(rest) ?? [];
  return name === undefined || text === undefined ? rest : `\`${name}\`: ${text}`;
}

const HOLDER = /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:class|interface|namespace|enum|type)\s+([\p{L}\p{N}_$]+)/u;
const MODIFIER = "export|default|declare|public|private|protected|static|abstract|async|readonly|get|set";
const KIND = "function|const|let|var|class|interface|type|enum|namespace";
const DECLARED = new RegExp(`^\\s*(?:(?:${MODIFIER}|${KIND})\\s+)*([\\p{L}\\p{N}_$]+)`, "u");

function declaredName(code: string): string {
  return DECLARED.exec(code)?.[1] ?? "";
}

/** What a line of code says: the holder it opens, or its own comment after `//`; other code ends what stood above it. */
function codeLine(line: string, number: number): readonly ReadableLine[] {
  const holder = HOLDER.exec(line)?.[1];
  if (holder !== undefined) return [{ kind: "heading", number, text: holder, level: HOLDER_LEVEL }];
  const [, code = "", remark] = /^(.*?)(?:^|\s)\/\/+\s+(.*)$/u.exec(line) ?? [];
  if (remark === undefined) return [{ kind: "heading", number, text: "", level: MEMBER_LEVEL }];
  if (code.trim() === "") return [{ kind: "text", number, text: remark }];
  const heading: ReadableLine = { kind: "heading", number, text: declaredName(code), level: MEMBER_LEVEL };
  return [heading, { kind: "item", number, text: remark }, { kind: "break", number }];
}
