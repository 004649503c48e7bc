import type { Reply } from "./reply.ts";

// The words of the AI SDK's providers and of the providers themselves.
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens"]);
const WITHHELD: ReadonlySet<string> = new Set(["content-filter", "content_filter"]);

/**
 * Why a reply that asks for no calls is no answer: it was cut at the output limit, or its provider withheld the rest;
 * null for one that is whole. Its text stays in the step.
 */
export function whyUnfinished(model: string, { calls, finishReason }: Pick<Reply, "calls" | "finishReason">, maxOutputTokens: number): string | null {
  if (calls.length > 0 || finishReason === null) return null;
  if (CUT.has(finishReason)) return `the answer of '${model}' was cut off at the output limit of ${maxOutputTokens} tokens (finish reason ${finishReason})`;
  if (WITHHELD.has(finishReason)) return `the answer of '${model}' was withheld by its provider (finish reason ${finishReason})`;
  return null;
}

/** Whether a finish reason says that the output limit was reached. */
export function isCutReason(finishReason: string | null): boolean {
  return finishReason !== null && CUT.has(finishReason);
}
