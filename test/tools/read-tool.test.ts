import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { folderTools, type SearchTools } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder, type Files } from "./temporary-folder.ts";

function toolsOver(files: Files): SearchTools {
  return folderTools({ root: temporaryFolder(files) });
}

const HUNDRED = Array.from({ length: 100 }, (_, index) => `line ${index + 1}`);

afterEach(() => void vi.unstubAllEnvs());

describe("read", () => {
  it.each([
    { title: "60 lines from the first unless told otherwise", given: {}, heading: "a.md, lines 1-60 of 100:", first: "line 1", count: 60 },
    { title: "from the line it is told", given: { line: 31 }, heading: "a.md, lines 31-90 of 100:", first: "line 31", count: 60 },
    { title: "as many lines as it is told", given: { line: 2, lines: 3 }, heading: "a.md, lines 2-4 of 100:", first: "line 2", count: 3 },
    { title: "no further than the last line", given: { line: 99, lines: 400 }, heading: "a.md, lines 99-100 of 100:", first: "line 99", count: 2 },
  ])("reads $title", async ({ given, heading, first, count }) => {
    const { read } = toolsOver({ "a.md": HUNDRED.join("\n") });

    const [head, ...lines] = (await observe(read, { file: "a.md", ...given })).split("\n");

    expect([head, lines[0], lines.length]).toEqual([heading, first, count]);
  });

  it("gives lines as they are, however they end", async () => {
    const { read } = toolsOver({ "a.html": "<p>\r\n\t&amp;  \r\n\u001B[31m\r\n" });

    expect(await observe(read, { file: "a.html" })).toBe("a.html, lines 1-3 of 3:\n<p>\n\t&amp;  \n\u001B[31m");
  });

  it("gives no part of a secret that goes over several lines", async () => {
    vi.stubEnv("PRIVATE_KEY", "BEGIN\nfirst\nsecond\nEND");

    expect(await observe(toolsOver({ "a.md": "x\nBEGIN\nfirst\nsecond\nEND" }).read, { file: "a.md", line: 2 })).toBe("a.md, lines 2-2 of 2:\n[PRIVATE_KEY]");
  });

  it("takes a name with ./ in front", async () => {
    expect(await observe(toolsOver({ "a/b.md": "x" }).read, { file: "./a/b.md" })).toBe("a/b.md, lines 1-1 of 1:\nx");
  });

  it("gives fewer lines when they are long, and cuts one that is too long alone", async () => {
    const { read } = toolsOver({ "a.md": ["x".repeat(30_000), "y".repeat(30_000), "🦄".repeat(30_000)].join("\n") });

    expect(await observe(read, { file: "a.md" })).toBe(`a.md, lines 1-1 of 3:\n${"x".repeat(30_000)}`);
    expect(await observe(read, { file: "a.md", line: 3 })).toBe(
      `a.md, lines 3-3 of 3:\n${"🦄".repeat(20_000)} [… the line goes on: it has 60000 characters]`,
    );
  });

  it.each([
    { title: "a line past the end", given: { file: "guide.md", line: 2 }, says: "'guide.md' has no line 2; its last line is 1" },
    { title: "an empty file", given: { file: "empty.md" }, says: "'empty.md' is empty" },
    { title: "a binary file", given: { file: "binary.md" }, says: "'binary.md' is a binary file" },
    { title: "a name that is nearly right", given: { file: "Guide.MD" }, says: "no document 'Guide.MD'; closest: guide.md" },
    { title: "a name like no other", given: { file: "zzz" }, says: "no document 'zzz'; names are those that search shows, such as binary.md" },
    { title: "a kind of file that is not searched", given: { file: "photo.png" }, says: "no document 'photo.png'; names are those that search shows, such as binary.md" },
    { title: "a folder", given: { file: "sub" }, says: "no document 'sub'; closest: sub/x.md" },
  ])("says clearly that it cannot read $title", async ({ given, says }) => {
    const { read } = toolsOver({ "guide.md": "x", "empty.md": "", "binary.md": "x\0", "photo.png": "x", "sub/x.md": "x" });

    expect(await observe(read, given)).toBe(`AgentToolError: ${says}`);
  });

  it.each([
    "../secret.md",
    "..",
    "sub/../../secret.md",
    "sub/../guide.md",
    "/etc/hostname",
    "/secret.md",
    "//etc/hostname",
    "..\\secret.md",
    "sub\\x.md",
    "C:\\secret.md",
    "file:///etc/hostname",
    "~/secret.md",
    "secret.md\0",
    "guide.md\0.png",
    "%2e%2e/secret.md",
    "././guide.md",
    "guide.md/",
    " guide.md",
    ".",
    "./",
    ".hidden.md",
    "__proto__",
    "constructor",
  ])("never resolves the name %j", async (file) => {
    const outer = temporaryFolder({ "secret.md": "the secret", "in/guide.md": "the guide", "in/sub/x.md": "x", "in/.hidden.md": "hidden" });
    const { read } = folderTools({ root: join(outer, "in") });

    expect(await observe(read, { file })).toMatch(/^AgentToolError: no document '/u);
  });

  it("writes out what is strange in a name that it does not know", async () => {
    const { read } = toolsOver({ "guide.md": "x" });

    expect(await observe(read, { file: "a\0b\u001B[2J\n" })).toBe(
      "AgentToolError: no document 'a\\u{0}b\\e[2J\\n'; names are those that search shows, such as guide.md",
    );
  });

  it("refuses a document that has become a link since it was listed", async () => {
    const outer = temporaryFolder({ "secret.md": "the secret", "in/guide.md": "the guide" });
    const { search, read } = folderTools({ root: join(outer, "in") });
    await observe(search, { query: "guide" });

    unlinkSync(join(outer, "in/guide.md"));
    symlinkSync("../secret.md", join(outer, "in/guide.md"));

    expect(await observe(read, { file: "guide.md" })).toBe("AgentToolError: 'guide.md' is reached through a symbolic link, which is not followed");
  });

  it.each([{ file: "" }, { file: "x".repeat(10_001) }, { file: "x", line: 0 }, { file: "x", lines: 401 }, { file: "x", lines: 0.5 }, {}])("takes no %o", (given) => {
    expect(toolsOver({}).read.parameters.safeParse(given).success).toBe(false);
  });
});
