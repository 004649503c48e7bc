import { plainText } from "./inline.ts";
import type { ReadableLine } from "./lines.ts";
import { withoutUnread } from "./unread.ts";

const BLOCKS =
  "address|article|aside|blockquote|body|br|button|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|" +
  "head|header|hr|html|legend|li|main|nav|ol|option|p|pre|section|select|summary|table|tbody|tfoot|thead|title|tr|ul";
const ITEMS = new Set(["dd", "dt", "li", "option", "tr"]);
const BLOCK = new RegExp(`(</?(?:${BLOCKS})(?:\\s[^<>]*)?/?>)`, "iu");
const OPENED = /^<(\/?)([a-z]+[1-6]?)/iu;
const TAG = /<\/?[a-z!][^<>]*>/giu;

/** What the text after a tag is. */
interface Within {
  readonly level: number;
  readonly isItem: boolean;
}

/** The readable lines of a piece of HTML: no tags, comments, scripts or styles; a block element is a paragraph or item of its own. */
export function htmlLines(raw: readonly string[], firstLine: number): readonly ReadableLine[] {
  const result: ReadableLine[] = [];
  let within: Within = { level: 0, isItem: false };
  for (const [index, line] of withTagsOnOneLine(withoutUnread(raw, { isHtml: true, isCut: firstLine > 1 })).entries()) {
    const number = firstLine + index;
    for (const piece of line.split(BLOCK)) {
      const isBlock = BLOCK.test(piece);
      const text = piece.replace(TAG, " ").trim();
      if (isBlock) {
        within = afterTag(piece);
        result.push({ kind: "break", number });
      } else if (text !== "") {
        result.push(lineOf(text, number, within));
        within = { ...within, isItem: false };
      }
    }
  }
  return result;
}

function withTagsOnOneLine(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n");
  // The line breaks inside a tag follow it, so that later lines keep their numbers.
  return text.replace(TAG, (tag) => tag.replace(/\n/gu, " ") + tag.replace(/[^\n]+/gu, "")).split("\n");
}

function afterTag(tag: string): Within {
  const [, slash = "", raw = ""] = OPENED.exec(tag) ?? [];
  const name = raw.toLowerCase();
  if (slash !== "") return { level: 0, isItem: false };
  return { level: name === "title" ? 1 : Number(/^h([1-6])$/u.exec(name)?.[1] ?? 0), isItem: ITEMS.has(name) };
}

function lineOf(text: string, number: number, { level, isItem }: Within): ReadableLine {
  if (level > 0) return { kind: "heading", number, text: plainText(text).trim(), level };
  return { kind: isItem ? "item" : "text", number, text };
}
