/** The text, or its first `maxChars` characters and a note that says of how many; no surrogate pair is split. */
export function beginningOf(text: string, maxChars: number, chars = text.length): string {
  if (chars <= maxChars) return text;
  const head = text.slice(0, maxChars).replace(/[\uD800-\uDBFF]$/u, "");
  return `${head}\n[… the rest is left out: ${head.length} of ${chars} characters are shown]`;
}
