import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLine, listed, named, promptBlock } from "../../src/memory/shown.ts";
import { SEEDED } from "../core/seed.ts";

const LINE_BREAKS = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/u;

// Any text, with those characters well represented that could end a line, hide, or turn a line around.
const anything = fc.oneof(
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.array(fc.constantFrom("\n", "\r\n", "\r", "\u2028", "\u0085", "\v", "\f", "\0", "\u202e", "\ud800", "\u001b[2J", "- x: y", ":", "a", " "), { maxLength: 20 }).map((parts) => parts.join("")),
);

describe("promptBlock", () => {
  it("is empty without texts", () => {
    expect(promptBlock("Known", [])).toBe("");
  });

  it("has one line for each text, whatever texts and heading hold", () => {
    fc.assert(
      fc.property(anything, fc.array(anything, { minLength: 1, maxLength: 30 }), (heading, texts) => {
        const lines = promptBlock(heading, texts).split(LINE_BREAKS);

        expect(lines.slice(0, 2)).toEqual(["", ""]);
        expect(lines[2]?.endsWith(":")).toBe(true);
        expect(lines.slice(3).map((line) => line.slice(0, 2))).toEqual(texts.map(() => "- "));
      }),
      { ...SEEDED, numRuns: 300 },
    );
  });

  it("is never longer than its limits, and accounts for every text", () => {
    const long = fc.string({ unit: "binary", minLength: 0, maxLength: 4_000 });
    fc.assert(
      fc.property(long, fc.array(fc.oneof(long, anything), { minLength: 1, maxLength: 130 }), (heading, texts) => {
        const block = promptBlock(heading, texts);
        const lines = block.split("\n").slice(3);
        const left = Number(/^\((\d+) more not shown\)$/u.exec(lines.at(-1) ?? "")?.[1] ?? 0);

        expect(block.length).toBeLessThanOrEqual(8_000);
        expect(lines.length - (left > 0 ? 1 : 0) + left).toBe(texts.length);
        expect(lines.length).toBeLessThanOrEqual(101);
        expect(block).not.toMatch(/\p{Surrogate}/u);
      }),
      { ...SEEDED, numRuns: 60 },
    );
  });
});

describe("listed", () => {
  it("stops at the first text that does not fit, and counts the rest", () => {
    const texts = ["a", "b".repeat(9_000), ...Array.from({ length: 5 }, () => "c".repeat(2_000)), "d"];

    expect(listed(texts).split("\n").map((line) => `${line[0] ?? ""} ${line.length}`)).toEqual(["a 1", "b 2400", "c 2000", "c 2000", "( 18"]);
    expect(listed(texts).split("\n").at(-1)).toBe("(4 more not shown)");
  });
});

describe("inLine", () => {
  it.each([
    { text: "one\ntwo\r\n", shown: "one\\ntwo\\r\\n" },
    { text: "a\u2028b\u202ec\0", shown: "a\\u{2028}b\\u{202e}c\\u{0}" },
    { text: "América: 😀", shown: "América: 😀" },
    { text: "x".repeat(2_401), shown: `${"x".repeat(2_399)}…` },
    { text: `${"x".repeat(2_398)}😀x`, shown: `${"x".repeat(2_398)}…` },
  ])("shows $shown", ({ text, shown }) => {
    expect(inLine(text)).toBe(shown);
  });
});

describe("named", () => {
  it.each([
    { names: [], says: "none" },
    { names: ["b", "a"], says: "a, b" },
    { names: ["a\nb"], says: "a\\nb" },
    { names: Array.from({ length: 12 }, (_, index) => `${String.fromCharCode(97 + index)}${"x".repeat(198)}`), says: /^ax+, bx+, .*ix+, \(3 more\)$/u },
  ])("says $says", ({ names, says }) => {
    expect(named(names)).toMatch(typeof says === "string" ? new RegExp(`^${says.replace("\\", "\\\\")}$`, "u") : says);
  });
});
