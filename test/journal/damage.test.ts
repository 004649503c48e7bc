import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { JournalEntry } from "../../src/core/journal.ts";
import { fileJournal } from "../../src/journal/file-journal.ts";
import { NO_LINES } from "../../src/journal/line.ts";
import { readRunFile, RunFile } from "../../src/journal/run-file.ts";
import { sqliteJournalOver } from "../../src/journal/sqlite-journal.ts";
import { StoreError } from "../../src/sqlite/errors.ts";
import type { Engine } from "../../src/sqlite/engine.ts";
import { endProcesses, startProcess, temporaryFolder } from "../bin/command.ts";
import { ENGINES } from "../sqlite/engines.ts";
import { programAt } from "../support/program.ts";
import { headerOf, keyOf, recordOf } from "./kill/headers.ts";
import { STORES, storeAt, type StoreName } from "./kill/stores.ts";

const MINUTES = 240_000;
const folder = temporaryFolder();
let places = 0;
const newPath = (): string => {
  const place = join(folder.path, `place-${(places += 1)}`);
  mkdirSync(place, { mode: 0o700 });
  return join(place, "store");
};
afterAll(() => {
  endProcesses();
  folder.remove();
});

function problemOf(act: () => unknown): string {
  try {
    act();
    return "none";
  } catch (error) {
    return String(error);
  }
}

/** A journal of a few lines in a file store; returns its file and what is in it. */
function written(records: number): {
  readonly store: string;
  readonly file: string;
  readonly bytes: Buffer;
  readonly entries: readonly JournalEntry[];
} {
  const store = newPath();
  const journal = fileJournal(store).create(headerOf("one"));
  for (let number = 1; number <= records; number++) {
    journal.begin(keyOf(number), 1_000);
    void journal.record(recordOf(number));
  }
  journal.release();
  const file = join(store, "run-one.jsonl");
  return { store, file, bytes: readFileSync(file), entries: journal.entries };
}

describe("a file whose end was torn off", () => {
  it("is taken up at the last line that is whole, wherever in the last line it was cut", () => {
    const { store, file, bytes, entries } = written(3);
    const lastLine = bytes.lastIndexOf("\n", bytes.length - 2) + 1;

    for (let length = lastLine; length < bytes.length; length++) {
      writeFileSync(file, bytes);
      truncateSync(file, length);
      const journal = fileJournal(store).open("one");
      expect(journal.entries).toEqual(entries.slice(0, -1));
      expect(journal.begunAt(keyOf(3))).toBe(1_000);
      void journal.record(recordOf(3));
      journal.release();
      expect(readFileSync(file)).toEqual(bytes);
    }
  });

  it("is not changed by a look at the list", () => {
    const { store, file, bytes } = written(2);
    truncateSync(file, bytes.length - 5);

    expect(fileJournal(store).list()).toMatchObject([{ state: "interrupted", effects: 1 }]);
    expect(readFileSync(file)).toEqual(bytes.subarray(0, -5));
  });

  it("is taken up where a power failure left zeros behind its last line", () => {
    const { file, bytes, entries } = written(2);
    writeFileSync(file, Buffer.concat([bytes, Buffer.alloc(4_096)]));

    expect(readRunFile(file).log.entries).toEqual(entries);
  });
});

