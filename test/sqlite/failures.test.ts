import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { Connection, Engine } from "../../src/sqlite/engine.ts";
import type { StoreProblem } from "../../src/sqlite/errors.ts";
import { endProcesses } from "../bin/command.ts";
import { startJob } from "./job-process.ts";
import { ENGINES, temporaryPath, WORDS, wordsAt, wordsIn } from "./engines.ts";

afterAll(endProcesses);

/** The engine with something done to every connection that it opens. */
function altered(engine: Engine, alter: (connection: Connection) => Partial<Connection>): Engine {
  return {
    ...engine,
    open(path) {
      const connection = engine.open(path);
      return { ...connection, ...alter(connection) };
    },
  };
}

const long = "x".repeat(4_000);

describe.each(ENGINES)("a database of $name", (engine) => {
  const failureOf = async (path: string): Promise<{ problem?: StoreProblem; message: string }> => {
    const { problem, message } = (await wordsIn(wordsAt(path, { engine })).catch((error: unknown) => error)) as {
      problem: StoreProblem;
      message: string;
    };
    return { problem, message };
  };

  it.each([
    { what: "text", content: "This is a letter, not a database.\n".repeat(100) },
    { what: "JSON", content: '{"facts":[]}' },
    { what: "zeros", content: new Uint8Array(8_192) },
  ])("says that a file of $what is no database, and leaves it as it is", async ({ content }) => {
    const path = temporaryPath();
    writeFileSync(path, content);

    expect(await failureOf(path)).toEqual({ problem: "not-a-database", message: `the database ${path} is not an SQLite database` });
    expect(readFileSync(path)).toEqual(Buffer.from(content as string));
  });

  it("says that a file is damaged when half of it is missing", async () => {
    const path = temporaryPath();
    const database = wordsAt(path, { engine });
    await database.transaction(({ run }) => Array.from({ length: 50 }, (_, index) => run("INSERT INTO words (word) VALUES (?)", `${index}${long}`)));
    truncateSync(path, 60_000);

    expect(await failureOf(path)).toEqual({ problem: "damaged", message: `the database ${path} is damaged; restore it from a copy` });
  });

  it("says that a file is damaged when its pages hold nonsense", async () => {
    const path = temporaryPath();
    const database = wordsAt(path, { engine });
    await database.run("INSERT INTO words (word) VALUES ('one')");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0xa5, 4_096));

    expect(await failureOf(path)).toEqual({ problem: "damaged", message: `the database ${path} is damaged; restore it from a copy` });
  });

  it("leaves the database of another program as it is", async () => {
    const path = temporaryPath();
    const connection = engine.open(path);
    connection.script("CREATE TABLE bills (amount INTEGER)");
    connection.close();
    const before = readFileSync(path);

    expect(await failureOf(path)).toEqual({ problem: "foreign", message: `the database ${path} does not hold words but the data of another program` });
    expect(readFileSync(path)).toEqual(before);
  });

  it("leaves a database of a newer version as it is", async () => {
    const path = temporaryPath();
    await wordsAt(path, { engine, schema: { ...WORDS, versions: [...WORDS.versions, "CREATE TABLE more (a)"] } }).all("SELECT 1");
    const before = readFileSync(path);

    expect(await failureOf(path)).toMatchObject({ problem: "newer" });
    expect(readFileSync(path)).toEqual(before);
  });

  it.each([
    { what: "a folder", make: (path: string) => mkdirSync(path), problem: "not-a-database", says: "is not a regular file" },
    { what: "a path through a file", make: (path: string) => writeFileSync(dirname(path), ""), problem: "failed", says: "could not be used: E" },
  ])("says so when it is given $what", async ({ make, problem, says }) => {
    const path = join(temporaryPath("folder"), "words.db");
    if (problem !== "failed") mkdirSync(dirname(path));
    make(path);

    const failure = await failureOf(path);

    expect(failure.problem).toBe(problem);
    expect(failure.message).toContain(`the database ${path} ${says}`);
  });

  it("does not write to a device", async () => {
    expect(await failureOf("/dev/full")).toEqual({ problem: "not-a-database", message: "the database /dev/full is not a regular file" });
  });

  it("loses nothing when the database is full, and goes on when there is room again", async () => {
    const path = temporaryPath();
    const small = altered(engine, ({ script }) => ({
      script: (sql) => script(sql.startsWith("BEGIN") ? `PRAGMA max_page_count=10; ${sql}` : sql),
    }));
    const full = `the database ${path} could not be written, because the database or the disk is full; nothing was changed`;
    const database = wordsAt(path, { engine: small });
    await database.run("INSERT INTO words (word) VALUES ('kept')");

    const failing = database.transaction(({ run }) => {
      for (let count = 0; count < 20; count++) run("INSERT INTO words (word) VALUES (?)", long);
    });

    await expect(failing).rejects.toMatchObject({ problem: "full", message: full });
    expect(await wordsIn(database)).toEqual(["kept"]);
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('more')");
    expect(await wordsIn(database)).toEqual(["kept", "more"]);
  });

  it("keeps what was stored when the system refuses to write more", async () => {
    const path = temporaryPath();

    const { stdout } = await startJob({ path, engine: engine.name, action: "fill" }, { maxFileKilobytes: 64 }).ended;

    const { stored, failure } = JSON.parse(stdout) as { stored: number; failure: string };
    expect(stored).toBeGreaterThan(0);
    expect(failure).toMatch(/^StoreError: the database \S+ could not be (written|read or written) .*nothing was changed$/u);
    expect(await wordsIn(wordsAt(path, { engine }))).toHaveLength(stored);
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('more')");
    expect(await wordsIn(wordsAt(path, { engine }))).toHaveLength(stored + 1);
  });

  it.each(["file", "folder"] as const)("says that it may not write a read-only %s, and leaves it as it is", async (what) => {
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('kept')");

    const { stdout } = await startJob({ path, engine: engine.name, action: "write-without-right", what }).ended;

    expect(stdout.trim()).toBe(`StoreError: the database ${path} cannot be written, because the file or its folder is read-only; nothing was changed`);
    expect(await wordsIn(wordsAt(path, { engine }))).toEqual(["kept"]);
  });

  it("waits for another program, too, where the engine sees its locks", async ({ skip }) => {
    skip(engine.name !== "node:sqlite", `${engine.name} sees no locks but its own`);
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('kept')");
    const other = engine.open(path);
    other.script("BEGIN IMMEDIATE; UPDATE words SET word = 'changed'");

    const failing = wordsIn(wordsAt(path, { engine, busyTimeoutSeconds: 0.01 }));

    await expect(failing).rejects.toThrow(`the database ${path} is locked: another program did not release it within 0.01 s`);
    const waiting = wordsIn(wordsAt(path, { engine }));
    setImmediate(() => {
      other.script("COMMIT");
      other.close();
    });
    expect(await waiting).toEqual(["changed"]);
  });

  it("has a commit that fails change nothing", async () => {
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('kept')");
    const failing = altered(engine, ({ script }) => ({
      script(sql) {
        if (sql === "COMMIT") throw new Error("disk I/O error");
        script(sql);
      },
    }));

    await expect(wordsAt(path, { engine: failing }).run("DELETE FROM words")).rejects.toMatchObject({ problem: "failed" });
    expect(await wordsIn(wordsAt(path, { engine }))).toEqual(["kept"]);
  });

  it("has a commit hold whose connection cannot be closed", async () => {
    const path = temporaryPath();
    const failing = altered(engine, ({ close }) => ({
      close() {
        close();
        throw new Error("disk I/O error");
      },
    }));

    await wordsAt(path, { engine: failing }).run("INSERT INTO words (word) VALUES ('kept')");

    expect(await wordsIn(wordsAt(path, { engine }))).toEqual(["kept"]);
  });
});
