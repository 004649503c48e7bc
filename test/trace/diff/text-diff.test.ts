import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textDiff, type TextPart } from "../../../src/trace/diff/text-diff.ts";

const side = (parts: readonly TextPart[], without: TextPart["kind"]): string => parts.filter(({ kind }) => kind !== without).map(({ text }) => text).join("");

describe("textDiff", () => {
  it("compares one line by words", () => {
    expect(textDiff("The tide is at noon", "The tide was at noon, twice").parts).toEqual([
      { kind: "same", text: "The tide" },
      { kind: "removed", text: " is" },
      { kind: "added", text: " was" },
      { kind: "same", text: " at noon" },
      { kind: "added", text: ", twice" },
    ]);
  });

  it("compares several lines by lines", () => {
    expect(textDiff("one\ntwo\nthree", "one\n2\nthree").parts).toEqual([
      { kind: "same", text: "one\n" },
      { kind: "removed", text: "two\n" },
      { kind: "added", text: "2\n" },
      { kind: "same", text: "three" },
    ]);
  });

  it("looks at no more than 20 000 characters, and splits none", () => {
    const a = "x ".repeat(9_999) + "x😀 and more";
    const { parts, isCut } = textDiff(a, `${a}!`);

    expect({ parts, isCut }).toEqual({ parts: [{ kind: "same", text: a.slice(0, 19_999) }], isCut: true });
  });

  it("tells both texts whole", () => {
    const text = fc.oneof(fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "\uD800", "😀"), maxLength: 80 }), fc.string({ unit: "binary", maxLength: 80 }));

    fc.assert(
      fc.property(text, text, (a, b) => {
        const { parts } = textDiff(a, b);

        expect([side(parts, "added"), side(parts, "removed")]).toEqual([a, b]);
      }),
      { seed: 20260101 },
    );
  });
});
