// C0 and C1 controls, line separators, bidi marks and overrides, zero-width spaces (not joiners, which scripts and emoji
// need), byte order mark, tags.
const UNSAFE =
  /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]|[\uD800-\uDFFF]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\u001B": "\\e" };

/**
 * Text from a model, a tool or a file, safe to show on one line of a terminal: escapes, controls, bidi and invisible
 * characters and lone surrogates are written out (`\e`, `\n`, `\u{202e}`), everything else stays.
 */
export function escapeForTerminal(text: string): string {
  return text.replace(UNSAFE, written);
}

/** Like `escapeForTerminal`, but line breaks stay line breaks and tabs stay tabs: for answers of several lines. */
export function escapeLines(text: string): string {
  return text.replace(/\r\n/gu, "\n").replace(UNSAFE, (found) => (found === "\n" || found === "\t" ? found : written(found)));
}

function written(character: string): string {
  return SHORT[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
