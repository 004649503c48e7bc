import { execFileSync } from "node:child_process";
import { linkSync, mkdirSync, renameSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { AgentToolError } from "../../src/index.ts";
import { readInside, type InsideFile } from "../../src/tools/inside.ts";
import { temporaryFolder } from "./temporary-folder.ts";

async function read(folder: string, path: string, rest: Partial<InsideFile> = {}): Promise<string> {
  try {
    return await readInside({ folder, path, shownAs: path, maxBytes: 1000, ...rest });
  } catch (error) {
    if (error instanceof AgentToolError) return error.message;
    throw error;
  }
}

const SECRET = "the secret";
const THROUGH_A_LINK = "is reached through a symbolic link, which is not followed";
const REPLACED = "was replaced while it was being opened";

describe("readInside", () => {
  it("reads a file of the folder", async () => {
    const folder = temporaryFolder({ "a/b.txt": "grüße\n" });

    expect(await read(folder, "a/b.txt")).toBe("grüße\n");
  });

  it("reads bytes that are no UTF-8, and passes over a byte order mark", async () => {
    const folder = temporaryFolder({ "a.txt": Uint8Array.of(0xef, 0xbb, 0xbf, 0x61, 0xff, 0x62, 0xc3) });

    expect(await read(folder, "a.txt")).toBe("a\uFFFDb\uFFFD");
  });

  it("reads the beginning alone where that is asked, and no half character", async () => {
    const folder = temporaryFolder({ "a.txt": "aü🦄" });

    expect(await read(folder, "a.txt", { firstBytes: 5 })).toBe("aü");
  });

  it.each([
    { title: "a file larger than allowed", path: "large.txt", says: "'large.txt' has 1001 bytes; files of at most 1000 bytes can be read" },
    { title: "a binary file", path: "binary.txt", says: "'binary.txt' is a binary file" },
    { title: "a folder", path: "folder", says: "'folder' is not a regular file" },
    { title: "a file that is not there", path: "none.txt", says: "'none.txt' is not there any more" },
    { title: "a file below a file", path: "ok.txt/x", says: "'ok.txt/x' is not there any more" },
    { title: "a name longer than any", path: "x".repeat(300), says: `'${"x".repeat(300)}' cannot be read: ENAMETOOLONG` },
    { title: "a path that climbs out", path: "../secret.txt", says: "'../secret.txt' leads out of the folder" },
    { title: "a path with a NUL byte", path: "ok.txt\0", says: "'ok.txt\0' cannot be read: ERR_INVALID_ARG_VALUE" },
  ])("refuses $title", async ({ path, says }) => {
    const outer = temporaryFolder({
      "secret.txt": SECRET,
      "in/ok.txt": "ok",
      "in/large.txt": "x".repeat(1001),
      "in/binary.txt": "a\0b",
      "in/folder/x.txt": "",
    });

    expect(await read(join(outer, "in"), path)).toBe(says);
  });

  it.each([
    { title: "a file outside", link: "link.txt", target: "../secret.txt", path: "link.txt" },
    { title: "a file inside", link: "link.txt", target: "ok.txt", path: "link.txt" },
    { title: "a folder outside", link: "link", target: "../outside", path: "link/secret.txt" },
    { title: "the root of the system", link: "link", target: "/", path: "link/etc/hostname" },
    { title: "a device", link: "link.txt", target: "/dev/zero", path: "link.txt" },
  ])("refuses a symbolic link to $title", async ({ link, target, path }) => {
    const outer = temporaryFolder({ "secret.txt": SECRET, "outside/secret.txt": SECRET, "in/ok.txt": "ok" });
    symlinkSync(target, join(outer, "in", link));

    expect(await read(join(outer, "in"), path)).toBe(`'${path}' ${THROUGH_A_LINK}`);
  });

  it("refuses links that lead nowhere and in circles", async () => {
    const folder = temporaryFolder();
    symlinkSync("nowhere", join(folder, "broken.txt"));
    symlinkSync("circle.txt", join(folder, "circle.txt"));

    expect(await read(folder, "broken.txt")).toBe("'broken.txt' is not there any more");
    expect(await read(folder, "circle.txt")).toBe(`'circle.txt' ${THROUGH_A_LINK}`);
  });

  it("refuses a FIFO and a socket, without waiting for anybody at their other end", async () => {
    const folder = temporaryFolder();
    execFileSync("mkfifo", [join(folder, "fifo.txt")]);
    const server = createServer().listen(join(folder, "socket.txt"));
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));

    expect(await read(folder, "fifo.txt")).toBe("'fifo.txt' is not a regular file");
    expect(await read(folder, "socket.txt")).toBe("'socket.txt' is not a regular file");
  });

  it("does not wait for a FIFO either that takes the place of a checked file", async () => {
    const folder = temporaryFolder({ "a.txt": "ok" });
    const swap = (): void => {
      unlinkSync(join(folder, "a.txt"));
      execFileSync("mkfifo", [join(folder, "a.txt")]);
    };

    expect(await read(folder, "a.txt", { onStep: (step) => step === "checked" && swap() })).toBe("'a.txt' is not a regular file");
  });
});