describe("a flipped bit", () => {
  it("anywhere in a file is refused, whichever bit it is", () => {
    const { file, bytes } = written(1);
    const survivors: string[] = [];

    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const flipped = Buffer.from(bytes);
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at);
        writeFileSync(file, flipped);
        const problem = problemOf(() => readRunFile(file));
        if (!/^StoreError: the journal \S+run-one\.jsonl (?:is damaged|cannot be read): line [123] /u.test(problem)) survivors.push(`bit ${bit} of byte ${at}: ${problem}`);
      }
    }

    expect(survivors).toEqual([]);
  });

  it("in any line of a longer file is seen in that line", () => {
    const { file, bytes, entries } = written(30);
    let start = 0;
    for (let line = 1; line <= entries.length; line++) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(start + 20) ^ 1, start + 20);
      writeFileSync(file, flipped);
      expect(() => readRunFile(file)).toThrow(`line ${line} is not as it was written`);
      start = bytes.indexOf("\n", start) + 1;
    }
  });

  it.each(ENGINES)("in a database ($name) never makes another journal of it", { timeout: MINUTES }, (engine) => {
    const path = newPath();
    const open = (at: string) => sqliteJournalOver(at, { sync: "none", leaseSeconds: 60, busyTimeoutSeconds: 0.05, engine });
    const journal = open(path).create(headerOf("one"));
    for (let number = 1; number <= 4; number++) {
      journal.begin(keyOf(number), 1_000);
      void journal.record(recordOf(number));
    }
    journal.release();
    const bytes = readFileSync(path);
    const outcomes = { whole: 0, shorter: 0, refused: 0 };
    for (let at = 0; at < bytes.length; at += 61) {
      const copy = newPath();
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << at % 8), at);
      writeFileSync(copy, flipped);
      try {
        const read = open(copy).open("one");
        read.release();
        expect(read.header).toEqual(headerOf("one"));
        expect(read.entries).toEqual(journal.entries.slice(0, read.entries.length));
        outcomes[read.entries.length === journal.entries.length ? "whole" : "shorter"] += 1;
      } catch (error) {
        if (!(error instanceof StoreError)) throw error;
        outcomes.refused += 1;
      }
    }
    expect(outcomes.whole).toBeGreaterThan(0); // most of a small database is empty
    expect(outcomes.refused).toBeGreaterThan(0);
  });
});

describe("lines that are whole but in the wrong place", () => {
  const { bytes } = written(3);
  const lines = bytes.toString().trimEnd().split("\n");

  it.each([
    { title: "one is missing", kept: [0, 1, 3, 4, 5, 6], line: 3 },
    { title: "one stands twice", kept: [0, 1, 1, 2, 3, 4], line: 3 },
    { title: "two are swapped", kept: [0, 2, 1, 3, 4, 5], line: 2 },
    { title: "the header is missing", kept: [1, 2, 3], line: 1 },
  ])("are seen where $title", ({ kept, line }) => {
    const file = newPath();
    writeFileSync(file, `${kept.map((index) => lines[index]).join("\n")}\n`);

    expect(() => readRunFile(file)).toThrow(`line ${line} `);
  });

  it("are seen where one is from another run", () => {
    const { file, bytes: others } = written(4);
    const [, , second = ""] = others.toString().split("\n");
    writeFileSync(file, [lines[0], lines[1], second.replace("text 1", "text x"), lines[3], ""].join("\n"));

    expect(() => readRunFile(file)).toThrow("line 3 is not as it was written");
  });

  it("hide no other run of the store: the damaged one is listed with what is wrong", () => {
    const { store, file } = written(2);
    fileJournal(store).create(headerOf("two", 500)).release();
    writeFileSync(file, "nonsense\n{}\n");

    expect(fileJournal(store).list().map(({ header, state, problem }) => [header.runId, state, problem])).toEqual([
      ["two", "interrupted", null],
      ["one", "damaged", `the journal ${file} is damaged: line 1 is not as it was written, or a line before it is missing`],
    ]);
    expect(() => fileJournal(store).open("one")).toThrow(expect.objectContaining({ problem: "damaged" }));
  });

  it("are refused where a file stands in another's place", () => {
    const { store, file } = written(1);
    renameSync(file, join(store, "run-two.jsonl"));

    expect(() => fileJournal(store).open("two")).toThrow(/holds the run one in the place of two$/u);
  });
});

describe("what is no journal", () => {
  it.each([
    { title: "a link", make: (path: string) => symlinkSync("/etc/hostname", path), says: "is no regular file" },
    { title: "a pipe", make: (path: string) => execFileSync("mkfifo", [path]), says: "is no regular file" },
    { title: "a folder", make: (path: string) => mkdirSync(path), says: "is no regular file" },
    { title: "an empty file", make: (path: string) => writeFileSync(path, ""), says: "is damaged: it is empty" },
  ])("is refused: $title", ({ make, says }) => {
    const store = newPath();
    mkdirSync(store);
    make(join(store, "run-one.jsonl"));

    expect(() => fileJournal(store).open("one")).toThrow(says);
    expect(fileJournal(store).list()).toMatchObject([{ state: "damaged" }]);
  });

  it("is refused where it is of a later version", () => {
    const { store, file } = written(1);
    copyFileSync(new URL("./fixtures/later-version.jsonl", import.meta.url), file);

    expect(() => fileJournal(store).open("one")).toThrow(expect.objectContaining({ problem: "newer" }));
  });
});

