import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf } from "../../src/search/excerpt.ts";

const FILLER = "word ".repeat(100);

describe("excerptOf", () => {
  it("shows a short text whole, on one line", () => {
    expect(excerptOf("one\n  two\tthree\n", new Set(["two"]), 100)).toBe("one two three");
  });

  it("begins at the beginning when the terms stand there", () => {
    expect(excerptOf(`priority queue ${FILLER}`, new Set(["priority"]), 40)).toBe("priority queue word word word word word…");
  });

  it("shows the part with the most terms, with a few words before it", () => {
    const text = `queue ${FILLER}here the priority of a queue is set ${FILLER}`;

    expect(excerptOf(text, new Set(["priority", "queue"]), 120)).toBe(
      "…word word word word word word word word word word here the priority of a queue is set word word word word word word…",
    );
  });

  it("cuts a run without spaces where it must", () => {
    expect(excerptOf("x".repeat(50), new Set(), 20)).toBe(`${"x".repeat(19)}…`);
  });

  it("is one well-formed line of at most the characters asked for, whatever the text", () => {
    const texts = fc.array(fc.constantFrom("priority", "queue", " ", "\n", "🦄", "x".repeat(30), "."), { maxLength: 80 });
    const check = (parts: string[], maxChars: number): void => {
      const excerpt = excerptOf(parts.join(""), new Set(["priority", "queue"]), maxChars);
      expect(excerpt.length).toBeLessThanOrEqual(maxChars);
      expect(excerpt).not.toMatch(/\n|[\uD800-\uDFFF]/u);
    };
    fc.assert(fc.property(texts, fc.integer({ min: 80, max: 200 }), check), { seed: 20260101 });
  });
});
