import { describe, expect, it } from "vitest";
import { linesOf } from "../../src/search/lines.ts";
import { markdownLines } from "../../src/search/markdown.ts";

describe("markdownLines", () => {
  it.each([
    { title: "finds headings of every level", text: "# One\n###### Six ##\n####### seven", found: ["1 One", "6 Six", "0 ####### seven"] },
    { title: "finds underlined headings and drops the underline", text: "One\n===\nTwo\n---\nbody", found: ["1 One", "0 ", "2 Two", "0 ", "0 body"] },
    { title: "takes no comment in a code fence for a heading", text: "```sh\n# no\n```\n# yes", found: ["0 ```sh", "0 # no", "0 ```", "1 yes"] },
    { title: "keeps a fence open until one as long closes it", text: "````\n```\n# no\n````\n# yes", found: ["0 ````", "0 ```", "0 # no", "0 ````", "1 yes"] },
    { title: "shows the text of links and images alone", text: "see [the docs](https://a.b/c 'd') and ![a cat](cat.png)", found: ["0 see the docs and a cat"] },
    { title: "unwraps a badge, an image inside a link", text: "[![build](b.svg)](https://ci)", found: ["0 build"] },
    { title: "drops the targets of reference links", text: "[docs]: https://a.b/c", found: ["0 "] },
    { title: "drops layout tags and comments", text: '<p align="center">hello<!-- hidden --> there<br/></p>', found: ["0  hello there"] },
    { title: "keeps tags that are code and types that look like tags", text: "a `<p>` and Promise<string>", found: ["0 a `<p>` and Promise<string>"] },
    { title: "leaves code in fences as it is", text: "```\n[a](b) <p>\n```", found: ["0 ```", "0 [a](b) <p>", "0 ```"] },
  ])("$title", ({ text, found }) => {
    expect(markdownLines(linesOf(text)).map(({ level, text: shown }) => `${level} ${shown}`)).toEqual(found);
  });

  it("lets a passage begin after blank lines and at headings, not inside a fence", () => {
    const lines = markdownLines(linesOf("one\ntwo\n\nthree\n# four\n```\na\n\nb\n```"));

    expect(lines.filter(({ begins }) => begins).map(({ number, text }) => `${number} ${text}`)).toEqual(["1 one", "4 three", "5 four"]);
  });

  it.each(["[", "![", "[a](", "<a ", "<!--", "](", "`"])("takes linear time for a line of nothing but %s", (part) => {
    const [line] = markdownLines([part.repeat(300_000)]);

    expect(line?.number).toBe(1);
  });

  it.each(["\u2028", "\u2029"])("takes linear time for a heading of blanks before %j", (separator) => {
    const lines = markdownLines([`#${" ".repeat(300_000)}x${separator}y`]);

    expect(lines).toEqual([{ number: 1, text: `x${separator}y`, level: 1, begins: true }]);
  });
});
