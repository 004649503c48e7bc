const NOUNS: ReadonlyMap<string, string> = new Map([
  ["maxSteps", "step"],
  ["maxToolCalls", "tool call"],
  ["maxDelegations", "delegation"],
  ["maxTokens", "token"],
  ["maxAgents", "agent"],
]);

/** What a ceiling counts, one of it, by its field's name: `tool call` for `maxToolCalls`. Null for one that counts nothing. */
export function ceilingNoun(name: string): string | null {
  return NOUNS.get(name) ?? null;
}
