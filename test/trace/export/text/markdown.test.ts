import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeSpan, fenced, markdownTable } from "../../../../src/trace/export/text/markdown.ts";
import { HOSTILE_TEXTS } from "../../hostile.ts";

const anyText = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom("`", "~", "\n", " ", "a", "|", "\\", "<") }), fc.constantFrom(...HOSTILE_TEXTS.map((text) => text.slice(0, 400))));

describe("codeSpan", () => {
  it.each([
    { text: "plain", span: "`plain`" },
    { text: "", span: "" },
    { text: " \n ", span: "" },
    { text: "a `b` c", span: "`` a `b` c ``" },
    { text: "`", span: "`` ` ``" },
    { text: "a|b\\|c", span: "`a¦b\\¦c`" },
    { text: "one\n# two", span: "`one # two`" },
    { text: "<b>\u202E\u001b", span: "`<b>\\u{202e}\\e`" },
    { text: "x".repeat(201), span: `\`${"x".repeat(200)}…\`` },
  ])("of $text is $span", ({ text, span }) => {
    expect(codeSpan(text)).toBe(span);
  });

  it("is one span on one line that nothing in it ends", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const span = codeSpan(text);
        const [, fence = "", inside = ""] = /^(`+)(.*?)\1$/su.exec(span) ?? [];

        expect(span === "" || fence !== "").toBe(true);
        expect(inside.match(/`+/gu)?.includes(fence) ?? false).toBe(false);
        expect(span).not.toMatch(/[\n\r|]/u);
      }),
      { seed: 20260101 },
    );
  });
});

describe("fenced", () => {
  it("is a block that nothing in it ends", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const lines = fenced(text).split("\n");
        const fence = lines.at(-1) ?? "";

        expect(fence).toMatch(/^`{3,}$/u);
        expect(lines[0]).toBe(`${fence}text`);
        expect(lines.slice(1, -1).filter((line) => new RegExp(`^ {0,3}\`{${fence.length},}\\s*$`, "u").test(line))).toEqual([]);
      }),
      { seed: 20260101 },
    );
  });

  it("keeps the lines of a text, and writes out what a reader could not see", () => {
    expect(fenced("one\n\ttwo\u202E\u0000")).toBe("```text\none\n\ttwo\\u{202e}\\u{0}\n```");
  });
});

describe("markdownTable", () => {
  it("puts the first column to the left and the others to the right", () => {
    expect(markdownTable(["name", "n"], [["`a`", "1"]])).toBe("| name | n |\n| --- | --: |\n| `a` | 1 |");
  });
});
