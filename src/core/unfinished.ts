import type { Reply } from "./reply.ts";

// The words of the AI SDK's providers and of the providers themselves.
const CUT: ReadonlySet<string> = new Set(["length", "max_tokens"]);
const WITHHELD: ReadonlySet<string> = new Set(["content-filter", "content_filter"]);

type Ended = Pick<Reply, "calls" | "finishReason">;

/**
 * Why a reply that asks for no calls is no answer: it was cut at the output limit, or its provider withheld the rest;
 * null for one that is whole. Its text stays in the step.
 */
export function whyUnfinished(model: string, { calls, finishReason }: Ended, maxOutputTokens: number): string | null {
  if (calls.length > 0 || finishReason === null) return null;
  const because = `(finish reason ${finishReason})`;
  const answer = `the answer of '${model}'`;
  if (CUT.has(finishReason)) return `${answer} was cut off at the output limit of ${maxOutputTokens} tokens ${because}`;
  if (WITHHELD.has(finishReason)) return `${answer} was withheld by its provider ${because}`;
  return null;
}

/** Whether a finish reason says that the output limit was reached. */
export function isCutReason(finishReason: string | null): boolean {
  return finishReason !== null && CUT.has(finishReason);
}
