import { readdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { StoreError } from "../../src/index.ts";
import { tryLock } from "../../src/sqlite/lock.ts";
import { endProcesses, startProcess } from "../bin/command.ts";
import { temporaryPath } from "../sqlite/engines.ts";
import { programAt } from "../support/program.ts";
import { NO_DISKS, onReadOnlyDisk, onSmallDisk, withFilesUpTo } from "./disks.ts";
import { STORES, type StoreName } from "./stores.ts";

/** What becomes of facts and of runs when their file cannot be used: one sentence, and nothing that was stored is lost. */

const MINUTE = 60_000;
const program = await programAt(new URL("./store-process.ts", import.meta.url));
const NAMES = Object.keys(STORES) as StoreName[];
afterAll(endProcesses);

interface Told {
  readonly kept: readonly string[];
  readonly failure: string;
  readonly names: readonly string[];
  readonly again: string | null;
  readonly namesThen: readonly string[];
}

const commandFor = (store: StoreName, path: string, hindrance: string): readonly string[] => [...program, store, path, hindrance];

async function toldBy(command: readonly string[]): Promise<Told> {
  const { stdout, stderr } = await startProcess(command).ended;
  return JSON.parse(stdout || JSON.stringify({ stderr })) as Told;
}

const FULL = /^StoreError: the database \S+ could not be (?:written|read or written)[^\n]*(?:full|a limit on the size of files reached); nothing was changed$/u;
const READ_ONLY = (path: string): string => `StoreError: the database ${path} cannot be written, because the file or its folder is read-only; nothing was changed`;

describe.each(NAMES)("a store of %s", { timeout: MINUTE }, (name) => {
  it("that has filled its disk says so, has all it had, and goes on when there is room", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const path = temporaryPath();

    const { kept, failure, names, again, namesThen } = await toldBy(onSmallDisk(dirname(path), 256, commandFor(name, path, "full")));

    expect(kept.length).toBeGreaterThan(3);
    expect(failure).toMatch(FULL);
    expect({ names, again, namesThen: namesThen.filter((each) => each.startsWith("thing ")).slice(0, kept.length) }).toEqual({ names: kept, again: null, namesThen: kept });
    expect(namesThen).toContain("when there is room");
  });

  it("whose file may not grow any more says so, and has all it had", async () => {
    const path = temporaryPath();

    const { kept, failure, names } = await toldBy(withFilesUpTo(96, commandFor(name, path, "full")));

    const things = STORES[name](path);
    expect(kept.length).toBeGreaterThan(3);
    expect(failure).toMatch(FULL);
    expect(names).toEqual(kept);
    expect(await things.names()).toEqual(expect.arrayContaining([...kept]));
    await things.write("without the limit");
    expect(await things.names()).toContain("without the limit");
  });

  it("on a disk that cannot be written says so, whoever asks", async ({ skip }) => {
    skip(NO_DISKS !== null, NO_DISKS ?? "");
    const path = temporaryPath();
    await STORES[name](path).write("kept");

    const told = await toldBy(onReadOnlyDisk(dirname(path), commandFor(name, path, "read-only")));

    expect(told).toEqual({ failure: READ_ONLY(path), names: READ_ONLY(path) });
    expect(await STORES[name](path).names()).toEqual(["kept"]);
  });

  it.each(["file", "folder"])("without the right to write its %s says so, and has all it had", async (what) => {
    const path = temporaryPath();

    const told = await toldBy(commandFor(name, path, `no-right-to-${what}`));

    expect(told).toEqual({ failure: READ_ONLY(path), names: expect.arrayContaining(["kept"]) });
  });

  it("that somebody else holds says who, and goes on when it is released", async () => {
    const path = temporaryPath();
    const things = STORES[name](path);
    await things.write("kept");
    const lock = tryLock(path);
    const locked = `the database ${path} is locked: process ${process.pid} did not release it within 0.02 s`;

    await expect(things.write("more")).rejects.toEqual(new StoreError(path, "locked", locked.slice(`the database ${path} `.length)));
    await expect(things.names()).rejects.toThrow(locked);
    if (lock.isTaken) lock.release();
    expect(await things.names()).toContain("kept");
  });

  const foreign: StoreName = name === "facts" ? "runs" : "facts";
  const states: readonly { readonly title: string; readonly change: (path: string) => void | Promise<unknown>; readonly says: string }[] = [
    { title: "a letter", change: (path) => writeFileSync(path, "Dear Ana,\n".repeat(900)), says: "is not an SQLite database" },
    { title: "zeros", change: (path) => writeFileSync(path, new Uint8Array(8_192)), says: "is not an SQLite database" },
    { title: "half of itself", change: (path) => truncateSync(path, 20_000), says: "is damaged; restore it from a copy" },
    { title: "nonsense behind its first page", change: (path) => writeFileSync(path, readFileSync(path).fill(0xa5, 4_096)), says: "is damaged; restore it from a copy" },
    { title: `a store of ${foreign}`, change: (path) => { writeFileSync(path, ""); return STORES[foreign](path).write("theirs"); }, says: `does not hold ${name} but the data of another program` },
  ];

  it.each(states)("in place of whose file there is $title says so, and leaves it as it is", async ({ change, says }) => {
    const path = temporaryPath();
    const things = STORES[name](path);
    for (let number = 0; number < 12; number++) await things.write(`thing ${number}`);
    await change(path);
    const before = readFileSync(path);
    const failure = `StoreError: the database ${path} ${says}`;

    expect(await Promise.all([things.write("more").catch(String), things.names().catch(String)])).toEqual([failure, failure]);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each([
    { title: "a folder", at: (folder: string) => folder, says: "is not a regular file" },
    { title: "a place below a file", at: (folder: string) => join(folder, "file", "store.db"), says: "could not be used: ENOTDIR" },
    { title: "a full device", at: () => "/dev/full", says: "is not a regular file" },
  ])("at $title says so, and makes nothing", async ({ at, says }) => {
    const folder = dirname(temporaryPath());
    writeFileSync(join(folder, "file"), "kept");
    const path = at(folder);
    const things = STORES[name](path);

    const failures = [await things.write("more").catch(String), await things.names().catch(String)];

    expect(failures.map((failure) => String(failure).startsWith(`StoreError: the database ${path} ${says}`))).toEqual([true, true]);
    expect(failures.join("\n").split("\n")).toHaveLength(2);
    expect(readFileSync(join(folder, "file"), "utf8")).toBe("kept");
  });

  // In a process that can be ended: Node's own way to make folders never returns from such places.
  it.each([
    { title: "a place where no folder can be made", at: () => "/proc/nowhere/store.db", says: "could not be used: ENOENT" },
    { title: "a place below a link that leads nowhere", at: (folder: string) => join(folder, "link", "store.db"), says: "could not be used: E" },
  ])("at $title says so, and makes nothing", async ({ at, says }) => {
    const folder = dirname(temporaryPath());
    symlinkSync(join(folder, "nowhere"), join(folder, "link"));
    const path = at(folder);

    const told = await toldBy(["timeout", "--signal", "KILL", "15", ...commandFor(name, path, "read-only")]);

    const failure = expect.stringMatching(new RegExp(`^StoreError: the database ${path} ${says}`, "u"));
    expect(told).toEqual({ failure, names: failure });
    expect(readdirSync(folder)).toEqual(["link"]);
  });
});
