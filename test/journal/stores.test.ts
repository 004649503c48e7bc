import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import type { JournalStore } from "../../src/core/journal.ts";
import { fileJournal } from "../../src/journal/file-journal.ts";
import { sqliteJournal, sqliteJournalOver } from "../../src/journal/sqlite-journal.ts";
import { JOURNAL_SCHEMA } from "../../src/journal/sqlite-tables.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { lockFolderOf } from "../../src/sqlite/lock.ts";
import { temporaryFolder } from "../bin/command.ts";
import { ENGINES } from "../sqlite/engines.ts";
import { endedRun, headerOf, keyOf, recordOf } from "./kill/headers.ts";

const folder = temporaryFolder();
afterAll(folder.remove);
let places = 0;

interface Kind {
  readonly name: string;
  readonly at: (path: string) => JournalStore;
  /** Writes as its owner somebody of another machine, silent for so many seconds. */
  readonly pretendForeignOwner: (path: string, silentSeconds: number) => Promise<void>;
}

const FOREIGN = "1_2_3_boot_abc_elsewhere";
const LEASE = 60;

const KINDS: readonly Kind[] = [
  {
    name: "files",
    at: (path) => fileJournal(path, { leaseSeconds: LEASE }),
    pretendForeignOwner: async (path, silentSeconds) => {
      const lock = lockFolderOf(join(path, "run-one.jsonl"));
      mkdirSync(lock);
      writeFileSync(join(lock, FOREIGN), "");
      const at = Date.now() / 1000 - silentSeconds;
      utimesSync(join(lock, FOREIGN), at, at);
    },
  },
  ...ENGINES.map((engine) => ({
    name: `SQLite (${engine.name})`,
    at: (path: string) => sqliteJournalOver(path, { sync: "none", leaseSeconds: LEASE, busyTimeoutSeconds: 5, engine }),
    pretendForeignOwner: async (path: string, silentSeconds: number) => {
      const database = openDatabase(path, { schema: JOURNAL_SCHEMA, engine });
      await database.run("UPDATE runs SET owner = ?, renewed_at = ?", FOREIGN, Date.now() - silentSeconds * 1000);
    },
  })),
];

