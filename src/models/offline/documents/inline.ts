import { withoutControls } from "./controls.ts";
import { decodeEntities } from "./entities.ts";

const TAGS =
  "a|abbr|article|b|blockquote|body|br|center|code|dd|details|div|dl|dt|em|figure|font|footer|h[1-6]|head|header|" +
  "hr|html|i|img|kbd|li|link|main|meta|nav|ol|p|path|picture|pre|script|section|small|source|span|strong|style|" +
  "sub|summary|sup|svg|table|tbody|td|th|thead|title|tr|u|ul|video";

const TAG = new RegExp(`</?(?:${TAGS})(?:\\s[^<>]*)?/?>`, "giu");
const TAG_OVER_LINES = new RegExp(`<(?:${TAGS})\\s[^<>]*>`, "giu");

// No repetition below can run over the character that begins its pattern, so hostile lines cost linear time.
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/<!--[^<>]*-->/gu, " "],
  [TAG, " "],
  [/\{@\w+ ([^{}|]*)(?:\|[^{}]*)?\}/gu, "$1"],
  [/\*\*([^*]+)\*\*/gu, "$1"],
  [/(?<![\p{L}\p{N}*])\*([^*\s][^*]*)\*(?![\p{L}\p{N}*])/gu, "$1"],
  [/(?<![\p{L}\p{N}_])__([^_]+)__(?![\p{L}\p{N}_])/gu, "$1"],
  [/(?<![\p{L}\p{N}_])_([^_]+)_(?![\p{L}\p{N}_])/gu, "$1"],
  [/~~([^~]+)~~/gu, "$1"],
  [/\\([\\`*_{}[\]()#+.!|<>~-])/gu, "$1"],
];

const CODE_SPAN = /(`[^`]*`)/u;
const CODE_OR_IMAGE = /`[^`]*`|!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])/gu;
const CODE_OR_LINK = /`[^`]*`|\[((?:`[^`]*`|[^[\]`])*)\](?:\([^()]*\)|\[[^[\]]*\])/gu;

/** A line of Markdown as plain text: links, images, emphasis, tags and entities resolved; code spans keep their backticks. */
export function plainText(markdown: string): string {
  const parts = withoutLinks(withoutControls(markdown)).split(CODE_SPAN);
  return parts.map((part, index) => (index % 2 === 1 ? part : withoutMarkup(part))).join("");
}

/** Lines without the tags that run over several of them; their number stays the same. */
export function withoutLongTags(lines: readonly string[]): readonly string[] {
  const text = lines.join("\n");
  return text.includes("<") ? text.replace(TAG_OVER_LINES, (tag) => tag.replace(/[^\n]+/gu, "") || tag).split("\n") : lines;
}

// A badge is an image inside a link, so images go first.
function withoutLinks(text: string): string {
  if (!text.includes("[")) return text;
  const withoutImages = text.replace(CODE_OR_IMAGE, (found) => (found.startsWith("`") ? found : " "));
  return withoutImages.replace(CODE_OR_LINK, (found, label?: string) => label ?? found);
}

function withoutMarkup(text: string): string {
  if (!/[<{*_~\\&]/u.test(text)) return text;
  return decodeEntities(MARKUP.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text));
}
