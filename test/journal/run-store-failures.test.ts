import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MemoryRunRows } from "../../src/journal/run-store-memory.ts";
import type { WrittenRun } from "../../src/journal/run-store-row.ts";
import { RUNS_SCHEMA } from "../../src/journal/run-store-sqlite.ts";
import { QueuedRunStore, runStore, type RunStore } from "../../src/journal/run-store.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { StoreError, type StoreProblem } from "../../src/sqlite/errors.ts";
import { tryLock } from "../../src/sqlite/lock.ts";
import { agent, ask, asks, play } from "../agent/conformance/cast.ts";
import { ENGINES, temporaryPath } from "../sqlite/engines.ts";
import { ended, idsIn, storeAt } from "./run-store-cast.ts";

/** The warnings of this library from here to the end of the test. */
function warningsFromHere(): readonly string[] {
  const warnings: string[] = [];
  const spy = vi.spyOn(process, "emitWarning").mockImplementation((warning, type) => {
    if (type === ("TroupeWarning" as never)) warnings.push(String(warning));
  });
  onTestFinished(() => spy.mockRestore());
  return warnings;
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function storeError(problem: StoreProblem): StoreError {
  return new StoreError("/runs.db", problem, "is in trouble");
}

/** Rows that take only the runs that may be taken. */
class ChoosyRows extends MemoryRunRows {
  readonly tried: string[][] = [];
  problem: StoreProblem | null;
  takes: (run: WrittenRun) => boolean = () => false;

  constructor(keep: number, problem: StoreProblem | null) {
    super(keep);
    this.problem = problem;
  }

  override async add(runs: readonly WrittenRun[]): Promise<void> {
    this.tried.push(runs.map(({ row }) => row.id));
    if (this.problem !== null && !runs.every(this.takes)) throw storeError(this.problem);
    return super.add(runs);
  }
}

function choosy(problem: StoreProblem | null, keep = 100): { rows: ChoosyRows; store: RunStore } {
  const rows = new ChoosyRows(keep, problem);
  return { rows, store: new QueuedRunStore(rows, keep) };
}

const failureOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => "none", String);
const IN_TROUBLE = "StoreError: the database /runs.db is in trouble";

