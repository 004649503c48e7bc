import { afterEach, describe, expect, it, vi } from "vitest";
import { folderTools, type SearchTools } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder, type Files } from "./temporary-folder.ts";

function toolsOver(files: Files): SearchTools {
  return folderTools({ root: temporaryFolder(files) });
}

afterEach(() => void vi.unstubAllEnvs());

describe("search", () => {
  it("shows no part of a secret, neither where white space is folded nor where an excerpt is cut", async () => {
    vi.stubEnv("PRIVATE_KEY", "BEGIN\nfirst\nEND");
    vi.stubEnv("API_TOKEN", "s3cret".repeat(60));
    const { search } = toolsOver({ "a.md": "alpha BEGIN\nfirst\nEND", "b.md": `${"s3cret".repeat(60)}, beta` });

    expect(await observe(search, { query: "alpha" })).toBe('1 passage for "alpha":\n1. a.md:1\n   alpha [PRIVATE_KEY]');
    expect(await observe(search, { query: "beta" })).toBe('1 passage for "beta":\n1. b.md:1\n   [API_TOKEN], beta');
  });

  it("numbers its passages, best first, and folds white space", async () => {
    const { search } = toolsOver({ "a.md": "one alpha\n\n  two", "b.md": "# Alpha\n\talpha" });

    expect(await observe(search, { query: "alpha" })).toBe('2 passages for "alpha":\n1. b.md:1\n   Alpha alpha\n2. a.md:1\n   one alpha two');
  });

  it("gives five passages unless asked for another number", async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, number) => [`${number}.md`, "alpha"]));
    const { search } = toolsOver(files);

    expect((await observe(search, { query: "alpha" })).split("\n")[0]).toBe('5 passages for "alpha":');
    expect((await observe(search, { query: "alpha", limit: 7 })).split("\n")[0]).toBe('7 passages for "alpha":');
  });

  it("cuts a long passage to 300 characters around what was asked", async () => {
    const { search } = toolsOver({ "a.txt": `${"filler ".repeat(70)}\nthe alpha is here\n${"more ".repeat(60)}` });

    const excerpt = (await observe(search, { query: "alpha" })).split("\n")[2] ?? "";

    expect(excerpt).toMatch(/^ {3}….* the alpha is here more .*…$/u);
    expect(excerpt.length).toBeLessThanOrEqual(303);
  });

  it.each([
    { title: "as it is", query: 'a "b" c', shown: 'a "b" c' },
    { title: "on one line", query: "  x\n\ty  ", shown: "x y" },
    { title: "with controls written out", query: "x\u001B[31m\u202E", shown: "x\\e[31m\\u{202e}" },
    { title: "cut when it is long", query: "x".repeat(500), shown: `${"x".repeat(199)}…` },
  ])("shows the query $title", async ({ query, shown }) => {
    const { search } = toolsOver({ "a.md": "alpha" });

    expect(await observe(search, { query })).toBe(`no passage for "${shown}"`);
  });

  it("writes control characters in names out, so that a name cannot pass for another passage", async () => {
    const { search, read } = toolsOver({ "a\n1. b.md:1\u001B[2J.md": "alpha" });

    expect(await observe(search, { query: "alpha" })).toBe('1 passage for "alpha":\n1. a\\n1. b.md:1\\e[2J.md:1\n   alpha');
    expect(await observe(read, { file: "a\\n1. b.md:1\\e[2J.md" })).toBe("a\\n1. b.md:1\\e[2J.md, lines 1-1 of 1:\nalpha");
  });

  it.each([{ query: "" }, { query: "  " }, { query: "x".repeat(2001) }, { query: "x", limit: 0 }, { query: "x", limit: 21 }, { query: "x", limit: 1.5 }, {}])(
    "takes no %o",
    (given) => {
      const { search } = toolsOver({});

      expect(search.parameters.safeParse(given).success).toBe(false);
    },
  );
});