const SILENT = { pathOf: (): Promise<null> => Promise.resolve(null) };

describe.each([
  { title: "where the system names open files", system: {} },
  { title: "where it does not", system: SILENT },
])("readInside, $title,", ({ system }) => {
  it("catches a file that becomes a link between check and opening", async () => {
    const outer = temporaryFolder({ "secret.txt": SECRET, "in/a.txt": "ok" });
    const swap = (): void => {
      unlinkSync(join(outer, "in/a.txt"));
      symlinkSync("../secret.txt", join(outer, "in/a.txt"));
    };

    expect(await read(join(outer, "in"), "a.txt", { ...system, onStep: (step) => step === "checked" && swap() })).toBe(`'a.txt' ${THROUGH_A_LINK}`);
  });

  it("catches a folder that becomes a link between check and opening", async () => {
    const outer = temporaryFolder({ "outside/a.txt": SECRET, "in/sub/a.txt": "ok" });
    const swap = (): void => {
      renameSync(join(outer, "in/sub"), join(outer, "in/away"));
      symlinkSync("../outside", join(outer, "in/sub"));
    };

    expect(await read(join(outer, "in"), "sub/a.txt", { ...system, onStep: (step) => step === "checked" && swap() })).toBe(`'sub/a.txt' ${THROUGH_A_LINK}`);
  });

  it("catches a folder that was a link only while the file was opened", async () => {
    const outer = temporaryFolder({ "outside/a.txt": SECRET, "in/sub/a.txt": "ok" });
    const swap = (step: "checked" | "opened"): void => {
      if (step === "checked") {
        renameSync(join(outer, "in/sub"), join(outer, "in/away"));
        symlinkSync("../outside", join(outer, "in/sub"));
      } else {
        unlinkSync(join(outer, "in/sub"));
        renameSync(join(outer, "in/away"), join(outer, "in/sub"));
      }
    };

    expect(await read(join(outer, "in"), "sub/a.txt", { ...system, onStep: swap })).toBe(`'sub/a.txt' ${REPLACED}`);
  });

  it("catches a file that is replaced by another while it is opened", async () => {
    const folder = temporaryFolder({ "a.txt": "old", "b.txt": "new" });

    expect(await read(folder, "a.txt", { ...system, onStep: (step) => step === "opened" && renameSync(join(folder, "b.txt"), join(folder, "a.txt")) })).toBe(`'a.txt' ${REPLACED}`);
  });
});

describe("readInside, against a race,", () => {
  it("catches a file outside that got a name inside while it was opened", async ({ skip }) => {
    skip(process.platform !== "linux", "only Linux tells where an open file stands");
    const outer = temporaryFolder({ "outside/a.txt": SECRET, "in/sub/a.txt": "ok" });
    const swap = (step: "checked" | "opened"): void => {
      if (step === "checked") {
        renameSync(join(outer, "in/sub"), join(outer, "in/away"));
        symlinkSync("../outside", join(outer, "in/sub"));
      } else {
        unlinkSync(join(outer, "in/sub"));
        mkdirSync(join(outer, "in/sub"));
        linkSync(join(outer, "outside/a.txt"), join(outer, "in/sub/a.txt"));
      }
    };

    expect(await read(join(outer, "in"), "sub/a.txt", { onStep: swap })).toBe(`'sub/a.txt' ${REPLACED}`);
  });

  it("bears a file that grows or shrinks while it is read", async () => {
    const folder = temporaryFolder({ "a.txt": "four", "b.txt": "four" });

    expect(await read(folder, "a.txt", { onStep: () => writeFileSync(join(folder, "a.txt"), "x".repeat(999)) })).toBe("x".repeat(999));
    expect(await read(folder, "b.txt", { onStep: () => truncateSync(join(folder, "b.txt"), 1) })).toBe("f");
  });

  it("never shows what is outside while a folder is swapped for a link again and again", async () => {
    const outer = temporaryFolder({ "outside/a.txt": SECRET, "in/sub/a.txt": "ok" });
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
    for (let round = 0; round < 300; round += 1) {
      const reading = read(inside, "sub/a.txt");
      for (let turn = 0; turn < round % 7; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      swap();
      seen.add(await reading);
    }

    expect([...seen].filter((text) => text === SECRET)).toEqual([]);
    expect(seen.has("ok")).toBe(true);
  });
});
