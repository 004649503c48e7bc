import { execFileSync } from "node:child_process";
import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folderTools } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const SECRET = "the secret";
const LINKED = "is reached through a symbolic link, which is not followed";

describe("folderTools, as a guard of paths,", () => {
  it.each([
    { title: "in capitals", file: "SUB/GUIDE.MD" },
    { title: "with one capital", file: "sub/Guide.md" },
    { title: "in wide letters", file: "sub/ｇuide.md" },
    { title: "with a letter in two pieces", file: "sub/cafe\u0301.md" },
    { title: "with a space behind it", file: "sub/guide.md " },
    { title: "with a dot behind it", file: "sub/guide.md." },
    { title: "with a stream behind it", file: "sub/guide.md::$DATA" },
    { title: "with a backslash", file: "sub\\guide.md" },
    { title: "through a folder that is not there", file: "none/../sub/guide.md" },
    { title: "through itself", file: "sub/../sub/guide.md" },
    { title: "with a NUL behind it", file: "sub/guide.md\0" },
    { title: "by the file descriptors of the process", file: "/proc/self/cwd/package.json" },
  ])("knows a document by its own name alone, not $title", async ({ file }) => {
    const { read } = folderTools({ root: temporaryFolder({ "sub/guide.md": "the guide", "sub/caf\u00E9.md": "x" }) });

    expect(await observe(read, { file })).toMatch(/^AgentToolError: no document '/u);
    expect(await observe(read, { file: "sub/guide.md" })).toBe("sub/guide.md, lines 1-1 of 1:\nthe guide");
  });

  it("neither finds nor reads what lies behind a link, at the end or in the middle", async () => {
    const outer = temporaryFolder({ "secret.md": SECRET, "outside/secret.md": SECRET, "in/guide.md": "the guide" });
    symlinkSync("../secret.md", join(outer, "in/link.md"));
    symlinkSync("../outside", join(outer, "in/linked"));
    const { search, read } = folderTools({ root: join(outer, "in") });

    expect(await observe(search, { query: "secret" })).toBe('no passage for "secret"');
    for (const file of ["link.md", "linked/secret.md"]) expect(await observe(read, { file })).toMatch(/^AgentToolError: no document '/u);
  });

  it("refuses a document when a folder on the way to it has become a link since", async () => {
    const outer = temporaryFolder({ "outside/a.md": SECRET, "in/sub/a.md": "the guide" });
    const { search, read } = folderTools({ root: join(outer, "in") });
    await observe(search, { query: "guide" });

    renameSync(join(outer, "in/sub"), join(outer, "in/away"));
    symlinkSync("../outside", join(outer, "in/sub"));

    expect(await observe(read, { file: "sub/a.md" })).toBe(`AgentToolError: 'sub/a.md' ${LINKED}`);
  });

  it("refuses a document that has become a device or a FIFO since", async () => {
    const folder = temporaryFolder({ "a.md": "the guide", "b.md": "the guide" });
    const { search, read } = folderTools({ root: folder });
    await observe(search, { query: "guide" });

    unlinkSync(join(folder, "a.md"));
    symlinkSync("/dev/zero", join(folder, "a.md"));
    unlinkSync(join(folder, "b.md"));
    execFileSync("mkfifo", [join(folder, "b.md")]);

    expect(await observe(read, { file: "a.md" })).toBe(`AgentToolError: 'a.md' ${LINKED}`);
    expect(await observe(read, { file: "b.md" })).toBe("AgentToolError: 'b.md' is not a regular file");
  });
});
