import type { ReadableLine } from "./lines.ts";

const REMARK = /^\s*#+ (.*)$/u;
const QUOTES = /"""|'''/gu;

/** The readable lines of a language with remarks after `#` and texts in three quotes: these, and no code. */
export function scriptLines(lines: readonly string[], firstLine: number): readonly ReadableLine[] {
  let inText = false;
  return lines.map((line, index): ReadableLine => {
    const number = firstLine + index;
    const marks = line.match(QUOTES)?.length ?? 0;
    const wasInText = inText;
    if (marks % 2 === 1) inText = !inText;
    const isText = wasInText || /^\s*[rRuU]?(?:"""|''')/u.test(line);
    const text = (isText ? line.replace(/^\s*[rRuU]?(?:"""|''')/u, "").replace(QUOTES, "") : (REMARK.exec(line)?.[1] ?? "")).trim();
    return text === "" ? { kind: "break", number } : { kind: "text", number, text };
  });
}
