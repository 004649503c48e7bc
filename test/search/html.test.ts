import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlLines } from "../../src/search/html.ts";

function shown(html: string): string[] {
  return htmlLines(html).map(({ number, level, text }) => `${number}${level > 0 ? ` h${level}` : ""} ${text}`);
}

describe("htmlLines", () => {
  it.each([
    { title: "drops tags and decodes entities", html: "<p>a &lt; <b>b</b>old</p>", found: ["1 a < bold"] },
    { title: "never takes decoded text for a tag", html: "&lt;script&gt;x&lt;/script&gt;", found: ["1 <script>x</script>"] },
    { title: "finds the title and the headings", html: "<title>T</title><h1>One</h1>x<h3 id=a>Three</h3>", found: ["1 h1 T", "1 h1 One", "1 x", "1 h3 Three"] },
    { title: "makes one line of a heading on several", html: "<h2>\nlong\nname\n</h2>\nbody", found: ["1 h2 long name", "5 body"] },
    { title: "keeps the file's own line numbers", html: "<div\n  class=x\n>a\nb</div>\n\n<p>c", found: ["3 a", "4 b", "6 c"] },
    { title: "counts every kind of line break once", html: "a\r\nb\rc\nd", found: ["1 a", "2 b", "3 c", "4 d"] },
    { title: "drops scripts, styles and comments", html: "a<script>\nif (a<b) x('</p>')\n</script>b<style>p{}</style><!-- <p>\nno -->c", found: ["1 abc"] },
    { title: "drops templates and pictures drawn in the page", html: "<template>no</template><svg><text>no</text></svg>yes", found: ["1 yes"] },
    { title: "is not fooled by > in a quoted attribute", html: `<a title="a > b" href='>'>x</a>`, found: ["1 x"] },
    { title: "is not fooled by an apostrophe in a tag", html: "<p don't>x</p> it's", found: ["1 x", "1 it's"] },
    { title: "takes a bare < for text", html: "1 < 2 <3 a<", found: ["1 1 < 2 <3 a<"] },
    { title: "drops declarations and instructions", html: "<!DOCTYPE html><?xml version='1.0'?>x", found: ["1 x"] },
    { title: "reads no further where something is never closed", html: "a<script>b", found: ["1 a"] },
    { title: "separates table cells and list items", html: "<tr><td>a</td><td>b</td></tr><li>c<li>d", found: ["1 a  b", "1 c", "1 d"] },
    { title: "ends a script only at its own end tag", html: "<script>a</scripty></style></SCRIPT >x", found: ["1 x"] },
  ])("$title", ({ html, found }) => {
    expect(shown(html)).toEqual(found);
  });

  it("lets a passage begin where a block begins", () => {
    const lines = htmlLines("<p>a\nb</p><p>c</p>");

    expect(lines.map(({ text, begins }) => `${text} ${begins}`)).toEqual(["a true", "b false", "c true"]);
  });

  it.each(["<", "<a ", "<a x='", '<a x="', "</p", "<!--", "<script>", "<svg/", "&", "<p>", "= "])("takes linear time for a page of nothing but %s", (part) => {
    expect(htmlLines(part.repeat(200_000)).every(({ number }) => number === 1)).toBe(true);
  });

  it("numbers lines upwards and within the page, whatever the page", () => {
    const parts = fc.constantFrom("<p>", "</p>", "<h1>", "</h1>", "<!--", "-->", "<script>", "</script>", "\n", "\r\n", "a", "&lt;", "'", '"', ">", "<", "=");
    const pages = fc.array(parts, { maxLength: 40 }).map((found) => found.join(""));
    const check = (html: string): void => {
      const numbers = htmlLines(html).map(({ number }) => number);
      expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
      expect(Math.max(1, ...numbers)).toBeLessThanOrEqual(html.split(/\r\n|\n|\r/u).length);
    };
    fc.assert(fc.property(pages, check), { seed: 20260101, numRuns: 500 });
  });
});
