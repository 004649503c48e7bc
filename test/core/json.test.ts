import { describe, expect, it } from "vitest";
import { isObject } from "../../src/core/json.ts";

describe("isObject", () => {
  it.each([
    { title: "an object", value: {}, is: true },
    { title: "an object without a prototype", value: Object.create(null) as unknown, is: true },
    { title: "a list", value: [], is: false },
    { title: "null", value: null, is: false },
    { title: "undefined", value: undefined, is: false },
    { title: "a text", value: "{}", is: false },
    { title: "a function", value: () => 1, is: false },
  ])("says $is of $title", ({ value, is }) => {
    expect(isObject(value)).toBe(is);
  });
});
