const UNSAFE_RANGES = [
  String.raw`\u0000-\u001F\u007F-\u009F`, // C0 and C1 controls
  String.raw`\u2028\u2029`, // line separators
  String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`, // bidi marks, embeddings and isolates
  String.raw`\u00AD\u180E\u200B\u2060-\u2065\u206A-\u206F`, // what takes no width; not joiners, which scripts and emoji need
  String.raw`\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}`, // byte order mark, annotations, tags
  String.raw`\uD800-\uDFFF`, // surrogates without their other half
];
const UNSAFE = new RegExp(`[${UNSAFE_RANGES.join("")}]`, "gu");

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
