import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { affordableOutput, costOf } from "../../src/core/price.ts";
import { SEEDED } from "./seed.ts";

describe("costOf", () => {
  it.each([
    { title: "input and output", price: { input: 3, output: 15 }, usage: { inputTokens: 1_000, outputTokens: 100 }, micro: 4_500 },
    { title: "nothing", price: { input: 3, output: 15 }, usage: { inputTokens: 0, outputTokens: 0 }, micro: 0 },
    { title: "a part of a micro-unit, rounded up", price: { input: 0.25, output: 1 }, usage: { inputTokens: 1, outputTokens: 0 }, micro: 1 },
    { title: "a price with floating-point noise", price: { input: 0.07, output: 0.2 }, usage: { inputTokens: 100, outputTokens: 0 }, micro: 7 },
    {
      title: "cached tokens",
      price: { input: 3, cached: 0.3, output: 15 },
      usage: { inputTokens: 1_000, outputTokens: 0, cachedTokens: 900 },
      micro: 570,
    },
    {
      title: "cached tokens without a price",
      price: { input: 3, output: 15 },
      usage: { inputTokens: 1_000, outputTokens: 0, cachedTokens: 900 },
      micro: 3_000,
    },
    {
      title: "more cached tokens than there are",
      price: { input: 3, cached: 1, output: 15 },
      usage: { inputTokens: 10, outputTokens: 0, cachedTokens: 99 },
      micro: 10,
    },
  ])("counts $title", ({ price, usage, micro }) => {
    expect(costOf(price, usage)).toBe(micro);
  });
});

describe("affordableOutput", () => {
  const price = { input: 3, output: 15 };

  it.each([
    { title: "what is left after the prompt", price, micro: 4_500, inputTokens: 1_000, tokens: 100 },
    { title: "nothing when the prompt takes all", price, micro: 3_000, inputTokens: 1_000, tokens: 0 },
    { title: "less than nothing when not even the prompt can be paid", price, micro: 2_999, inputTokens: 1_000, tokens: -1 },
    {
      title: "any number of tokens that are free",
      price: { input: 3, output: 0 },
      micro: 3_000,
      inputTokens: 1_000,
      tokens: Number.MAX_SAFE_INTEGER,
    },
  ])("is $title", ({ price: given, micro, inputTokens, tokens }) => {
    expect(affordableOutput(given, micro, inputTokens)).toBe(tokens);
  });

  it("is never more than the money pays for", () => {
    const thousandths = fc.integer({ min: 1, max: 80_000 }).map((price) => price / 1_000);
    const prices = fc.record({ input: thousandths, output: thousandths });
    fc.assert(
      fc.property(prices, fc.nat({ max: 10_000_000 }), fc.nat({ max: 100_000 }), (given, micro, inputTokens) => {
        const outputTokens = affordableOutput(given, micro, inputTokens);
        fc.pre(outputTokens >= 0);

        expect(costOf(given, { inputTokens, outputTokens })).toBeLessThanOrEqual(micro);
      }),
      { ...SEEDED, numRuns: 1_000 },
    );
  });
});
