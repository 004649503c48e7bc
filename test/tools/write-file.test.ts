import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AgentToolError, DefinitionError } from "../../src/index.ts";
import { editFile, writeFile, type WritingOptions } from "../../src/tools/index.ts";
import { writeInside, type FileToWrite } from "../../src/tools/write-inside.ts";
import { observe } from "./observe.ts";
import { temporaryFolder } from "./temporary-folder.ts";

function write(folder: string, file: string, content = "new"): Promise<string> {
  return observe(writeFile({ folder }), { file, content });
}

// All names below a folder; goes through no link.
function tree(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const below = entry.isDirectory() ? tree(join(folder, entry.name)) : [];
    return [entry.name, ...below.map((name) => `${entry.name}/${name}`)];
  });
}

const OLD = "old";
const THROUGH_A_LINK = "is reached through a symbolic link, which is not followed";

describe("writeFile", () => {
  it("writes a new file, with the folders it needs, and says how much", async () => {
    const folder = temporaryFolder();

    expect(await write(folder, "a/b/c.txt", "grüße\nzwei\n")).toBe("created 'a/b/c.txt': lines 2, bytes 13");
    expect(readFileSync(join(folder, "a/b/c.txt"), "utf8")).toBe("grüße\nzwei\n");
    expect(readdirSync(join(folder, "a/b"))).toEqual(["c.txt"]);
  });

  it("replaces a file as a whole and keeps its permissions", async () => {
    const folder = temporaryFolder({ "run.sh": "a long old text" });
    chmodSync(join(folder, "run.sh"), 0o4750);

    expect(await write(folder, "run.sh", "")).toBe("replaced 'run.sh': lines 0, bytes 0");
    expect(readFileSync(join(folder, "run.sh"), "utf8")).toBe("");
    expect((statSync(join(folder, "run.sh")).mode & 0o7777).toString(8)).toBe("750");
  });

  it("puts a new file in the place of another name of the same one", async () => {
    const outer = temporaryFolder({ "outside.txt": OLD, "in/x.txt": "" });
    linkSync(join(outer, "outside.txt"), join(outer, "in/inside.txt"));

    expect(await write(join(outer, "in"), "inside.txt")).toBe("replaced 'inside.txt': lines 1, bytes 3");
    expect(readFileSync(join(outer, "outside.txt"), "utf8")).toBe(OLD);
  });

  it.each([
    { file: "../escaped.txt", why: "has a part that is . or .., which are not followed" },
    { file: "sub/../../escaped.txt", why: "has a part that is . or .., which are not followed" },
    { file: "/tmp/escaped.txt", why: "is absolute; names are below the folder" },
    { file: "..\\escaped.txt", why: "holds a backslash; folders are separated by /" },
    { file: "C:\\escaped.txt", why: "holds a backslash; folders are separated by /" },
    { file: "~/escaped.txt", why: "begins with ~, which means no folder here" },
    { file: ".git/hooks/post-checkout", why: "is hidden (a part begins with a dot), which is neither read nor written" },
    { file: "kept.txt/x", why: "leads through 'kept.txt', which is no folder" },
    { file: "sub", why: "is not a regular file" },
    { file: "KEPT.txt", why: "differs from 'kept.txt', which is there, in no more than case: the same name on some systems" },
    { file: "Sub/x.txt", why: "differs from 'sub', which is there, in no more than case: the same name on some systems" },
    { file: "read-only.txt", why: "is read-only" },
  ])("refuses $file and leaves everything as it was", async ({ file, why }) => {
    const outer = temporaryFolder({ "in/kept.txt": OLD, "in/sub/x.txt": OLD, "in/read-only.txt": OLD });
    chmodSync(join(outer, "in/read-only.txt"), 0o444);

    expect(await write(join(outer, "in"), file)).toBe(`AgentToolError: '${file}' ${why}`);
    expect(readdirSync(outer, { recursive: true }).sort()).toEqual(["in", "in/kept.txt", "in/read-only.txt", "in/sub", "in/sub/x.txt"]);
    expect(readFileSync(join(outer, "in/kept.txt"), "utf8")).toBe(OLD);
  });

  it.each([
    { title: "a name with a NUL", file: "a\0.txt", says: "'a\\u{0}.txt' holds control or invisible characters" },
    { title: "more bytes than allowed", file: "a.txt", content: "ü".repeat(6), says: "'a.txt' would have 12 bytes; files of at most 10 bytes are written" },
    { title: "half a character", file: "a.txt", content: "\uD83E", says: "'a.txt' would hold half a character: a surrogate without its other half" },
  ])("refuses $title", async ({ file, content = "new", says }) => {
    const folder = temporaryFolder();

    expect(await observe(writeFile({ folder, maxFileBytes: 10 }), { file, content })).toBe(`AgentToolError: ${says}`);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    { title: "to a file outside", link: "link.txt", target: "../outside.txt", file: "link.txt", says: "is a symbolic link, which is neither followed nor replaced" },
    { title: "to a file inside", link: "link.txt", target: "kept.txt", file: "link.txt", says: "is a symbolic link, which is neither followed nor replaced" },
    { title: "to nothing yet", link: "link.txt", target: "../later.txt", file: "link.txt", says: "is a symbolic link, which is neither followed nor replaced" },
    { title: "in a circle", link: "link.txt", target: "link.txt", file: "link.txt", says: "is a symbolic link, which is neither followed nor replaced" },
    { title: "to a device", link: "link.txt", target: "/dev/null", file: "link.txt", says: "is a symbolic link, which is neither followed nor replaced" },
    { title: "to a folder outside, in the middle", link: "link", target: "../sub", file: "link/x.txt", says: THROUGH_A_LINK },
    { title: "to a folder inside, in the middle", link: "link", target: "deep", file: "link/x.txt", says: THROUGH_A_LINK },
    { title: "to nothing, in the middle", link: "link", target: "../nowhere", file: "link/x.txt", says: THROUGH_A_LINK },
    { title: "to the top of the system, in the middle", link: "link", target: "/", file: "link/tmp/x.txt", says: THROUGH_A_LINK },
  ])("refuses a link $title, and leaves both ends alone", async ({ link, target, file, says }) => {
    const outer = temporaryFolder({ "outside.txt": OLD, "sub/kept.txt": OLD, "in/kept.txt": OLD, "in/deep/kept.txt": OLD });
    symlinkSync(target, join(outer, "in", link));
    const before = tree(outer);

    expect(await write(join(outer, "in"), file)).toBe(`AgentToolError: '${file}' ${says}`);
    expect(tree(outer)).toEqual(before);
    expect(readlinkSync(join(outer, "in", link))).toBe(target);
    expect(["outside.txt", "in/kept.txt"].map((name) => readFileSync(join(outer, name), "utf8"))).toEqual([OLD, OLD]);
  });

  it("refuses a FIFO, without waiting for anybody at its other end", async () => {
    const folder = temporaryFolder();
    execFileSync("mkfifo", [join(folder, "fifo.txt")]);

    expect(await write(folder, "fifo.txt")).toBe("AgentToolError: 'fifo.txt' is not a regular file");
    expect(lstatSync(join(folder, "fifo.txt")).isFIFO()).toBe(true);
  });

  it("changes nothing once its signal has fired", async () => {
    const folder = temporaryFolder({ "a.txt": OLD });
    const reason = new Error("enough");

    await expect(observe(writeFile({ folder }), { file: "a.txt", content: "new" }, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(OLD);
  });
});

const SILENT = { pathOf: (): Promise<null> => Promise.resolve(null) };
const MOVED = "was not written: a folder on the way to it was moved or replaced meanwhile";

type Step = "checked" | "opened" | "written";

async function written(folder: string, name: string, rest: Partial<FileToWrite> = {}): Promise<string> {
  const { signal } = new AbortController();
  try {
    return await writeInside({ folder, name, bytes: Buffer.from("new"), signal, ...rest });
  } catch (error) {
    if (error instanceof AgentToolError) return error.message;
    throw error;
  }
}

function at(step: Step, change: () => void): { onStep: (now: Step) => void } {
  return { onStep: (now) => now === step && change() };
}

describe.each([
  { title: "where the system names files through an open folder", system: {} },
  { title: "where it does not", system: SILENT },
])("writeInside, $title,", ({ system }) => {
  it("writes, replaces and makes folders", async () => {
    const folder = temporaryFolder({ "a.txt": OLD });

    expect(await written(folder, "a.txt", system)).toBe("replaced");
    expect(await written(folder, "b/c/d.txt", system)).toBe("created");
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(["a.txt", "b", "b/c", "b/c/d.txt"]);
  });

  it("refuses links in the middle and at the end", async () => {
    const outer = temporaryFolder({ "sub/x.txt": OLD, "in/y.txt": OLD });
    symlinkSync("../sub", join(outer, "in/link"));

    expect(await written(join(outer, "in"), "link/x.txt", system)).toBe(`'link/x.txt' ${THROUGH_A_LINK}`);
    expect(await written(join(outer, "in"), "link", system)).toBe("'link' is a symbolic link, which is neither followed nor replaced");
    expect(readFileSync(join(outer, "sub/x.txt"), "utf8")).toBe(OLD);
  });

  it.each(["checked", "opened", "written"] satisfies Step[])("writes nothing through a folder that becomes a link once it is %s", async (step) => {
    const outer = temporaryFolder({ "outside/a.txt": OLD, "in/sub/a.txt": OLD });
    const swap = (): void => {
      renameSync(join(outer, "in/sub"), join(outer, "in/away"));
      symlinkSync("../outside", join(outer, "in/sub"));
    };

    expect(await written(join(outer, "in"), "sub/a.txt", { ...system, ...at(step, swap) })).toBe(`'sub/a.txt' ${MOVED}`);
    expect(readFileSync(join(outer, "outside/a.txt"), "utf8")).toBe(OLD);
    expect(readFileSync(join(outer, "in/away/a.txt"), "utf8")).toBe(OLD);
  });

  it("writes no byte before it is sure that it stands in the folder", async () => {
    const outer = temporaryFolder({ "outside/a.txt": OLD, "in/sub/a.txt": OLD });
    const steps: Step[] = [];
    const onStep = (step: Step): void => {
      steps.push(step);
      if (step !== "opened") return;
      renameSync(join(outer, "in/sub"), join(outer, "in/away"));
      symlinkSync("../outside", join(outer, "in/sub"));
    };

    expect(await written(join(outer, "in"), "sub/a.txt", { ...system, onStep })).toBe(`'sub/a.txt' ${MOVED}`);
    expect(steps).toEqual(["checked", "opened"]);
  });

  it.each(["checked", "opened", "written"] satisfies Step[])("writes nothing into a folder that another takes the place of once it is %s", async (step) => {
    const outer = temporaryFolder({ "other/a.txt": "other", "in/sub/a.txt": OLD });
    const swap = (): void => {
      renameSync(join(outer, "in/sub"), join(outer, "in/away"));
      renameSync(join(outer, "other"), join(outer, "in/sub"));
    };

    expect(await written(join(outer, "in"), "sub/a.txt", { ...system, ...at(step, swap) })).toBe(`'sub/a.txt' ${MOVED}`);
    expect(readFileSync(join(outer, "in/sub/a.txt"), "utf8")).toBe("other");
  });

  it("replaces a link that has taken the file's place, and nothing behind it", async () => {
    const outer = temporaryFolder({ "outside.txt": OLD, "in/a.txt": OLD });
    const swap = (): void => {
      unlinkSync(join(outer, "in/a.txt"));
      symlinkSync("../outside.txt", join(outer, "in/a.txt"));
    };

    expect(await written(join(outer, "in"), "a.txt", { ...system, ...at("written", swap) })).toBe("replaced");
    expect(readFileSync(join(outer, "outside.txt"), "utf8")).toBe(OLD);
    expect([lstatSync(join(outer, "in/a.txt")).isFile(), readFileSync(join(outer, "in/a.txt"), "utf8")]).toEqual([true, "new"]);
  });

  it("leaves nothing behind when it cannot finish", async () => {
    const folder = temporaryFolder({ "x.txt": OLD });
    const swap = (): void => mkdirSync(join(folder, "a.txt"));

    expect(await written(folder, "a.txt", { ...system, ...at("written", swap) })).toMatch(/^'a\.txt' cannot be written: E/u);
    expect(readdirSync(folder)).toEqual(["a.txt", "x.txt"]);
  });

  it("stops at the last moment when its signal fires", async () => {
    const folder = temporaryFolder({ "a.txt": OLD });
    const controller = new AbortController();
    const reason = new Error("enough");

    const writing = written(folder, "a.txt", { ...system, signal: controller.signal, ...at("written", () => controller.abort(reason)) });

    await expect(writing).rejects.toBe(reason);
    expect([readdirSync(folder), readFileSync(join(folder, "a.txt"), "utf8")]).toEqual([["a.txt"], OLD]);
  });
});

describe("writeInside, against a race,", () => {
  it("makes no file outside, not even an empty one, where files are named through an open folder", async ({ skip }) => {
    skip(process.platform !== "linux", "only Linux names files through an open folder");
    const outer = temporaryFolder({ "outside/kept.txt": OLD, "in/sub/a.txt": OLD });
    const outside: string[][] = [];
    const onStep = (step: Step): void => {
      outside.push(readdirSync(join(outer, "outside")));
      if (step !== "checked") return;
      renameSync(join(outer, "in/sub"), join(outer, "in/away"));
      symlinkSync("../outside", join(outer, "in/sub"));
    };

    expect(await written(join(outer, "in"), "sub/new.txt", { onStep })).toBe(`'sub/new.txt' ${MOVED}`);
    expect([...outside, readdirSync(join(outer, "outside"))]).toEqual([["kept.txt"], ["kept.txt"], ["kept.txt"]]);
    expect(readdirSync(join(outer, "in/away"))).toEqual(["a.txt"]);
  });

  it("never writes outside while a folder is swapped for a link again and again", async ({ skip }) => {
    skip(process.platform !== "linux", "only Linux names files through an open folder");
    const outer = temporaryFolder({ "outside/kept.txt": OLD, "in/sub/a.txt": OLD });
    const inside = join(outer, "in");
    const [sub, link, away] = [join(inside, "sub"), join(inside, "link"), join(inside, "away")];
    symlinkSync("../outside", link);
    let isLink = false;
    const swap = (): void => {
      renameSync(sub, isLink ? link : away);
      renameSync(isLink ? away : link, sub);
      isLink = !isLink;
    };

    const seen = new Set<string>();
    for (let round = 0; round < 150; round += 1) {
      const writing = written(inside, "sub/a.txt");
      for (let turn = 0; turn < round % 11; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      swap();
      seen.add(await writing);
    }

    expect(readdirSync(join(outer, "outside"))).toEqual(["kept.txt"]);
    expect(seen.has("replaced")).toBe(true);
  });
});

describe("editFile", () => {
  function edit(folder: string, find: string, replace: string, file = "a.txt"): Promise<string> {
    return observe(editFile({ folder }), { file, find, replace });
  }

  it.each([
    { title: "in the middle", text: "one\ntwo\nthree\n", find: "two", replace: "2", result: "one\n2\nthree\n", line: 2 },
    { title: "over several lines", text: "one\ntwo\nthree\n", find: "one\ntwo\n", replace: "", result: "three\n", line: 1 },
    { title: "by what looks like a pattern", text: "a.b", find: ".", replace: "$&$1", result: "a$&$1b", line: 1 },
    { title: "and keeps a byte order mark and other line breaks", text: "\uFEFFa\r\nb\r\n", find: "b\r\n", replace: "c\n", result: "\uFEFFa\r\nc\n", line: 2 },
    { title: "of the whole file", text: "🦄", find: "🦄", replace: "🐎", result: "🐎", line: 1 },
  ])("replaces a text $title", async ({ text, find, replace, result, line }) => {
    const folder = temporaryFolder({ "a.txt": text });

    expect(await edit(folder, find, replace)).toBe(`edited 'a.txt' at line ${line}`);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(result);
  });

  it.each([
    { title: "a text that is not there", text: "one", find: "two", says: "'a.txt' does not hold this text" },
    { title: "a text with other line breaks", text: "a\r\nb", find: "a\nb", says: "'a.txt' does not hold this text: the line breaks differ" },
    { title: "a text with other spaces", text: "\tif (a)  {\n", find: "if (a) {", says: "'a.txt' does not hold this text: the spaces or line breaks differ" },
    { title: "a text in another case", text: "One", find: "one", says: "'a.txt' does not hold this text" },
    { title: "a text that is there twice", text: "x\nx", find: "x", says: "'a.txt' holds this text 2 times (lines 1, 2); give more of what stands around it" },
    { title: "places that overlap", text: "aaa", find: "aa", says: "'a.txt' holds this text 2 times (lines 1, 1); give more of what stands around it" },
    { title: "very many places", text: "x\n".repeat(1000), find: "x", says: "'a.txt' holds this text 100 times or more (lines 1, 2, 3, 4, 5, …); give more of what stands around it" },
    { title: "half of a character", text: "🦄", find: "\uD83E", says: "'a.txt' would hold half a character: a surrogate without its other half" },
  ])("refuses $title and leaves the file alone", async ({ text, find, says }) => {
    const folder = temporaryFolder({ "a.txt": text });

    expect(await edit(folder, find, "new")).toBe(`AgentToolError: ${says}`);
    expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe(text);
  });

  it.each([
    { title: "a file that is not there", file: "none.txt", says: "'none.txt' is not there any more" },
    { title: "a folder", file: "sub", says: "'sub' is not a regular file" },
    { title: "a binary file", file: "binary.txt", says: "'binary.txt' is a binary file" },
    { title: "a file in another encoding", file: "latin.txt", says: "'latin.txt' is not encoded in UTF-8" },
    { title: "a file that is larger than allowed", file: "large.txt", says: "'large.txt' has 21 bytes; files of at most 20 bytes can be read" },
    { title: "a file that would become larger than allowed", file: "full.txt", says: "'full.txt' would have 22 bytes; files of at most 20 bytes are written" },
    { title: "a file outside", file: "../outside.txt", says: "'../outside.txt' has a part that is . or .., which are not followed" },
    { title: "an absolute path", file: "/etc/hostname", says: "'/etc/hostname' is absolute; names are below the folder" },
    { title: "a link", file: "link.txt", says: `'link.txt' ${THROUGH_A_LINK}` },
    { title: "a file behind a link", file: "up/outside.txt", says: `'up/outside.txt' ${THROUGH_A_LINK}` },
  ])("refuses $title", async ({ file, says }) => {
    const outer = temporaryFolder({
      "outside.txt": "old",
      "in/sub/x.txt": "old",
      "in/binary.txt": "old\0",
      "in/latin.txt": Uint8Array.of(0x6f, 0x6c, 0x64, 0xe9),
      "in/large.txt": `old${"x".repeat(18)}`,
      "in/full.txt": `old${"x".repeat(16)}`,
    });
    symlinkSync("../outside.txt", join(outer, "in/link.txt"));
    symlinkSync("..", join(outer, "in/up"));

    expect(await observe(editFile({ folder: join(outer, "in"), maxFileBytes: 20 }), { file, find: "old", replace: "newest" })).toBe(`AgentToolError: ${says}`);
    expect(readFileSync(join(outer, "outside.txt"), "utf8")).toBe("old");
  });

  it.each([
    { title: "was changed", change: (path: string) => writeFileSync(path, "changed") },
    { title: "was made longer", change: (path: string) => writeFileSync(path, "old and more") },
    { title: "is gone", change: (path: string) => unlinkSync(path) },
  ])("does not undo what somebody else did: the file $title", async ({ change }) => {
    const folder = temporaryFolder({ "a.txt": "old" });
    const path = join(folder, "a.txt");

    const step = at("written", () => change(path));
    expect(await written(folder, "a.txt", { replaces: Buffer.from("old"), ...step })).toBe("'a.txt' was not written: it was changed by somebody else meanwhile");
    expect(existsSync(path) ? readFileSync(path, "utf8") : "gone").not.toBe("new");
    expect(readdirSync(folder).filter((name) => name !== "a.txt")).toEqual([]);
  });
});

describe.each([
  { subject: "writeFile", make: writeFile, given: { file: "a.txt", content: "" } },
  { subject: "editFile", make: editFile, given: { file: "a.txt", find: "a", replace: "" } },
])("$subject", ({ subject, make, given }) => {
  it("overlaps with no other such tool, and asks for approval when it is told to", () => {
    const folder = temporaryFolder();

    expect([make({ folder }).exclusive, make({ folder }).needsApproval, make({ folder, needsApproval: true }).needsApproval]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it.each([{ ...given, file: "" }, { ...given, file: "x".repeat(1001) }, { file: "a.txt" }])("takes no %o", (wrong) => {
    expect(make({ folder: temporaryFolder() }).parameters.safeParse(wrong).success).toBe(false);
  });

  it.each([
    { title: "no folder", options: {}, says: "folder is undefined; allowed: the path of a folder" },
    { title: "a folder that does not exist", options: { folder: "no/such" }, says: "folder is 'no/such'; allowed: the path of a folder that exists and may be read" },
    { title: "an answer that is none", options: { folder: ".", needsApproval: "yes" }, says: "needsApproval is 'yes'; allowed: true or false" },
    { title: "an unknown key", options: { folder: ".", root: "." }, says: "root is '.'; allowed: no key of this name" },
  ])("refuses $title when it is made", ({ options, says }) => {
    const making = (): unknown => make(options as WritingOptions);

    expect(making).toThrow(DefinitionError);
    expect(making).toThrow(`${subject}: ${says}`);
  });
});
