const SHORTEST_FENCE = 5;

/**
 * A text from a model as data inside a prompt: between two lines of equals signs, longer than any run of them in the
 * text, so that nothing in the text can end the quotation.
 */
export function quoted(text: string): string {
  const longest = (text.match(/=+/gu) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "=".repeat(Math.max(SHORTEST_FENCE, longest + 1));
  return `${fence}\n${text}\n${fence}`;
}
