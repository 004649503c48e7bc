/**
 * The text, or, when it is longer than `maxChars`, its beginning and end around a note that says how much is missing.
 * The result is never longer than `maxChars` and never splits a surrogate pair.
 */
export function cutInTheMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text;
  const note = `\n[… ${text.length - maxChars} or more characters left out of ${text.length} …]\n`;
  const room = maxChars - note.length;
  if (room < 2) return wholeCharacters(text.slice(0, maxChars));
  const head = wholeCharacters(text.slice(0, Math.ceil(room / 2)));
  return head + note + withoutLowHalf(text.slice(text.length - Math.floor(room / 2)));
}

/** The text without half a surrogate pair at its end, as a cut may leave it. */
export function wholeCharacters(text: string): string {
  return /[\uD800-\uDBFF]$/u.test(text) ? text.slice(0, -1) : text;
}

function withoutLowHalf(text: string): string {
  return /^[\uDC00-\uDFFF]/u.test(text) ? text.slice(1) : text;
}
