/** Every run of `size` words that stand next to each other; none for a size of 0 or more words than there are. */
export function pieces(words: readonly string[], size: number): string[] {
  if (size === 0) return [];
  const found: string[] = [];
  for (let start = 0; start + size <= words.length; start++) found.push(words.slice(start, start + size).join(" "));
  return found;
}
