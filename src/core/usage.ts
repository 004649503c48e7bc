/** What was used: counts, tokens, and money (null unless a price is known; then in the currency of the prices). */
export interface Usage {
  modelCalls: number;
  toolCalls: number;
  delegations: number;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  cost: number | null;
}

/** A node's own use, and its own plus that of everyone below it. */
export interface UsagePair {
  own: Usage;
  subtree: Usage;
}

/** Nothing used. */
export function noUsage(): Usage {
  return {
    modelCalls: 0,
    toolCalls: 0,
    delegations: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    reasoningTokens: 0,
    cost: null,
  };
}

/** Adds `more` to `sum`, in place. Costs that are unknown on both sides stay unknown. */
export function addUsage(sum: Usage, more: Readonly<Usage>): void {
  sum.modelCalls += more.modelCalls;
  sum.toolCalls += more.toolCalls;
  sum.delegations += more.delegations;
  sum.inputTokens += more.inputTokens;
  sum.outputTokens += more.outputTokens;
  sum.cachedTokens += more.cachedTokens;
  sum.reasoningTokens += more.reasoningTokens;
  if (more.cost !== null) sum.cost = toSixDecimals((sum.cost ?? 0) + more.cost);
}

/** A pair for a step that has nobody below it. */
export function ownOnly(own: Usage): UsagePair {
  return { own, subtree: own };
}

// Money is settled in micro-units, so six decimals lose nothing and keep sums free of floating-point noise.
function toSixDecimals(amount: number): number {
  return Math.round(amount * 1e6) / 1e6;
}
