import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeForTerminal, escapeLines } from "../../src/core/escape.ts";
import { SEEDED } from "./seed.ts";

// Written with Unicode's own classes, not as the list of ranges that the source has.
const UNSAFE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\uFEFF\u{E0001}\u{E0020}-\u{E007F}]/u;
const UNSAFE_BESIDE_LINES = /[^\P{Cc}\n\t]|[\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const lowCharacters = fc.nat({ max: 0x2100 }).map((code) => String.fromCharCode(code));
const anyText = fc.string({ unit: fc.oneof(fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), lowCharacters) });
const loneSurrogates = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code));
const hostileText = fc.array(fc.oneof(anyText, loneSurrogates), { maxLength: 20 }).map((parts) => parts.join(""));

const cases = [
  { title: "a colour", text: "\u001B[31mred", escaped: "\\e[31mred" },
  { title: "a link by OSC", text: "\u001B]8;;http://x\u0007y", escaped: "\\e]8;;http://x\\u{7}y" },
  { title: "a C1 control", text: "a\u009B31mb\u0085c", escaped: "a\\u{9b}31mb\\u{85}c" },
  { title: "line breaks and tabs", text: "a\nb\rc\td", escaped: "a\\nb\\rc\\td" },
  { title: "line and paragraph separators", text: "a\u2028b\u2029c", escaped: "a\\u{2028}b\\u{2029}c" },
  { title: "bidi overrides and isolates", text: "a\u202Eb\u2066c\u200Fd\u061Ce", escaped: "a\\u{202e}b\\u{2066}c\\u{200f}d\\u{61c}e" },
  { title: "invisible characters", text: "a\u200Bb\uFEFFc\u00ADd\u{E0041}e", escaped: "a\\u{200b}b\\u{feff}c\\u{ad}d\\u{e0041}e" },
  { title: "lone surrogates", text: "a\uD83Db\uDE00", escaped: "a\\u{d83d}b\\u{de00}" },
  { title: "null and delete", text: "a\u0000b\u007Fc", escaped: "a\\u{0}b\\u{7f}c" },
];

const safe = [
  { title: "plain text", text: "It costs 5 € [red] \\e" },
  { title: "emoji with joiners and variation selectors", text: "👩‍👩‍👧 ❤️ 🏳️‍🌈" },
  { title: "a family of scripts", text: "日本語 עברית हिन्दी می‌خواهم é e\u0301" },
];

describe("escapeForTerminal", () => {
  it.each(cases)("writes out $title", ({ text, escaped }) => {
    expect(escapeForTerminal(text)).toBe(escaped);
  });

  it.each(safe)("leaves $title as it is", ({ text }) => {
    expect(escapeForTerminal(text)).toBe(text);
  });

  it("lets no unsafe character through, and changes nothing when it is asked again", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const escaped = escapeForTerminal(text);

        expect(escaped).not.toMatch(UNSAFE);
        expect(escapeForTerminal(escaped)).toBe(escaped);
        if (!UNSAFE.test(text)) expect(escaped.length).toBeGreaterThanOrEqual(text.length);
      }),
      { ...SEEDED, numRuns: 500 },
    );
  });
});

describe("escapeLines", () => {
  it.each([
    { title: "line breaks and tabs", text: "a\nb\tc", escaped: "a\nb\tc" },
    { title: "line breaks of Windows", text: "a\r\nb", escaped: "a\nb" },
    { title: "a return that would overwrite the line", text: "good\rbad", escaped: "good\\rbad" },
    { title: "a colour inside a line", text: "a\n\u001B[31mb", escaped: "a\n\\e[31mb" },
  ])("handles $title", ({ text, escaped }) => {
    expect(escapeLines(text)).toBe(escaped);
  });

  it("lets nothing unsafe through but line breaks and tabs", () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(escapeLines(text)).not.toMatch(UNSAFE_BESIDE_LINES);
      }),
      { ...SEEDED, numRuns: 500 },
    );
  });
});
