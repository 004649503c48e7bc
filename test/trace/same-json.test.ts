import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff } from "../../src/trace/diff/diff.ts";
import { hasSameFields, isSameJson } from "../../src/trace/same-json.ts";
import { runOf, toolStep } from "../support/trace.ts";

// JSON with its keys in order: alike exactly where two values say the same.
function ordered(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    const isFields = typeof inner === "object" && inner !== null && !Array.isArray(inner);
    return isFields ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))) : inner;
  });
}

describe("two JSON values", () => {
  it("say the same exactly where their JSON does, keys in any order", () => {
    const value = fc.jsonValue({ maxDepth: 3 }).map((json) => JSON.parse(JSON.stringify(json)) as unknown);
    const near = fc.oneof(fc.tuple(value, value), value.map((one) => [one, JSON.parse(JSON.stringify(one)) as unknown] as const));

    fc.assert(
      fc.property(near, ([one, other]) => {
        expect(isSameJson(one, other)).toBe(ordered(one) === ordered(other));
        expect(isSameJson(other, one)).toBe(isSameJson(one, other));
      }),
      { seed: 20260101, numRuns: 1_000 },
    );
  });

  it.each<{ one: object; other: object; is: boolean }>([
    { one: { a: 1, b: 2 }, other: { b: 2, a: 1 }, is: true },
    { one: { a: 1 }, other: { a: 1, children: [2] }, is: true },
    { one: { a: 1, children: [1] }, other: { a: 1, children: [2] }, is: true },
    { one: { a: 1 }, other: { a: 1, b: undefined }, is: false },
    { one: {}, other: { toString: 1 }, is: false },
  ])("have the same fields but for one that is named: $one and $other", ({ one, other, is }) => {
    expect([hasSameFields({ ...one }, { ...other }, "children"), hasSameFields({ ...other }, { ...one }, "children")]).toEqual([is, is]);
  });

  it("are no difference between two runs where only the order of an argument's keys is another", () => {
    const runWith = (args: Record<string, number>) => runOf([toolStep("add", { arguments: args })]);

    expect([
      diff(runWith({ a: 1, b: 2 }), runWith({ b: 2, a: 1 })).isSame,
      diff(runWith({ a: 1, b: 2 }), runWith({ a: 2, b: 1 })).isSame,
    ]).toEqual([true, false]);
  });
});