describe("a run store that cannot write", () => {
  it("case 28: changes nothing about the run and does not hold it up", async () => {
    const hooked = (hooks: RunStore | []) => play(agent("lead", [asks(ask("child")), "done"], { team: [agent("child", ["from below"], { hooks })], hooks }));
    const stuck = new ChoosyRows(100, null);
    stuck.add = () => new Promise(() => undefined);

    const plain = JSON.stringify(await hooked([]));
    const refused = JSON.stringify(await hooked(choosy("full").store));
    const waiting = JSON.stringify(await hooked(new QueuedRunStore(stuck, 100)));

    expect([refused, waiting]).toEqual([plain, plain]);
  });

  it("says so once, tries again, and loses no run that ends meanwhile", async () => {
    const warnings = warningsFromHere();
    const { rows, store } = choosy("locked");
    for (const id of ["one", "two"]) store.runEnded(ended(id));
    await nextTurn();
    store.runEnded(ended("three"));

    expect(await failureOf(store.settled())).toBe(IN_TROUBLE);
    expect(await idsIn(store)).toEqual([]);
    rows.problem = null;
    await store.settled();

    expect(await idsIn(store)).toEqual(["three", "two", "one"]);
    expect(warnings).toEqual([`run one and 1 more could not be stored yet: ${IN_TROUBLE}`]);
  });

  it("tries again when the next run ends", async () => {
    const { rows, store } = choosy("locked");
    store.runEnded(ended("one"));
    await nextTurn();
    rows.problem = null;
    store.runEnded(ended("two"));
    await nextTurn();

    expect(rows.tried).toEqual([["one"], ["one", "two"]]);
    expect(await idsIn(store)).toEqual(["two", "one"]);
  });

  it("says so again when it could write in between", async () => {
    const warnings = warningsFromHere();
    const { rows, store } = choosy("read-only");
    store.runEnded(ended("one"));
    await failureOf(store.settled());
    rows.problem = null;
    await store.settled();
    rows.problem = "damaged";
    store.runEnded(ended("two"));
    await failureOf(store.settled());
    await nextTurn();

    expect(warnings).toEqual([`run one could not be stored yet: ${IN_TROUBLE}`, `run two could not be stored yet: ${IN_TROUBLE}`]);
  });

  it.each(["full", "failed"] as const)("stores the runs for which there is room when it is %s, each by itself", async (problem) => {
    const { rows, store } = choosy(problem);
    rows.takes = ({ row }) => row.id !== "large";
    for (const id of ["one", "large", "two"]) store.runEnded(ended(id));

    expect(await failureOf(store.settled())).toBe(IN_TROUBLE);
    expect(await idsIn(store)).toEqual(["two", "one"]);
    rows.takes = () => true;
    expect(await idsIn(store)).toEqual(["large", "two", "one"]);
    expect(await failureOf(store.settled())).toBe("none");
  });

  it.each(["locked", "read-only", "missing", "damaged", "not-a-database", "foreign", "newer", "closed"] as const)("does not try each run by itself when the file is %s", async (problem) => {
    const { rows, store } = choosy(problem);
    for (const id of ["one", "two"]) store.runEnded(ended(id));
    await failureOf(store.settled());

    expect(rows.tried).toEqual([["one", "two"]]);
  });

  it("keeps no more runs waiting than it keeps at all", async () => {
    const { rows, store } = choosy("locked", 2);
    for (const id of ["one", "two", "three"]) {
      store.runEnded(ended(id));
      await failureOf(store.settled());
    }
    rows.problem = null;

    expect(await idsIn(store)).toEqual(["three", "two"]);
    expect(rows.tried.at(-1)).toEqual(["two", "three"]);
  });

  it("forgets the runs that wait when it is cleared, and says how many there were", async () => {
    const { rows, store } = choosy("locked");
    rows.takes = ({ row }) => row.id === "one";
    store.runEnded(ended("one"));
    await store.settled();
    store.runEnded(ended("two"));

    expect(await store.clear()).toBe(2);
    rows.problem = null;
    expect([await failureOf(store.settled()), await idsIn(store)]).toEqual(["none", []]);
  });

  it("keeps the runs that wait when it cannot be cleared", async () => {
    const { rows, store } = choosy("locked");
    rows.clear = async () => { throw storeError("locked"); };
    store.runEnded(ended("one"));

    expect(await failureOf(store.clear())).toBe(IN_TROUBLE);
    rows.problem = null;
    expect(await idsIn(store)).toEqual(["one"]);
  });

  it("leaves out what no text can hold, with a warning that is safe to show, and keeps the others", async () => {
    const warnings = warningsFromHere();
    const { store } = choosy(null);
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const [id, changes] of [["one", {}], ["\u001B[31mtwo", { data: cyclic as never }], ["three", {}]] as const) store.runEnded(ended(id, changes));

    expect([await idsIn(store), await failureOf(store.settled())]).toEqual([["three", "one"], "none"]);
    expect(warnings).toEqual([
      expect.stringMatching(/^run \\e\[31mtwo cannot be stored: TypeError: Converting circular structure to JSON/u),
    ]);
  });
});

