import { describe, expect, it } from "vitest";
import { frozenCopy } from "../../src/core/freeze.ts";

describe("frozenCopy", () => {
  it("copies and freezes plain data at every depth, and leaves the original as it was", () => {
    const given = { user: { roles: ["a", { b: 1 }] } };

    const copy = frozenCopy(given) as typeof given;

    expect(copy).toStrictEqual(given);
    expect([copy, copy.user, copy.user.roles, copy.user.roles[1]].every((part) => Object.isFrozen(part))).toBe(true);
    expect([copy === given, copy.user === given.user, Object.isFrozen(given.user)]).toStrictEqual([false, false, false]);
  });

  it.each([
    { title: "a text", value: "x" },
    { title: "null", value: null },
    { title: "a date", value: new Date(0) },
    { title: "a map", value: new Map([["a", 1]]) },
    { title: "a function", value: () => 1 },
  ])("returns $title as it is", ({ value }) => {
    expect(frozenCopy(value)).toBe(value);
    expect((frozenCopy({ value }) as { value: unknown }).value).toBe(value);
  });

  it("keeps cycles and objects that stand in two places", () => {
    const given: Record<string, unknown> = { shared: { a: 1 } };
    given.again = given.shared;
    given.list = [given];

    const copy = frozenCopy(given) as { shared: unknown; again: unknown; list: readonly unknown[] };

    expect([copy.again === copy.shared, copy.list[0] === copy]).toStrictEqual([true, true]);
  });

  it("makes a key named __proto__ a field like any other", () => {
    const copy = frozenCopy(JSON.parse('{"__proto__":{"admin":true}}')) as { admin?: unknown };

    expect([copy.admin, JSON.stringify(copy)]).toStrictEqual([undefined, '{"__proto__":{"admin":true}}']);
  });
});
