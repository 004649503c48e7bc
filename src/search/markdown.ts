import type { TextLine } from "./lines.ts";

const ATX_HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/su; // `s`: a U+2028 in the line must not make it try every blank before it
const SETEXT_UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/u;
const FENCE = /^ {0,3}(`{3,}|~{3,})/u;

/** Markdown as text lines: headings found (not those inside code fences), link targets and layout tags left out. */
export function markdownLines(lines: readonly string[]): TextLine[] {
  const result: TextLine[] = [];
  let fence: string | null = null;
  let afterBlank = true;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    const level: number = fence === null && mark === null ? headingLevel(lines, index) : 0;
    const text = fence === null ? proseText(line, level) : line;
    result.push({ number: index + 1, text, level, begins: afterBlank || level > 0 });
    // A blank line inside a fence is part of the code and no place to begin a passage.
    afterBlank = fence === null && text.trim() === "";
    fence = fenceAfter(fence, mark, line);
  }
  return result;
}

function fenceAfter(fence: string | null, mark: string | null, line: string): string | null {
  if (fence === null) return mark;
  const closes = mark !== null && mark.startsWith(fence) && line.trim() === mark;
  return closes ? null : fence;
}

function headingLevel(lines: readonly string[], index: number): number {
  const line = lines[index] ?? "";
  const marks = ATX_HEADING.exec(line)?.[1];
  if (marks) return marks.length;
  if (line.trim() === "" || SETEXT_UNDERLINE.test(line)) return 0;
  const underline = SETEXT_UNDERLINE.exec(lines[index + 1] ?? "")?.[1];
  if (!underline) return 0;
  return underline.startsWith("=") ? 1 : 2;
}

function proseText(line: string, level: number): string {
  if (SETEXT_UNDERLINE.test(line)) return "";
  const bare = level > 0 ? line.replace(ATX_HEADING, "$2").trimStart().replace(/[ \t]#+[ \t]*$/u, "") : line;
  return withoutLayout(bare).trimEnd();
}

// No repetition below can run over the character that begins the pattern, so hostile lines cost linear time.
const IMAGE = /!\[([^[\]]*)\]\([^()]*\)/gu;
const LINK = /\[([^[\]]*)\]\([^()]*\)/gu;
const REFERENCE_TARGET = /^ {0,3}\[[^[\]]+\]:\s*\S+/u;
const COMMENT = /<!--[^<>]*-->/gu;
const LAYOUT_TAG =
  /(?<!`)<\/?(?:a|b|br|center|details|div|em|h[1-6]|hr|i|img|kbd|p|picture|source|strong|sub|summary|sup|table|tbody|td|th|thead|tr)(?:\s[^<>]*)?\/?>/giu;

function withoutLayout(line: string): string {
  if (!/[[<]/u.test(line)) return line;
  if (REFERENCE_TARGET.test(line)) return "";
  // Images first: a badge is an image inside a link.
  return line.replace(IMAGE, "$1").replace(LINK, "$1").replace(COMMENT, "").replace(LAYOUT_TAG, " ");
}
