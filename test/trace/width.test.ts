import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutToWidth, widthOf } from "../../src/trace/width.ts";

describe("the width of a text on a terminal", () => {
  it.each([
    { title: "letters take one column each", text: "undici", width: 6 },
    { title: "accented letters take one column, composed or not", text: "é" + "e\u0301", width: 2 },
    { title: "box drawing and arrows take one column each", text: "├─ → …", width: 6 },
    { title: "Chinese, Japanese and Korean take two columns each", text: "検索검색", width: 8 },
    { title: "full-width letters take two columns, half-width kana one", text: "Ａｱ", width: 3 },
    { title: "a half-width kana with its sound mark takes two columns", text: "ﾊﾞ", width: 2 },
    { title: "emoji take two columns", text: "👍✅", width: 4 },
    { title: "an emoji of several characters takes two columns", text: "👨‍👩‍👧‍👦👍🏽🇧🇷", width: 6 },
    { title: "a symbol that is asked to be an emoji takes two columns", text: "❤️", width: 2 },
    { title: "the empty text takes none", text: "", width: 0 },
  ])("$title", ({ text, width }) => {
    expect(widthOf(text)).toBe(width);
  });

  it("is measured no further than asked", () => {
    expect(widthOf("検".repeat(1000), 9)).toBe(8);
    expect(widthOf("a".repeat(1000), 9)).toBe(9);
  });
});

describe("cutting to a width", () => {
  it.each([
    { title: "a text that fits stays", text: "retry", width: 5, cut: "retry" },
    { title: "a longer one ends in an ellipsis", text: "retry policy", width: 6, cut: "retry…" },
    { title: "no blank stands before the ellipsis", text: "retry policy", width: 7, cut: "retry…" },
    { title: "a wide character is left out whole", text: "検索する", width: 4, cut: "検…" },
    { title: "a wide text that fits exactly stays", text: "検索", width: 4, cut: "検索" },
    { title: "an emoji of several characters is left out whole", text: "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", width: 3, cut: "👨‍👩‍👧‍👦…" },
    { title: "one column holds the ellipsis alone", text: "retry", width: 1, cut: "…" },
    { title: "no column holds nothing", text: "retry", width: 0, cut: "" },
  ])("$title", ({ text, width, cut }) => {
    expect(cutToWidth(text, width)).toBe(cut);
  });

  it("never yields more columns than asked, and is the identity where the text fits", () => {
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (given, width) => {
        const cut = cutToWidth(given, width);
        expect(widthOf(cut)).toBeLessThanOrEqual(width);
        if (widthOf(given) <= width) expect(cut).toBe(width === 0 ? "" : given);
      }),
      { seed: 20260101 },
    );
  });
});
