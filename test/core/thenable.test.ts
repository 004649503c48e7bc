import { describe, expect, it } from "vitest";
import { isPromiseLike } from "../../src/core/thenable.ts";

describe("isPromiseLike", () => {
  it.each([
    { title: "a promise", value: Promise.resolve(1), is: true },
    { title: "an object with a method then", value: { then: () => undefined }, is: true },
    { title: "an object whose then is no method", value: { then: 1 }, is: false },
    { title: "an object", value: {}, is: false },
    { title: "a text", value: "then", is: false },
    { title: "null", value: null, is: false },
    { title: "undefined", value: undefined, is: false },
  ])("says $is of $title", ({ value, is }) => {
    expect(isPromiseLike<unknown>(value)).toBe(is);
  });
});