describe.each(ENGINES)("a run store in a file, with $name,", (engine) => {
  it("knows in a new store what another one has stored, and makes its file for its owner alone when it is first used", async () => {
    const path = join(dirname(temporaryPath()), "deep", "runs.db");
    const store = storeAt(path, engine);
    expect(() => readFileSync(path)).toThrow("ENOENT");
    store.runEnded(ended("one", { output: "kept" }));
    await store.settled();

    expect(await idsIn(storeAt(path, engine))).toEqual(["one"]);
    expect((await storeAt(path, engine).get("one"))?.trace.output).toBe("kept");
  });

  it("waits for a locked file, and says who holds it when that takes too long", async () => {
    const warnings = warningsFromHere();
    const path = temporaryPath("runs.db");
    const store = storeAt(path, engine, { busyTimeoutSeconds: 0.01 });
    store.runEnded(ended("one"));
    await store.settled();
    const lock = tryLock(path);
    const locked = `StoreError: the database ${path} is locked: process ${process.pid} did not release it within 0.01 s`;
    store.runEnded(ended("two"));

    expect([await failureOf(store.settled()), await failureOf(store.list()), await failureOf(store.get("one")), await failureOf(store.clear())]).toEqual(Array(4).fill(locked));
    if (lock.isTaken) lock.release();
    expect(await idsIn(store)).toEqual(["two", "one"]);
    expect(warnings).toEqual([`run two could not be stored yet: ${locked}`]);
  });

  it.each([
    { what: "text", make: (path: string) => writeFileSync(path, "a letter"), says: "is not an SQLite database" },
    { what: "a folder", make: (path: string) => mkdirSync(path), says: "is not a regular file" },
  ])("leaves a file that is $what as it is, and runs go on", async ({ make, says }) => {
    const warnings = warningsFromHere();
    const path = temporaryPath("runs.db");
    make(path);
    const store = storeAt(path, engine);
    const { stopReason } = await play(agent("clerk", ["done"], { hooks: store }));

    const failure = `StoreError: the database ${path} ${says}`;
    expect([stopReason, await failureOf(store.settled()), await failureOf(store.list())]).toEqual(["completed", failure, failure]);
    expect(warnings).toEqual([`run run-1 could not be stored yet: ${failure}`]);
  });

  it("leaves the file of another kind of store as it is", async () => {
    const path = temporaryPath("facts.db");
    const other = openDatabase(path, { engine, schema: { holds: "facts", applicationId: 7, versions: ["CREATE TABLE facts (fact TEXT)"] } });
    await other.run("INSERT INTO facts VALUES ('kept')");
    const store = storeAt(path, engine);
    store.runEnded(ended("one"));

    expect(await failureOf(store.settled())).toBe(`StoreError: the database ${path} does not hold runs but the data of another program`);
    expect(await other.all("SELECT fact FROM facts")).toEqual([{ fact: "kept" }]);
  });

  it("loses nothing when the file is full, keeps what still fits, and the rest when there is room again", async () => {
    let most = 20;
    const small = { ...engine, open: (path: string) => {
      const connection = engine.open(path);
      return { ...connection, script: (sql: string) => connection.script(sql.startsWith("BEGIN") ? `PRAGMA max_page_count=${most}; ${sql}` : sql) };
    } };
    const path = temporaryPath("runs.db");
    const store = storeAt(path, small);
    store.runEnded(ended("one"));
    await store.settled();
    store.runEnded(ended("large", { output: "x".repeat(100_000) }));
    store.runEnded(ended("two"));

    expect(await failureOf(store.settled())).toBe(`StoreError: the database ${path} could not be written, because the database or the disk is full; nothing was changed`);
    expect(await idsIn(store)).toEqual(["two", "one"]);
    most = 1_000;
    expect(await idsIn(store)).toEqual(["large", "two", "one"]);
  });

  it("needs no more room for a run that takes the place of another", async () => {
    const path = temporaryPath("runs.db");
    const store = storeAt(path, engine, { keep: 2 });
    const sizes: number[] = [];
    for (let number = 0; number < 8; number++) {
      store.runEnded(ended(String(number), { output: String(number).repeat(50_000) }));
      await store.settled();
      sizes.push(readFileSync(path).length);
    }

    expect(new Set(sizes.slice(2))).toEqual(new Set([sizes[1]]));
    expect(await idsIn(store)).toEqual(["7", "6"]);
  });

  it("leaves no byte of a run that was dropped or cleared in its file", async () => {
    const path = temporaryPath("runs.db");
    const store = storeAt(path, engine, { keep: 2 });
    for (const output of ["a telling text", "another text", "a third text"]) {
      store.runEnded(ended(output, { output: output.repeat(500) }));
      await store.settled();
    }
    const holds = (text: string): boolean => readFileSync(path, "latin1").includes(text);

    expect([holds("telling"), holds("another"), holds("third")]).toEqual([false, true, true]);
    await store.clear();
    expect([holds("another"), holds("third")]).toEqual([false, false]);
  });

  it.each([
    { what: "a column", sql: "UPDATE runs SET goal = 'plain'", says: (path: string) => `StoreError: the database ${path} holds a run that cannot be read (number 1)` },
    { what: "the trace", sql: "UPDATE runs SET trace = substr(trace, 1, 100)", says: (path: string) => `TraceError: run one in the database ${path} is cut off or damaged: ` },
    { what: "no trace", sql: "UPDATE runs SET trace = '{}'", says: (path: string) => `TraceError: run one in the database ${path} is not a trace` },
    {
      what: "a trace of a later version",
      sql: "UPDATE runs SET trace = json_set(trace, '$.version', 2)",
      says: (path: string) => `TraceError: run one in the database ${path} is a trace of version 2, which is newer than this program`,
    },
  ])("says which run it cannot read when somebody has changed it: $what", async ({ sql, says }) => {
    const path = temporaryPath("runs.db");
    const store = storeAt(path, engine);
    store.runEnded(ended("one"));
    await store.settled();
    await openDatabase(path, { schema: RUNS_SCHEMA, engine }).run(sql);

    expect(await failureOf(store.get("one"))).toContain(says(path));
    store.runEnded(ended("two"));
    expect((await store.get("two"))?.id).toBe("two");
  });
});

describe("runStore({ path })", () => {
  it("keeps runs in a file, under a path that stays the same when the working folder changes", async () => {
    const path = temporaryPath("runs.db");
    const before = process.cwd();
    process.chdir(dirname(path));
    const store = runStore({ path: "runs.db", keep: 1 });
    process.chdir(before);
    for (const id of ["one", "two"]) store.runEnded(ended(id));

    expect(await idsIn(store)).toEqual(["two"]);
    expect(await idsIn(runStore({ path }))).toEqual(["two"]);
  });
});
