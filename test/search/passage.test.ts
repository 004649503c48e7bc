import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { linesOf } from "../../src/search/lines.ts";
import { passagesOf, type DocumentFormat } from "../../src/search/passage.ts";

function split(format: DocumentFormat, text: string): string[] {
  return passagesOf({ name: "doc", format, text }).map(({ line, heading, text: part }) => `${line} [${heading}] ${part}`);
}

const LONG = "a sentence of some length, again and again. ".repeat(10).trim();

describe("passagesOf", () => {
  it("begins a passage at every heading and says which heading it stands under", () => {
    expect(split("markdown", "intro\n\n# One\n\nfirst\n\n## Two\nsecond")).toEqual(["1 [] intro", "3 [One] One\nfirst", "7 [Two] Two\nsecond"]);
  });

  it("keeps a heading with the heading right below it", () => {
    expect(split("markdown", "# One\n\n## Two\n\nbody")).toEqual(["1 [Two] One\nTwo\nbody"]);
  });

  it("keeps short paragraphs together until there is enough", () => {
    expect(split("plain", `one\n\ntwo\n\n${LONG}\n\nthree`)).toEqual([`1 [] one\ntwo\n${LONG}`, "7 [] three"]);
  });

  it("splits a long block between its lines", () => {
    expect(split("plain", [LONG, LONG, LONG].join("\n"))).toEqual([`1 [] ${LONG}\n${LONG}`, `3 [] ${LONG}`]);
  });

  it("splits a long line inside itself, after a space and not in a character", () => {
    expect(split("plain", `${"x".repeat(1000)} ${"y".repeat(1000)}`)).toEqual([`1 [] ${"x".repeat(1000)} `, `1 [] ${"y".repeat(1000)}`]);
    expect(split("plain", `x${"🦄".repeat(700)}`)).toEqual([`1 [] x${"🦄".repeat(599)}`, `1 [] ${"🦄".repeat(101)}`]);
  });

  it("splits declarations at their doc comments", () => {
    const member = `/** ${"what it does, ".repeat(40)} */\nadd(): void;`;

    expect(split("plain", `${member}\n${member}`)).toEqual([`1 [] ${member}`, `3 [] ${member}`]);
  });

  it("reads a page by its headings", () => {
    expect(split("html", "<title>Guide</title>\n<p>intro</p>\n<h2>Use</h2>\n<p>so</p>")).toEqual(["1 [Guide] Guide\nintro", "3 [Use] Use\nso"]);
  });

  it.each<DocumentFormat>(["markdown", "html", "plain"])("finds nothing in an empty %s document", (format) => {
    expect(split(format, "")).toEqual([]);
    expect(split(format, " \n\n ")).toEqual([]);
  });

  it("loses no line, repeats none, and begins each passage at the line it says", () => {
    const line = fc.oneof(fc.constant(""), fc.stringMatching(/^[a-z ]{0,80}$/u), fc.constant("/** doc"), fc.constant("word ".repeat(300)));
    const check = (lines: string[]): void => {
      const passages = passagesOf({ name: "doc", format: "plain", text: lines.join("\n") });
      expect(passages.map(({ text }) => text).join("").replace(/\n/gu, "")).toBe(lines.filter((text) => text.trim() !== "").join(""));
      for (const { line: number, text } of passages) {
        expect(text.length).toBeLessThanOrEqual(1200);
        expect(lines[number - 1]).toContain(linesOf(text)[0]);
      }
    };
    fc.assert(fc.property(fc.array(line, { maxLength: 60 }), check), { seed: 20260101 });
  });
});