describe.each(KINDS)("a store of journals in $name", ({ at, pretendForeignOwner }) => {
  // In a folder of its own, to see what else is in it.
  const newPath = (): string => {
    const place = join(folder.path, String((places += 1)));
    mkdirSync(place, { mode: 0o700 });
    return join(place, "store");
  };
  const filesBeside = (path: string): readonly string[] => readdirSync(dirname(path), { recursive: true }).map(String);

  it("gives back to the next owner what the one before had kept, in order", () => {
    const path = newPath();
    const first = at(path).create(headerOf("one"));
    first.begin(keyOf(1), 1_000);
    first.begin(keyOf(2), 1_000);
    void first.record(recordOf(2));
    void first.record(recordOf(1, 'quotes " and \n breaks, \u0000, \uD800 and é😀'));
    first.begin(keyOf(3), 1_000);
    first.cancel("cancelled: enough", 1_234.5);
    first.release();

    const next = at(path).open("one");

    expect({ header: next.header, records: next.records, cancelled: next.cancelled, ended: next.ended }).toEqual({
      header: headerOf("one"),
      records: [recordOf(2), recordOf(1, 'quotes " and \n breaks, \u0000, \uD800 and é😀')],
      cancelled: { reason: "cancelled: enough", at: 1_234.5 },
      ended: null,
    });
    expect(next.entries.map(({ type }) => type)).toEqual(["begin", "begin", "record", "record", "begin", "cancel"]);
    expect([1, 2, 3, 4].map((number) => next.begunAt(keyOf(number)))).toEqual([null, null, 1_000, null]);
    expect(next.recall(keyOf(2))).toEqual(recordOf(2));
    expect(next.recall({ ...keyOf(2), hash: "another" })).toBeUndefined();
    next.release();
  });

  it("goes on behind what was kept before", () => {
    const path = newPath();
    at(path).create(headerOf("one")).release();
    for (const number of [1, 2, 3]) {
      const journal = at(path).open("one");
      journal.begin(keyOf(number), 1_000);
      void journal.record(recordOf(number));
      journal.release();
    }

    const last = at(path).open("one");
    expect(last.records).toEqual([recordOf(1), recordOf(2), recordOf(3)]);
    last.end(endedRun("done"));
    last.release();
    expect(at(path).open("one").ended).toEqual({ stopReason: "completed", limit: null, error: null, output: "done", tokens: 27, at: 3_000 });
  });

  it("knows what it has just recorded, and puts a record in the place of an earlier one", () => {
    const journal = at(newPath()).create(headerOf("one"));
    void journal.record(recordOf(1, "first"));
    void journal.record(recordOf(1, "second"));

    expect(journal.recall(keyOf(1))).toEqual(recordOf(1, "second"));
    expect(journal.begunAt(keyOf(1))).toBeNull();
    journal.release();
  });

  it("keeps one cancel and one end", () => {
    const path = newPath();
    const journal = at(path).create(headerOf("one"));
    journal.cancel("first", 1);
    journal.cancel("second", 2);
    journal.end(endedRun("first"));
    journal.end(endedRun("second"));
    journal.cancel("third", 3);
    journal.release();

    const { cancelled, ended, entries } = at(path).open("one");
    expect([cancelled?.reason, ended?.output, entries.length]).toEqual(["first", "first", 2]);
  });

  it("lists its runs, newest first, with state, effects and tokens", () => {
    const path = newPath();
    const store = at(path);
    expect(store.list()).toEqual([]);
    const running = store.create(headerOf("running", 3_000));
    const ended = store.create(headerOf("ended", 1_000));
    void ended.record(recordOf(1));
    void ended.record(recordOf(2));
    ended.end(endedRun("done"));
    ended.release();
    const left = store.create(headerOf("left", 2_000));
    void left.record(recordOf(3));
    left.release();

    const listed = at(path).list();

    expect(listed.map(({ changedAt, header: { runId }, ...line }) => ({ runId, ...line }))).toEqual([
      { runId: "running", state: "running", stopReason: null, effects: 0, tokens: 0, problem: null },
      { runId: "left", state: "interrupted", stopReason: null, effects: 1, tokens: 13, problem: null },
      { runId: "ended", state: "ended", stopReason: "completed", effects: 2, tokens: 27, problem: null },
    ]);
    expect(listed.every(({ changedAt }) => Math.abs(Date.now() - changedAt) < 60_000)).toBe(true);
    running.release();
  });

  it.each(["../../outside", ".", "a/b", "é", "\u0000", "\uD800", "x".repeat(5_000), "-x", "=x", "'; DROP TABLE runs; --"])("keeps a run of the id %j apart from all others", (runId) => {
    const path = newPath();
    at(path).create(headerOf(runId)).release();
    at(path).create(headerOf("x")).release();
    const journal = at(path).open(runId);
    journal.release();

    expect(journal.header.runId).toBe(runId);
    expect(at(path).list().map(({ header, state }) => [header.runId, state])).toEqual([[runId, "interrupted"], ["x", "interrupted"]].sort());
    expect(filesBeside(path).filter((name) => !/^store(?:\/run[-=][\w-]+\.jsonl)?$/u.test(name))).toEqual([]);
  });

  it("refuses a second owner while there is one, a second run of one id, and a run that is not there", () => {
    const path = newPath();
    const store = at(path);
    expect(() => store.open("one")).toThrow(/there is no run one$|has no run one$/u);
    const owner = store.create(headerOf("one"));

    expect(() => at(path).open("one")).toThrow(new RegExp(`process ${process.pid} works on (?:it|this run)`, "u"));
    expect(() => at(path).create(headerOf("one"))).toThrow(expect.objectContaining({ name: "StoreError" }));
    owner.release();
    expect(() => at(path).create(headerOf("one"))).toThrow(expect.objectContaining({ problem: "exists" }));
    expect(() => at(path).open("two")).toThrow(expect.objectContaining({ problem: "missing" }));
  });

  it("takes a run over from another machine once its lease has expired, and not before", async () => {
    const path = newPath();
    at(path).create(headerOf("one")).release();

    await pretendForeignOwner(path, LEASE / 2);
    expect(at(path).list()[0]?.state).toBe("running");
    expect(() => at(path).open("one")).toThrow(/process 1 of another machine or container \(elsewhere\) works on/u);

  });

  it("takes a run over from another machine that has been silent for longer than the lease", async () => {
    const path = newPath();
    at(path).create(headerOf("one")).release();
    await pretendForeignOwner(path, LEASE * 2);

    expect(at(path).list()[0]?.state).toBe("interrupted");
    const taken = at(path).open("one");
    void taken.record(recordOf(1));
    taken.release();
    expect(at(path).open("one").records).toEqual([recordOf(1)]);
  });

  it("keeps nothing more for an owner that has let it go", () => {
    const path = newPath();
    const journal = at(path).create(headerOf("one"));
    journal.release();
    journal.release();

    expect(() => journal.begin(keyOf(1), 1_000)).toThrow(expect.objectContaining({ name: "StoreError", problem: "locked" }));
    expect(at(path).open("one").entries).toEqual([]);
  });

  it("leaves no timer, lock or open file behind once every run is released", () => {
    const path = newPath();
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const journals = ["one", "two"].map((runId) => at(path).create(headerOf(runId)));
    for (const journal of journals) {
      void journal.record(recordOf(1));
      journal.release();
    }
    at(path).list();

    expect(timers()).toBeLessThanOrEqual(before);
    expect(filesBeside(path).filter((name) => /lock|wal|draft/u.test(name))).toEqual([]);
  });

  it("is readable by its owner alone", () => {
    const path = join(newPath(), "deep", "store");
    at(path).create(headerOf("one")).release();

    const top = dirname(dirname(dirname(path)));
    const modes = filesBeside(dirname(dirname(path))).map((name) => (statSync(join(top, name)).mode & 0o777).toString(8));
    expect(new Set(modes)).toEqual(new Set(["700", "600"]));
  });
});

describe("the makers of stores", () => {
  it.each([
    { title: "no folder", make: () => fileJournal("") },
    { title: "a NUL in the folder", make: () => fileJournal("a\u0000b") },
    { title: "an unknown policy", make: () => fileJournal("a", { sync: "often" as never }) },
    { title: "an unknown option", make: () => fileJournal("a", { fsync: true } as never) },
    { title: "a lease of no time", make: () => fileJournal("a", { leaseSeconds: 0 }) },
    { title: "no file", make: () => sqliteJournal(":memory:") },
    { title: "no time to wait", make: () => sqliteJournal("a", { busyTimeoutSeconds: Number.NaN }) },
  ])("refuse $title", ({ make }) => {
    expect(make).toThrow(DefinitionError);
  });
});
