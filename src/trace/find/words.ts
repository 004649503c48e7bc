import type { Comparison } from "./query.ts";

/** One word of a query, as it was written and taken apart. */
export interface Word {
  readonly written: string;
  readonly negated: boolean;
  /** Null for a word that is looked for everywhere. In small letters. */
  readonly field: string | null;
  readonly operator: ":" | Comparison;
  /** Without quotes. */
  readonly value: string;
}

/** The words of a query; `unclosed` is the part from a quote that nothing closes. */
export interface QueryWords {
  readonly words: readonly Word[];
  readonly unclosed: string | null;
}

const SPACES = /\s+/uy;
// An opposite, a field with its operator, then a quoted text or one without spaces.
const WORD = /(-?)(?:([\p{L}_]+)(>=|<=|[:<>=]))?(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))/suy;

/** Takes a query apart. Every character belongs to a word, to a space or to what is unclosed. */
export function wordsOfQuery(text: string): QueryWords {
  const words: Word[] = [];
  let at = 0;
  while (at < text.length) {
    at += matchAt(SPACES, text, at)?.[0].length ?? 0;
    const found = matchAt(WORD, text, at);
    const [written = "", minus, field, operator, quoted, bare] = found ?? [];
    if (written === "" && at < text.length) return { words, unclosed: text.slice(at) };
    if (written !== "" && quoted === undefined && text[at + written.length] === '"') return { words, unclosed: text.slice(at) };
    at += written.length;
    if (written === "") continue;
    const value = quoted === undefined ? (bare ?? "") : quoted.replace(/\\(.)/gsu, "$1");
    const asked = { field: field?.toLowerCase() ?? null, operator: (operator ?? ":") as Word["operator"] }; // as the pattern has them
    words.push({ written, negated: minus === "-", ...asked, value });
  }
  return { words, unclosed: null };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
