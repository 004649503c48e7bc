import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { dependencyTools, documentsOf, type SearchTools } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function filesFound(tools: SearchTools, query: string): Promise<string[]> {
  const lines = (await observe(tools.search, { query, limit: 20 })).split("\n");
  return lines.flatMap((line) => /^\d+\. (.*):\d+$/u.exec(line)?.[1] ?? []).sort();
}

describe("dependencyTools", () => {
  it("searches READMEs, documentation and declarations of packages, scoped ones too, and nothing else", async () => {
    const root = temporaryFolder({
      "readme.md": "word",
      "node_modules/p-queue/readme.md": "word",
      "node_modules/p-queue/notes.txt": "word",
      "node_modules/p-queue/dist/index.d.ts": "word",
      "node_modules/p-queue/docs/deep/page.html": "word",
      "node_modules/@scope/name/index.d.mts": "word",
      "node_modules/@scope/name/README": "word",
      "node_modules/p-queue/LICENSE.md": "word",
      "node_modules/p-queue/index.js": "word",
      "node_modules/p-queue/src/index.ts": "word",
      "node_modules/p-queue/src/notes.md": "word",
      "node_modules/p-queue/test/x.d.ts": "word",
      "node_modules/p-queue/node_modules/nested/readme.md": "word",
      "node_modules/.cache/readme.md": "word",
      "node_modules/stray.md": "word",
    });
    const tools = dependencyTools({ root });

    expect(await filesFound(tools, "word")).toEqual([
      "@scope/name/README",
      "@scope/name/index.d.mts",
      "p-queue/dist/index.d.ts",
      "p-queue/docs/deep/page.html",
      "p-queue/notes.txt",
      "p-queue/readme.md",
    ]);
    expect(await documentsOf(tools)).toEqual({ count: 6, notes: [] });
    expect(await observe(tools.read, { file: "@scope/name/README" })).toBe("@scope/name/README, lines 1-1 of 1:\nword");
    expect(await observe(tools.read, { file: "p-queue/index.js" })).toMatch(/^AgentToolError: no document 'p-queue\/index.js'; closest: /u);
    expect(await observe(tools.read, { file: "../readme.md" })).toMatch(/^AgentToolError: no document '..\/readme.md'; closest: /u);
  });

  it("finds a package by its name and what is asked about it", async () => {
    const root = temporaryFolder({
      "node_modules/p-queue/readme.md": "# p-queue\n\nPromise queue.\n\n## priority\n\nHigher numbers run first.",
      "node_modules/p-limit/readme.md": "# p-limit\n\nRuns few at once, without any queue priority.",
      "node_modules/nanoid/README.md": "# Nano ID\n\nSafe: few collisions.",
    });
    const { search } = dependencyTools({ root });

    expect((await observe(search, { query: "p-queue priority", limit: 1 })).split("\n")[1]).toBe("1. p-queue/readme.md:5");
    expect((await observe(search, { query: "How does nanoid avoid collisions?", limit: 1 })).split("\n")[1]).toBe("1. nanoid/README.md:1");
  });

  it.each([
    { title: "no node_modules", files: {}, notes: ["there is no node_modules"], says: "there is no document to search; there is no node_modules" },
    { title: "no package with a document", files: { "node_modules/p/index.js": "" }, notes: [], says: "there is no document to search" },
  ])("makes known that there is $title", async ({ files, notes, says }) => {
    const tools = dependencyTools({ root: temporaryFolder(files) });

    expect(await documentsOf(tools)).toEqual({ count: 0, notes });
    expect(await observe(tools.search, { query: "x" })).toBe(`AgentToolError: ${says}`);
  });

  it("prefers the packages that the project names when not all can be searched", async () => {
    const root = temporaryFolder({
      "package.json": JSON.stringify({ devDependencies: { zeta: "1" } }),
      "node_modules/alpha/readme.md": "word",
      "node_modules/zeta/readme.md": "word",
    });
    const tools = dependencyTools({ root, maxTotalBytes: 4 });

    expect(await filesFound(tools, "word")).toEqual(["zeta/readme.md"]);
    expect(await documentsOf(tools)).toEqual({ count: 1, notes: ["searched in part or not at all (at most 4 bytes are searched): 1 file"] });
  });

  it.each(["not json", "null", '"text"', '{"dependencies":null}', '{"dependencies":[1]}'])("bears a package.json that says %s", async (text) => {
    const root = temporaryFolder({ "package.json": text, "node_modules/p/readme.md": "word" });

    expect(await filesFound(dependencyTools({ root }), "word")).toEqual(["p/readme.md"]);
  });

  it("follows links from a package's name to its folder in node_modules, as pnpm makes them, and no others", async () => {
    const root = temporaryFolder({
      "node_modules/.pnpm/p@1/node_modules/p/readme.md": "word",
      "node_modules/.pnpm/n@1/node_modules/@s/n/readme.md": "word",
      "packages/own/readme.md": "word",
      "secret/readme.md": "word",
    });
    mkdirSync(join(root, "node_modules/@s"));
    symlinkSync(".pnpm/p@1/node_modules/p", join(root, "node_modules/p"));
    symlinkSync("../.pnpm/n@1/node_modules/@s/n", join(root, "node_modules/@s/n"));
    symlinkSync("../packages/own", join(root, "node_modules/own"));
    symlinkSync("/", join(root, "node_modules/all"));
    symlinkSync("../../../../../secret", join(root, "node_modules/.pnpm/p@1/node_modules/p/docs"));
    const tools = dependencyTools({ root });

    expect(await filesFound(tools, "word")).toEqual(["@s/n/readme.md", "p/readme.md"]);
    expect(await documentsOf(tools)).toEqual({ count: 2, notes: ["symbolic links, which are not followed: 3"] });
    expect(await observe(tools.read, { file: "p/readme.md" })).toBe("p/readme.md, lines 1-1 of 1:\nword");
  });

  it("does not follow a node_modules that is itself a link", async () => {
    const outer = temporaryFolder({ "elsewhere/p/readme.md": "word", "in/package.json": "{}" });
    symlinkSync("../elsewhere", join(outer, "in/node_modules"));

    const summary = await documentsOf(dependencyTools({ root: join(outer, "in") }));

    expect(summary).toEqual({ count: 0, notes: ["node_modules is a symbolic link, which is not followed"] });
  });

  it("stops at the most files it may look at", async () => {
    const packages = Array.from({ length: 20 }, (_, number): [string, string] => [`node_modules/p${number}/readme.md`, "word"]);
    const tools = dependencyTools({ root: temporaryFolder(Object.fromEntries(packages)), maxFiles: 12 });

    expect(await documentsOf(tools)).toEqual({ count: 12, notes: ["there are more files than are looked at (12); the rest is left out"] });
  });

  it("finds in this project's own packages what its demonstration asks", async () => {
    const tools = dependencyTools({ root: fileURLToPath(new URL("../..", import.meta.url)) });

    const found = [await observe(tools.search, { query: "p-queue priority" }), await observe(tools.search, { query: "nanoid collisions" })];

    expect(found[0]).toContain(". p-queue/readme.md:");
    expect(found[1]).toMatch(/^1\. nanoid\//mu);
  });
});
