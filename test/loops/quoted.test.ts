import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quoted } from "../../src/loops/quoted.ts";

describe("quoted", () => {
  it.each([
    ["text", "=====\ntext\n====="],
    ["", "=====\n\n====="],
    ["a == b", "=====\na == b\n====="],
    ["=====", "======\n=====\n======"],
    ["a\n=======\nb ===", "========\na\n=======\nb ===\n========"],
  ])("puts %j between two lines of equals signs", (text, whole) => {
    expect(quoted(text)).toBe(whole);
  });

  it("holds any text whole, and its first line of marks stands again only at the end", () => {
    const texts = fc.string({ unit: fc.oneof(fc.constantFrom("=", "\n", "=====", "\r", " "), fc.string({ maxLength: 3 })), maxLength: 40 });

    fc.assert(
      fc.property(texts, (text) => {
        const whole = quoted(text);
        const fence = whole.slice(0, whole.indexOf("\n"));
        const end = whole.indexOf(fence, fence.length);
        return whole.slice(fence.length + 1, end - 1) === text && end + fence.length === whole.length;
      }),
      { seed: 20260101 },
    );
  });
});
