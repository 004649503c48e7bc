import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { walk, type WalkOptions } from "../../src/tools/walk.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function options(folder: string, rest: Partial<WalkOptions> = {}): WalkOptions {
  const { signal } = new AbortController();
  return { folder, start: "", accepts: () => true, enters: () => true, maxFiles: 100, signal, ...rest };
}

describe("walk", () => {
  it("finds files level by level, by name, with their sizes", async () => {
    const folder = temporaryFolder({ "b.md": "four", "a/c/e.md": "", "a/d.md": "x", "z.md": "" });

    expect(await walk(options(folder))).toEqual({
      files: [
        { name: "b.md", path: "b.md", sizeBytes: 4 },
        { name: "z.md", path: "z.md", sizeBytes: 0 },
        { name: "a/d.md", path: join("a", "d.md"), sizeBytes: 1 },
        { name: "a/c/e.md", path: join("a", "c", "e.md"), sizeBytes: 0 },
      ],
      links: 0,
      isCut: false,
    });
  });

  it("begins where it is told and names files from there", async () => {
    const folder = temporaryFolder({ "a/b/c.md": "", "other.md": "" });

    const { files } = await walk(options(folder, { start: "a" }));

    expect(files).toEqual([{ name: "b/c.md", path: join("a", "b", "c.md"), sizeBytes: 0 }]);
  });

  it("passes over hidden files, what is not accepted, and folders it may not enter", async () => {
    const folder = temporaryFolder({ ".env": "", ".git/config": "", "a.md": "", "a.png": "", "skip/b.md": "", "go/skip/c.md": "", "go/d.md": "" });
    const accepts = (name: string): boolean => name.endsWith(".md");
    const enters = (name: string): boolean => !name.endsWith("skip");

    const { files } = await walk(options(folder, { accepts, enters }));

    expect(files.map(({ name }) => name)).toEqual(["a.md", "go/d.md"]);
  });

  it("follows no link and counts them", async () => {
    const outer = temporaryFolder({ "in/a.md": "", "outside/b.md": "" });
    symlinkSync("../outside", join(outer, "in/folder"));
    symlinkSync("a.md", join(outer, "in/file.md"));
    symlinkSync(".", join(outer, "in/circle"));

    const { files, links } = await walk(options(join(outer, "in")));

    expect({ names: files.map(({ name }) => name), links }).toEqual({ names: ["a.md"], links: 3 });
  });

  it("lists nothing of a folder that became a link after it was seen", async () => {
    const outer = temporaryFolder({ "in/a.md": "", "outside/secret.md": "" });
    symlinkSync("../outside", join(outer, "in/sub"));

    expect((await walk(options(join(outer, "in"), { start: "sub" }))).files).toEqual([]);
  });

  it("stops at the most files it may find, and says so", async () => {
    const folder = temporaryFolder({ "a.md": "", "b.md": "", "c/d.md": "" });

    const exactly = await walk(options(folder, { maxFiles: 3 }));
    const fewer = await walk(options(folder, { maxFiles: 1 }));

    expect([exactly.files.length, exactly.isCut]).toEqual([3, false]);
    expect([fewer.files.map(({ name }) => name), fewer.isCut]).toEqual([["a.md"], true]);
  });

  it("passes over a folder that cannot be listed", async ({ skip }) => {
    skip(process.getuid?.() === 0, "root may list every folder");
    const folder = temporaryFolder({ "a.md": "", "closed/b.md": "" });
    chmodSync(join(folder, "closed"), 0);

    const { files } = await walk(options(folder));
    chmodSync(join(folder, "closed"), 0o700);

    expect(files.map(({ name }) => name)).toEqual(["a.md"]);
  });

  it("goes 100 folders deep and no deeper", async () => {
    const folder = temporaryFolder({ [`${"d/".repeat(100)}a.md`]: "", [`${"d/".repeat(101)}b.md`]: "" });

    expect((await walk(options(folder))).files.map(({ name }) => name)).toEqual([`${"d/".repeat(100)}a.md`]);
  });

  it("finds nothing where there is no folder", async () => {
    expect((await walk(options(temporaryFolder(), { start: "none" }))).files).toEqual([]);
  });

  it("stops with the signal's reason", async () => {
    const folder = temporaryFolder({ "a/b.md": "" });
    const controller = new AbortController();
    const reason = new Error("enough");
    const enters = (): boolean => {
      controller.abort(reason);
      return true;
    };

    await expect(walk(options(folder, { enters, signal: controller.signal }))).rejects.toBe(reason);
  });
});
