import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockFolderOf, removeLeftovers, tryLock } from "../../src/sqlite/lock.ts";
import { signature } from "../../src/sqlite/owner.ts";
import { temporaryPath, wordsAt, wordsIn } from "./engines.ts";

/** The signature of a process that ended before the test began. */
function signatureOfTheDead(): string {
  return signature().replace(String(process.pid), String(spawnSync("true").pid));
}

function writeLock(path: string, ...signed: readonly string[]): void {
  mkdirSync(lockFolderOf(path));
  for (const name of signed) writeFileSync(join(lockFolderOf(path), name), "");
}

function release(attempt: ReturnType<typeof tryLock>): void {
  if (attempt.isTaken) attempt.release();
}

describe("tryLock", () => {
  it("is taken by one at a time, says by whom, and leaves nothing when it is released", () => {
    const path = temporaryPath();

    const first = tryLock(path);
    const second = tryLock(path);
    const [holder] = readdirSync(lockFolderOf(path));
    release(first);
    const third = tryLock(path);
    release(third);

    expect([first.isTaken, second, third.isTaken]).toEqual([true, { isTaken: false, holder }, true]);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("takes over what a killed process held", () => {
    const path = temporaryPath();
    writeLock(path, signatureOfTheDead());

    const attempt = tryLock(path);

    expect(attempt.isTaken).toBe(true);
    expect(readdirSync(lockFolderOf(path))).toHaveLength(1);
  });

  it("takes over an empty folder, which nobody holds", () => {
    const path = temporaryPath();
    writeLock(path);

    expect(tryLock(path).isTaken).toBe(true);
  });

  it.each([
    { what: "a process that lives", holder: () => signature() },
    { what: "a process of another machine", holder: () => signatureOfTheDead().replace(/_[^_]*$/u, "_elsewhere") },
    { what: "a process of another container", holder: () => signatureOfTheDead().replace(/^(\d+_\d+)_\d+/u, "$1_1") },
    { what: "nobody who can be told", holder: () => ".DS_Store" },
  ])("stays with $what", ({ holder }) => {
    const path = temporaryPath();
    const signed = holder();
    writeLock(path, signed);

    expect(tryLock(path)).toEqual({ isTaken: false, holder: signed });
    expect(readdirSync(lockFolderOf(path))).toEqual([signed]);
  });

  it("is released without harm when somebody has removed it", () => {
    const path = temporaryPath();
    const first = tryLock(path);
    const [signed = ""] = readdirSync(lockFolderOf(path));
    release(first);
    writeLock(path, signature());

    release(first);

    expect(readdirSync(lockFolderOf(path))).not.toContain(signed);
    expect(existsSync(lockFolderOf(path))).toBe(true);
  });

  it("throws what the file system says when there can be no folder", () => {
    const path = join(temporaryPath("file"), "words.db");
    writeFileSync(dirname(path), "");

    expect(() => tryLock(path)).toThrow("ENOTDIR");
  });
});

describe("removeLeftovers", () => {
  it("removes what the dead were about to use, and nothing else", () => {
    const path = temporaryPath();
    const [dead, alive] = [signatureOfTheDead(), signature()];
    for (const signed of [dead, alive]) {
      mkdirSync(`${lockFolderOf(path)}.${signed}`);
      writeFileSync(join(`${lockFolderOf(path)}.${signed}`, signed), "");
    }
    writeFileSync(`${lockFolderOf(path)}.txt`, "");

    removeLeftovers(path);

    expect(readdirSync(dirname(path)).sort()).toEqual([`words.db-lock.${alive}`, "words.db-lock.txt"].sort());
  });
});

describe("a locked database", () => {
  it("says who holds it, and for how long it has waited", async () => {
    const path = temporaryPath();
    const lock = tryLock(path);

    const failing = wordsIn(wordsAt(path, { busyTimeoutSeconds: 0.02 }));

    await expect(failing).rejects.toMatchObject({
      problem: "locked",
      message: `the database ${path} is locked: process ${process.pid} did not release it within 0.02 s`,
    });
    release(lock);
    expect(await wordsIn(wordsAt(path))).toEqual([]);
  });

  it("says what to do when nobody here can tell whether its holder still lives", async () => {
    const path = temporaryPath();
    writeLock(path, signature().replace(/_[^_]*$/u, "_elsewhere"));

    await expect(wordsIn(wordsAt(path, { busyTimeoutSeconds: 0 }))).rejects.toThrow(
      `the database ${path} is locked: process ${process.pid} of another machine or container (elsewhere) did not release it within 0 s; ` +
        `if nobody uses it any more, delete the folder ${path}-lock`,
    );
  });

  it("names the folder beside the file itself, under whatever name it is opened", async () => {
    const path = temporaryPath();
    await wordsIn(wordsAt(path));
    symlinkSync(path, `${path}.link`);
    writeLock(path, "somebody");

    await expect(wordsIn(wordsAt(`${path}.link`, { busyTimeoutSeconds: 0 }))).rejects.toThrow(
      `the database ${path}.link is locked: somebody did not release it within 0 s; if nobody uses it any more, delete the folder ${path}-lock`,
    );
  });

  it("removes what killed processes left when it is first used", async () => {
    const path = temporaryPath();
    mkdirSync(`${lockFolderOf(path)}.${signatureOfTheDead()}`);

    await wordsIn(wordsAt(path));

    expect(readdirSync(dirname(path))).toEqual(["words.db"]);
  });

  it("waits for its turn", async () => {
    const path = temporaryPath();
    const lock = tryLock(path);

    const waiting = wordsIn(wordsAt(path));
    setImmediate(() => release(lock));

    expect(await waiting).toEqual([]);
  });
});
