import { existsSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/core/errors.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { StoreError } from "../../src/sqlite/errors.ts";
import { ENGINES, temporaryPath, WORDS, wordsAt, wordsIn } from "./engines.ts";

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.each(ENGINES)("a database of $name", (engine) => {
  it("makes its file and the folders above it for their owner alone, and leaves nothing else behind", async () => {
    const folder = dirname(temporaryPath());
    const path = join(folder, "deep", "down", "words.db");

    const during = await wordsAt(path, { engine }).transaction(({ run }) => {
      run("INSERT INTO words (word) VALUES ('one')");
      return readdirSync(dirname(path)).map((name) => `${name} ${mode(join(dirname(path), name))}`);
    });

    expect([join(folder, "deep"), dirname(path), path].map(mode)).toEqual(["700", "700", "600"]);
    expect(during).toEqual(expect.arrayContaining(["words.db 600", "words.db-lock 700", "words.db-wal 600"]));
    expect(readdirSync(dirname(path))).toEqual(["words.db"]);
  });

  it("gives back what it was given, whatever it looks like, because parameters are bound", async () => {
    const database = wordsAt(temporaryPath(), { engine });
    const words = ["'); DROP TABLE words; --", "é 😀", "", "a\nb", "null", "?"];

    for (const word of words) await database.run("INSERT INTO words (word) VALUES (?)", word);

    expect(await wordsIn(database)).toEqual(words);
    expect(await database.all("SELECT word FROM words WHERE word = ?", words[0] ?? "")).toEqual([{ word: words[0] }]);
    expect(await database.all("SELECT ? AS a, ? AS b, ? AS c", 1.5, null, new Uint8Array([0, 255]))).toEqual([{ a: 1.5, b: null, c: new Uint8Array([0, 255]) }]);
  });

  it.each([
    { what: "NUL", value: "a\0b" },
    { what: "half a surrogate pair", value: "\ud800" },
    { what: "no number", value: NaN },
    { what: "an endless number", value: Infinity },
  ])("refuses $what, which SQLite would not give back", async ({ value }) => {
    const database = wordsAt(temporaryPath(), { engine });

    await expect(database.run("INSERT INTO words (word) VALUES (?)", value)).rejects.toThrow(DefinitionError);
    expect(await wordsIn(database)).toEqual([]);
  });

  it("keeps all of a transaction, and says how many rows a statement changed", async () => {
    const database = wordsAt(temporaryPath(), { engine });

    const changed = await database.transaction(({ run }) => {
      run("INSERT INTO words (word) VALUES (?), (?)", "one", "two");
      return run("UPDATE words SET word = word || '!'");
    });

    expect(changed).toBe(2);
    expect(await wordsIn(wordsAt(database.path, { engine }))).toEqual(["one!", "two!"]);
  });

  it.each([
    { what: "its work throws", work: () => { throw new RangeError("no"); }, says: "RangeError: no" },
    { what: "its work wants to wait", work: async () => "later", says: "what its work returns is Promise" },
  ])("keeps nothing of a transaction when $what", async ({ work, says }) => {
    const database = wordsAt(temporaryPath(), { engine });
    await database.run("INSERT INTO words (word) VALUES ('kept')");

    const failing = database.transaction<unknown>(({ run }) => {
      run("UPDATE words SET word = 'lost'");
      return work();
    });

    await expect(failing.catch(String)).resolves.toContain(says);
    expect(await wordsIn(database)).toEqual(["kept"]);
  });

  it("keeps nothing of a transaction of which one statement failed, also when its work goes on", async () => {
    const database = wordsAt(temporaryPath(), { engine });

    const failing = database.transaction(({ run }) => {
      run("INSERT INTO words (word) VALUES ('lost')");
      try {
        run("INSERT INTO nowhere VALUES (1)");
      } catch {
        return "I did not see that";
      }
    });

    await expect(failing).rejects.toThrow(`the database ${database.path} could not be used: no such table: nowhere`);
    expect(await wordsIn(database)).toEqual([]);
  });

  it("takes its transactions in the order they were asked for, and goes on after one that failed", async () => {
    const database = wordsAt(temporaryPath(), { engine });
    const add = (word: string) => database.run("INSERT INTO words (word) VALUES (?)", word);

    const ends = await Promise.allSettled([add("one"), database.run("nonsense"), add("two"), add("three")]);

    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
    expect(await wordsIn(database)).toEqual(["one", "two", "three"]);
  });

  it("is the same under every name of its file", async () => {
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('one')");
    symlinkSync(path, `${path}.link`);

    await wordsAt(`${path}.link`, { engine }).run("INSERT INTO words (word) VALUES ('two')");

    expect(await wordsIn(wordsAt(path, { engine }))).toEqual(["one", "two"]);
    expect(readdirSync(dirname(path))).toEqual(["words.db", "words.db.link"]);
  });

  it("opened for reading, reads and refuses to write", async () => {
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('one')");

    const database = wordsAt(path, { engine, readOnly: true });

    await expect(database.run("DELETE FROM words")).rejects.toMatchObject({ name: "StoreError", problem: "read-only" });
    expect(await wordsIn(database)).toEqual(["one"]);
  });

  it("opened for reading, makes no file", async () => {
    const path = temporaryPath();

    await expect(wordsIn(wordsAt(path, { engine, readOnly: true }))).rejects.toThrow(new StoreError(path, "missing", "does not exist"));
    expect(existsSync(path)).toBe(false);
  });

  it("opened for reading, makes no tables in an empty file", async () => {
    const path = temporaryPath();
    writeFileSync(path, "");

    await expect(wordsIn(wordsAt(path, { engine, readOnly: true }))).rejects.toThrow(`the database ${path} holds no words of this version`);
    expect(statSync(path).size).toBe(0);
  });

  it("refuses everything after it was closed, and finishes what was asked for before", async () => {
    const database = wordsAt(temporaryPath(), { engine });

    const before = database.run("INSERT INTO words (word) VALUES ('one')");
    database.close();

    await expect(before).resolves.toBe(1);
    await expect(wordsIn(database)).rejects.toThrow(new StoreError(database.path, "closed", "has been closed"));
  });

  it("brings older tables up to date, with what is in them", async () => {
    const path = temporaryPath();
    await wordsAt(path, { engine }).run("INSERT INTO words (word) VALUES ('one')");
    const schema = { ...WORDS, versions: [...WORDS.versions, "ALTER TABLE words ADD COLUMN language TEXT DEFAULT 'en'"] };

    expect(await openDatabase(path, { schema, engine }).all("SELECT word, language FROM words")).toEqual([{ word: "one", language: "en" }]);
    await expect(wordsIn(wordsAt(path, { engine }))).rejects.toThrow(
      `the database ${path} holds words of version 2, which is newer than this program: this program knows them up to version 1`,
    );
  });
});

describe("openDatabase", () => {
  it.each([
    { field: "path", path: "", options: {}, value: "''" },
    { field: "path", path: ":memory:", options: {}, value: "':memory:'" },
    { field: "path", path: "a\0b", options: {}, value: "'a\\x00b'" },
    { field: "path", path: 7 as never, options: {}, value: "7" },
    { field: "busyTimeoutSeconds", path: "a.db", options: { busyTimeoutSeconds: -1 }, value: "-1" },
    { field: "busyTimeoutSeconds", path: "a.db", options: { busyTimeoutSeconds: NaN }, value: "NaN" },
  ])("refuses $value as its $field", ({ field, path, options, value }) => {
    expect(() => wordsAt(path, options)).toThrow(`a database: ${field} is ${value}; allowed: `);
  });

  it("touches nothing before the first transaction", () => {
    const path = temporaryPath();

    wordsAt(path);

    expect(existsSync(path)).toBe(false);
  });
});
