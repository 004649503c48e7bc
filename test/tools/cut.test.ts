import { describe, expect, it } from "vitest";
import { beginningOf } from "../../src/tools/cut.ts";

describe("beginningOf", () => {
  it.each([
    { title: "a text that fits", given: beginningOf("abc", 3), result: "abc" },
    { title: "a text that does not", given: beginningOf("abcd", 3), result: "abc\n[… the rest is left out: 3 of 4 characters are shown]" },
    { title: "a text that was longer once", given: beginningOf("abc", 3, 9), result: "abc\n[… the rest is left out: 3 of 9 characters are shown]" },
    { title: "a text cut inside a character", given: beginningOf("ab🦄", 3), result: "ab\n[… the rest is left out: 2 of 4 characters are shown]" },
  ])("shows $title", ({ given, result }) => {
    expect(given).toBe(result);
  });
});
