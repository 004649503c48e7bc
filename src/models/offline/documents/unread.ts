const ELEMENTS = "script|style|template|svg|iframe|noembed|noframes";
const ANYWHERE = new RegExp(`<!--|<(${ELEMENTS})(?=[\\s/>])`, "giu");
const AT_LINE_START = new RegExp(`(?<=^ {0,3})(?:<!--|<(${ELEMENTS})(?=[\\s/>]))`, "gimu");
const FIRST_END = new RegExp(`-->|</(?:${ELEMENTS})\\s*>`, "iu");

/** What is known of the lines. */
export interface Unread {
  /** HTML throughout, where these may begin anywhere; in Markdown, which may speak of them, only at the start of a line. */
  readonly isHtml: boolean;
  /** Whether the lines may begin inside one. */
  readonly isCut: boolean;
}

/** Lines without comments, scripts, styles and drawings; their number stays the same. */
export function withoutUnread(lines: readonly string[], { isHtml, isCut }: Unread): readonly string[] {
  const text = lines.join("\n");
  if (!text.includes("<") && !text.includes("-->")) return lines;
  const whole = isHtml && isCut ? withoutBeginning(text) : text;
  return withoutElements(whole, isHtml).split("\n");
}

/** Blanks what stands above an end whose beginning is not there. */
function withoutBeginning(text: string): string {
  const end = FIRST_END.exec(text);
  const start = text.search(ANYWHERE);
  return end === null || (start >= 0 && start < end.index)
    ? text
    : blank(text.slice(0, end.index + end[0].length)) + text.slice(end.index + end[0].length);
}

function withoutElements(text: string, isHtml: boolean): string {
  const lower = text.toLowerCase();
  let result = "";
  let at = 0;
  for (const { index, 1: element } of text.matchAll(isHtml ? ANYWHERE : AT_LINE_START)) {
    if (index < at) continue;
    const end = endOf(lower, index, element?.toLowerCase());
    if (end === -1 && !isHtml) return result + text.slice(at); // whoever forgets an end in Markdown loses nothing
    const next = end === -1 ? text.length : end;
    result += text.slice(at, index) + blank(text.slice(index, next));
    at = next;
  }
  return result + text.slice(at);
}

function endOf(lower: string, start: number, element: string | undefined): number {
  const mark = element === undefined ? "-->" : `</${element}`;
  const found = lower.indexOf(mark, start);
  if (found === -1 || element === undefined) return found === -1 ? -1 : found + mark.length;
  const close = lower.indexOf(">", found);
  return close === -1 ? -1 : close + 1;
}

function blank(text: string): string {
  return ` ${text.replace(/[^\n]+/gu, "")}`;
}
