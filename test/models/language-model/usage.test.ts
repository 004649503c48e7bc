import { describe, expect, test } from "vitest";
import { usageFrom } from "../../../src/models/language-model/usage.ts";

describe("the tokens that a provider reports", () => {
  test.each([
    { title: "flat numbers", raw: { inputTokens: 10, outputTokens: 4 }, usage: { inputTokens: 10, outputTokens: 4 } },
    { title: "flat numbers with their parts", raw: { inputTokens: 10, outputTokens: 4, cachedInputTokens: 3, reasoningTokens: 2, totalTokens: 14 }, usage: { inputTokens: 10, outputTokens: 4, cachedTokens: 3, reasoningTokens: 2 } },
    { title: "reasoning beside the output", raw: { inputTokens: 10, outputTokens: 4, reasoningTokens: 2, totalTokens: 16 }, usage: { inputTokens: 10, outputTokens: 6, reasoningTokens: 2 } },
    { title: "totals", raw: { inputTokens: { total: 10, cacheRead: 3 }, outputTokens: { total: 4, reasoning: 2 } }, usage: { inputTokens: 10, outputTokens: 4, cachedTokens: 3, reasoningTokens: 2 } },
    { title: "parts without totals", raw: { inputTokens: { noCache: 6, cacheRead: 3, cacheWrite: 1 }, outputTokens: { text: 2, reasoning: 2 } }, usage: { inputTokens: 10, outputTokens: 4, cachedTokens: 3, reasoningTokens: 2 } },
  ])("are read from $title", ({ raw, usage }) => {
    expect(usageFrom(raw)).toEqual(usage);
  });

  test.each([
    { title: "nothing", raw: undefined },
    { title: "null", raw: null },
    { title: "an empty object", raw: {} },
    { title: "an input of 0, which no prompt has", raw: { inputTokens: 0, outputTokens: 4 } },
    { title: "half a report", raw: { inputTokens: { total: 10 } } },
    ...[NaN, -1, 1.5, Infinity, "5", null].map((count) => ({ title: `a count of ${String(count)}`, raw: { inputTokens: { total: count }, outputTokens: { total: 4 } } })),
  ])("are none in $title", ({ raw }) => {
    expect(usageFrom(raw)).toBeUndefined();
  });
});
