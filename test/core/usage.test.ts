import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addUsage, noUsage, ownOnly, type Usage } from "../../src/core/usage.ts";
import { SEEDED } from "./seed.ts";

const count = fc.nat({ max: 1_000_000 });
const money = fc.option(fc.nat({ max: 10 ** 9 }).map((micro) => micro / 1e6), { nil: null });
const counts = { modelCalls: count, toolCalls: count, delegations: count };
const tokens = { inputTokens: count, outputTokens: count, cachedTokens: count, reasoningTokens: count };
const usages: fc.Arbitrary<Usage> = fc.record({ ...counts, ...tokens, cost: money }, { noNullPrototype: true });

function sumOf(...parts: readonly Usage[]): Usage {
  const sum = noUsage();
  for (const part of parts) addUsage(sum, part);
  return sum;
}

describe("addUsage", () => {
  it("adds every figure in place and leaves what it adds alone", () => {
    const sum: Usage = {
      modelCalls: 1,
      toolCalls: 2,
      delegations: 3,
      inputTokens: 4,
      outputTokens: 5,
      cachedTokens: 6,
      reasoningTokens: 7,
      cost: 0.5,
    };
    const more = { ...sum };

    addUsage(sum, more);

    const expected = {
      modelCalls: 2,
      toolCalls: 4,
      delegations: 6,
      inputTokens: 8,
      outputTokens: 10,
      cachedTokens: 12,
      reasoningTokens: 14,
      cost: 1,
    };
    expect(sum).toStrictEqual(expected);
    expect(more.cost).toBe(0.5);
  });

  it.each([
    { left: null, right: null, cost: null },
    { left: null, right: 0.25, cost: 0.25 },
    { left: 0.25, right: null, cost: 0.25 },
    { left: null, right: 0, cost: 0 },
    { left: 0.1, right: 0.2, cost: 0.3 },
  ])("makes a cost of $cost from $left and $right", ({ left, right, cost }) => {
    expect(sumOf({ ...noUsage(), cost: left }, { ...noUsage(), cost: right }).cost).toBe(cost);
  });

  it("gives the same sum in any order and any grouping", () => {
    fc.assert(
      fc.property(usages, usages, usages, (a, b, c) => {
        expect(sumOf(sumOf(a, b), c)).toStrictEqual(sumOf(a, sumOf(b, c)));
        expect(sumOf(a, b)).toStrictEqual(sumOf(b, a));
        expect(sumOf(a, noUsage())).toStrictEqual(a);
      }),
      SEEDED,
    );
  });
});

describe("ownOnly", () => {
  it("is a subtree that equals its own part", () => {
    const own = { ...noUsage(), toolCalls: 1 };

    expect(ownOnly(own)).toStrictEqual({ own, subtree: own });
  });
});
