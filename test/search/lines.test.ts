import { describe, expect, it } from "vitest";
import { linesOf } from "../../src/search/lines.ts";

describe("linesOf", () => {
  it.each([
    { title: "an empty text has none", text: "", lines: [] },
    { title: "a last line break begins no further line", text: "a\nb\n", lines: ["a", "b"] },
    { title: "a blank last line counts", text: "a\n\n", lines: ["a", ""] },
    { title: "every kind of line break ends a line", text: "a\r\nb\rc\nd", lines: ["a", "b", "c", "d"] },
  ])("$title", ({ text, lines }) => {
    expect(linesOf(text)).toEqual(lines);
  });
});
