import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Output } from "../../../src/tools/command/output.ts";

function outputOf(pieces: readonly string[], maxChars: number): string {
  const output = new Output(maxChars);
  for (const piece of pieces) output.add(piece);
  return output.text;
}

describe("Output", () => {
  it.each([
    { title: "nothing", pieces: [], text: "" },
    { title: "all that fits", pieces: ["ab", "cd", "ef"], text: "abcdef" },
    { title: "the beginning and the end", pieces: ["abcdefgh"], text: "abc\n[… 2 of 8 characters left out …]\nfgh" },
    { title: "the same in pieces", pieces: ["a", "bcd", "", "e", "fgh"], text: "abc\n[… 2 of 8 characters left out …]\nfgh" },
    { title: "no half characters", pieces: ["ab🦄cd🦄ef"], text: "ab\n[… 4 of 10 characters left out …]\nef" },
  ])("keeps $title", ({ pieces, text }) => {
    expect(outputOf(pieces, 6)).toBe(text);
  });

  it("keeps the same whatever the pieces are", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 9 }), { maxLength: 12 }), fc.integer({ min: 1, max: 40 }), (pieces, maxChars) => {
        expect(outputOf(pieces, maxChars)).toBe(outputOf([pieces.join("")], maxChars));
      }),
      { seed: 20260101 },
    );
  });
});
