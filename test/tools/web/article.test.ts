import { beforeAll, describe, expect, it } from "vitest";
import { articleOf } from "../../../src/tools/web/article.ts";
import { pagePackages, type PagePackages } from "../../../src/tools/web/packages.ts";

let packages: PagePackages;
beforeAll(async () => void (packages = await pagePackages()));

function markdown(html: string, url = "https://example.org/a/b?c"): string {
  return articleOf({ html, url }, packages).markdown;
}

describe("articleOf", () => {
  it.each([
    { title: "a link into the same folder", html: '<a href="d">x</a>', text: "[x](https://example.org/a/d)" },
    { title: "a link up", html: '<a href="../d e">x</a>', text: "[x](https://example.org/d%20e)" },
    { title: "a link from the top", html: '<a href="/d">x</a>', text: "[x](https://example.org/d)" },
    { title: "a link to another server", html: '<a href="//other.org/d">x</a>', text: "[x](https://other.org/d)" },
    { title: "a query", html: '<a href="?d">x</a>', text: "[x](https://example.org/a/b?d)" },
    { title: "an address for letters", html: '<a href="mailto:a@b.org">x</a>', text: "[x](mailto:a@b.org)" },
    { title: "links below a base of the page's own", html: '<base href="https://cdn.org/q/"><a href="d">x</a>', text: "[x](https://cdn.org/q/d)" },
    { title: "links below a base that is none", html: '<base href="data:text/html,"><a href="d">x</a>', text: "[x](https://example.org/a/d)" },
    { title: "an image that says something", html: '<img alt="a cat" src="cat.png">', text: "![a cat](https://example.org/a/cat.png)" },
  ])("gives $title its whole address", ({ html, text }) => {
    expect(markdown(`<p>see ${html}`)).toBe(`see ${text}`);
  });

  it.each(["#part", "javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "file:///etc/hostname", "http://[bad", ""])("keeps the text alone of a link to %j", (href) => {
    expect(markdown(`<p>see <a href="${href}">x</a>`)).toBe("see x");
  });

  it.each([
    { title: "an image without words", html: '<img src="pixel.gif"><img src="pixel.gif" alt=" ">' },
    { title: "an image inside the page", html: '<img alt="a" src="data:image/png;base64,AAAA">' },
    { title: "scripts and styles", html: "<script>x</script><style>x</style><template>x</template><noscript>x</noscript>" },
    { title: "frames and drawings", html: "<iframe>x</iframe><svg><text>x</text></svg><canvas>x</canvas><video>x</video>" },
    { title: "what a form holds", html: "<textarea>x</textarea><select><option>x</select><button>x</button>" },
    { title: "what is hidden", html: '<p hidden>x</p><p aria-hidden="true">x</p><p style="color:red; DISPLAY : none">x</p><p style="visibility:hidden">x</p>' },
    { title: "comments", html: "<!-- x -->" },
  ])("leaves out $title", ({ html }) => {
    expect(markdown(`<p>before</p>${html}<p>after</p>`)).toBe("before\n\nafter");
  });

  it.each([
    { title: "a table", html: "<table><thead><tr><th>a<th>b|c</thead><tr><td>1<br>2<td></table>", text: "| a | b\\|c |\n| --- | --- |\n| 1 2 |  |" },
    { title: "a table with a caption and wide cells", html: '<table><caption>A  b</caption><tr><td>x</td><td colspan="2">y</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>', text: "A b\n\n| x | y | |\n| --- | --- | --- |\n| 1 | 2 | 3 |" },
    { title: "a cell wider than any table", html: '<table><tr><td colspan="999999999">x</td><td>y</td></tr></table>', text: `| x |${" |".repeat(49)} y |\n|${" --- |".repeat(51)}` },
    { title: "a table for the looks", html: "<table><tr><td>one</td></tr><tr><td>below</td></tr></table>", text: "one\n\nbelow" },
    { title: "a table in a table", html: "<table><tr><td><table><tr><td>1<td>2</table><td>beside</table>", text: "| 1 | 2 |\n| --- | --- |\n\nbeside" },
    { title: "code with its language", html: '<pre><code class="hljs language-c++">a\n  b</code></pre>', text: "```c++\na\n  b\n```" },
    { title: "code in coloured pieces", html: '<div class="highlight-source-js"><pre><span>let</span> <b>a</b></pre></div>', text: "```js\nlet a\n```" },
    { title: "code with fences in it", html: "<pre>```\nx\n```</pre>", text: "````\n```\nx\n```\n````" },
    { title: "a list", html: "<ul><li>one<ul><li>two</ul></ul>", text: "-   one\n    -   two" },
    { title: "what looks like Markdown", html: "<p>*a* [b](c) &lt;d&gt;", text: "\\*a\\* \\[b\\](c) <d\\>" },
  ])("writes $title", ({ html, text }) => {
    expect(markdown(html)).toBe(text);
  });

  it.each([
    { title: "without html and body", html: "<title>T</title><p>x" },
    { title: "with a body alone", html: "<body><title>T</title><p>x" },
    { title: "with a head alone", html: "<html><head><title>T</title></head><p>x" },
    { title: "that is whole", html: "<!doctype html><html><head><title> T\n</title></head><body><nav>menu</nav><p>x</p><footer>below</footer></body></html>" },
  ])("reads a page $title", ({ html }) => {
    expect(articleOf({ html, url: "https://example.org/" }, packages)).toEqual({ title: "T", markdown: "x" });
  });

  it.each(["", " ", "plain text & <", "<", "<!--", "</p></body></html>", "<html></html>", "<body></body>"])("bears the page %j", (html) => {
    expect(markdown(html)).toBe(html === "plain text & <" ? "plain text & <" : html === "<" ? "<" : "");
  });
});
