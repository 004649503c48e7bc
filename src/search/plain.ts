import type { TextLine } from "./lines.ts";

const DOC_COMMENT = /^\s*\/\*\*/u;

/** Plain text and source code as text lines: a passage may begin after a blank line and at a doc comment. */
export function plainLines(lines: readonly string[]): TextLine[] {
  let afterBlank = true;
  return lines.map((text, index) => {
    const begins = afterBlank || DOC_COMMENT.test(text);
    afterBlank = text.trim() === "";
    return { number: index + 1, text, level: 0, begins };
  });
}
