import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutInTheMiddle } from "../../src/core/cut.ts";
import { SEEDED } from "./seed.ts";

const texts = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.array(fc.constantFrom("😀", "a", "é", "👩‍👩‍👧"), { maxLength: 300 }).map((parts) => parts.join("")),
);

describe("cutInTheMiddle", () => {
  it("keeps the beginning and the end around a note of how much is missing", () => {
    const text = `${"a".repeat(500)}${"z".repeat(500)}`;

    expect(cutInTheMiddle(text, 101)).toBe(`${"a".repeat(27)}\n[… 899 or more characters left out of 1000 …]\n${"z".repeat(27)}`);
  });

  it.each([
    { title: "a text that fits exactly", text: "hello", maxChars: 5, cut: "hello" },
    { title: "an empty text", text: "", maxChars: 0, cut: "" },
    { title: "a text with no room for the note", text: "hello world", maxChars: 5, cut: "hello" },
    { title: "a text with room for the note alone", text: "x".repeat(100), maxChars: 46, cut: "x".repeat(46) },
    { title: "a text with no room at all", text: "hello", maxChars: 0, cut: "" },
    { title: "an emoji with room for half of it", text: "😀😀", maxChars: 3, cut: "😀" },
  ])("makes '$cut' of $title", ({ text, maxChars, cut }) => {
    expect(cutInTheMiddle(text, maxChars)).toBe(cut);
  });

  it("splits no emoji at either side of the note", () => {
    const emoji = "😀".repeat(100);

    for (const maxChars of [80, 81, 82, 83]) {
      expect(cutInTheMiddle(emoji, maxChars)).toMatch(/^(?:😀)+\n\[… \d+ or more characters left out of 200 …\]\n(?:😀)+$/u);
    }
  });

  it("is never longer than allowed, whole in its characters, and leaves a text that fits alone", () => {
    fc.assert(
      fc.property(texts, fc.nat({ max: 450 }), (text, maxChars) => {
        const cut = cutInTheMiddle(text, maxChars);

        expect(cut.length).toBeLessThanOrEqual(maxChars);
        expect(cut).not.toMatch(/[\uD800-\uDFFF]/u);
        if (text.length <= maxChars) expect(cut).toBe(text);
      }),
      { ...SEEDED, numRuns: 500 },
    );
  });
});