describe("a folder in which nothing can be kept", () => {
  it.each([
    { folder: "/proc/none/here", says: "/proc/none/here does not exist" },
    { folder: "/dev/null/here", says: "/dev/null/here does not exist, because something on the way to it is no folder" },
    { folder: "/dev/full", says: "/dev/full/run-one.jsonl does not exist, because something on the way to it is no folder" },
  ])("is told so at once: $folder", ({ folder: path, says }) => {
    expect(problemOf(() => fileJournal(path).create(headerOf("one")))).toBe(`StoreError: the journal ${says}`);
  });
});

describe("a store that takes nothing more", () => {
  const START = { ...NO_LINES, lines: 1, sizeBytes: 0 };

  it.each(["none", "each"] as const)("says that the disk is full, with the policy '%s'", (sync) => {
    const file = new RunFile("/dev/full", { ...START, sync });

    expect(() => file.append({ type: "begin", key: keyOf(1), at: 1_000 })).toThrow(expect.objectContaining({ problem: "full" }));
    file.close();
  });

  it.each(ENGINES)("keeps what it had, and goes on when there is room again, in a database ($name)", (engine) => {
    const path = newPath();
    let pages = 12;
    const limited: Engine = {
      name: engine.name,
      open: (at) => {
        const connection = engine.open(at);
        connection.script(`PRAGMA locking_mode=EXCLUSIVE; PRAGMA max_page_count=${pages}`);
        return connection;
      },
    };
    const journal = sqliteJournalOver(path, { sync: "each", leaseSeconds: 60, busyTimeoutSeconds: 1, engine: limited }).create(headerOf("one"));
    void journal.record(recordOf(1));

    expect(() => journal.record(recordOf(2, "x".repeat(100_000)))).toThrow(expect.objectContaining({ problem: "full" }));
    expect(journal.recall(keyOf(2))).toBeUndefined();
    pages = 1_000;
    void journal.record(recordOf(2));
    journal.release();
    expect(sqliteJournalOver(path, { sync: "none", leaseSeconds: 60, busyTimeoutSeconds: 1, engine }).open("one").records).toEqual([recordOf(1), recordOf(2)]);
  });
});

describe.each(STORES)("a process that is kept from writing to a %s store", { timeout: MINUTES }, (store: StoreName) => {
  const program = programAt(new URL("./kill/hindered.ts", import.meta.url));

  it("by a limit on the size of files keeps every record up to it, and says so", async () => {
    const path = newPath();
    const command = ["bash", "-c", 'ulimit -f 64; exec "$@"', "bash", ...(await program), JSON.stringify({ store, path, hindrance: "full" })];

    const { stdout, stderr } = await startProcess(command).ended;

    const { kept, problem, again } = JSON.parse(stdout || JSON.stringify({ stderr }));
    expect(problem).toMatch(/^StoreError (?:full|failed): the (?:journal|database) .*(?:limit on the size of files|disk is full)/u);
    const journal = storeAt(store, path).open("one");
    expect(kept).toBeGreaterThan(0);
    expect(journal.records).toHaveLength(kept + Number(again)); // a database may find room again, in its other file
    void journal.record(recordOf(99));
    journal.release();
    expect(storeAt(store, path).open("one").records).toHaveLength(kept + Number(again) + 1);
  });

  it("by its rights is told so in one sentence", async () => {
    const path = newPath();
    storeAt(store, path).create(headerOf("one")).release();
    chmodSync(folder.path, 0o711); // the process becomes somebody else

    const { stdout, stderr } = await startProcess([...(await program), JSON.stringify({ store, path, hindrance: "read-only" })]).ended;

    expect(stderr).toBe("");
    expect(JSON.parse(stdout).problem).toMatch(/^StoreError read-only: the (?:journal|database) \S+ cannot be (?:used|written), because/u);
  });
});
