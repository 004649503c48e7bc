import { symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentsOf, folderTools } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder, writeFiles } from "./temporary-folder.ts";

const GUIDE = "# Guide\n\nHow to begin.\n\n## Priority queue\n\nTasks of a higher priority run first.\n";
const PAGE = "<html><title>Page</title><script>var secret</script>\n<p>Ids have no collisions &amp; are short.</p>";
const CODE = "/** Adds a task to the queue. */\nexport function addTask(): void {}\n";

describe("folderTools", () => {
  it("finds passages in Markdown, pages and source code and reads on from there", async () => {
    const root = temporaryFolder({ "guide.md": GUIDE, "web/page.html": PAGE, "src/queue.ts": CODE });
    const { search, read } = folderTools({ root });

    expect(await observe(search, { query: "priority" })).toBe(
      '1 passage for "priority":\n1. guide.md:5\n   Priority queue Tasks of a higher priority run first.',
    );
    expect(await observe(search, { query: "add-task" })).toBe(
      '1 passage for "add-task":\n1. src/queue.ts:1\n   /** Adds a task to the queue. */ export function addTask(): void {}',
    );
    expect(await observe(search, { query: "collision" })).toBe('1 passage for "collision":\n1. web/page.html:1\n   Page Ids have no collisions & are short.');
    expect(await observe(search, { query: "secret" })).toBe('no passage for "secret"');
    expect(await observe(read, { file: "guide.md", line: 5, lines: 3 })).toBe(
      "guide.md, lines 5-7 of 7:\n## Priority queue\n\nTasks of a higher priority run first.",
    );
  });

  it("has one tool named search and one named read, with parameters a model can fill in", () => {
    const { search, read } = folderTools({ root: temporaryFolder() });

    expect([search.name, search.schema.required, Object.keys(search.schema.properties ?? {})]).toEqual(["search", ["query"], ["query", "limit"]]);
    expect([read.name, read.schema.required, Object.keys(read.schema.properties ?? {})]).toEqual(["read", ["file"], ["file", "line", "lines"]]);
  });

  it("passes over hidden files, installed packages, binary files and kinds it does not know", async () => {
    const root = temporaryFolder({
      "a.md": "word",
      ".hidden.md": "word",
      ".git/b.md": "word",
      "node_modules/p/readme.md": "word",
      "sub/node_modules/p/readme.md": "word",
      "binary.md": "word\0",
      "photo.png": "word",
      "app.min.js": "word",
    });
    const tools = folderTools({ root });

    expect(await observe(tools.search, { query: "word" })).toBe('1 passage for "word":\n1. a.md:1\n   word');
    expect(await documentsOf(tools)).toEqual({ count: 2, notes: [] });
  });

  it("says what is left out for its size", async () => {
    const root = temporaryFolder({ "a.md": "alpha", "b.md": "beta", "large.md": "alpha ".repeat(100), "z.md": "alpha" });
    const tools = folderTools({ root, maxFileBytes: 500, maxTotalBytes: 10 });

    expect(await documentsOf(tools)).toEqual({
      count: 2,
      notes: ["left out for their size (more than 500 bytes): 1 file", "searched in part or not at all (at most 10 bytes are searched): 1 file"],
    });
    expect(await observe(tools.search, { query: "alpha" })).toBe('1 passage for "alpha":\n1. a.md:1\n   alpha');
    expect(await observe(tools.read, { file: "z.md" })).toBe("z.md, lines 1-1 of 1:\nalpha");
    expect(await observe(tools.read, { file: "large.md" })).toBe("AgentToolError: 'large.md' has 600 bytes; files of at most 500 bytes can be read");
  });

  it("says when there are more files than it looks at, and passes over links", async () => {
    const root = temporaryFolder({ "a.md": "alpha", "b.md": "alpha", "c.md": "alpha" });
    symlinkSync("a.md", join(root, "0.md"));
    const tools = folderTools({ root, maxFiles: 2 });

    expect(await documentsOf(tools)).toEqual({
      count: 2,
      notes: ["there are more files than are looked at (2); the rest is left out", "symbolic links, which are not followed: 1"],
    });
    expect(await observe(tools.read, { file: "0.md" })).toBe("AgentToolError: no document '0.md'; closest: a.md, b.md");
  });

  it("makes known that there is nothing to search", async () => {
    const tools = folderTools({ root: temporaryFolder({ "photo.png": "" }) });

    expect(await documentsOf(tools)).toEqual({ count: 0, notes: [] });
    expect(await observe(tools.search, { query: "x" })).toBe("AgentToolError: there is no document to search");
    expect(await observe(tools.read, { file: "x.md" })).toBe("AgentToolError: no document 'x.md'; there are no documents at all");
  });

  it("keeps its index: what is added later is not found, what is gone is no longer read", async () => {
    const root = temporaryFolder({ "a.md": "alpha", "b.md": "alpha" });
    const tools = folderTools({ root });
    await observe(tools.search, { query: "alpha" });

    writeFiles(root, { "c.md": "beta" });
    unlinkSync(join(root, "b.md"));

    expect(await observe(tools.search, { query: "beta" })).toBe('no passage for "beta"');
    expect(await observe(tools.read, { file: "b.md" })).toBe("AgentToolError: 'b.md' is not there any more");
  });

  it("stops waiting with the signal's reason and is whole for the next who asks", async () => {
    const { search } = folderTools({ root: temporaryFolder({ "a.md": "alpha" }) });
    const controller = new AbortController();
    const reason = new Error("enough");

    const observation = observe(search, { query: "alpha" }, controller.signal);
    controller.abort(reason);

    await expect(observation).rejects.toBe(reason);
    expect(await observe(search, { query: "alpha" })).toBe('1 passage for "alpha":\n1. a.md:1\n   alpha');
  });
});
