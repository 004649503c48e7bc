import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { FACTS_SCHEMA } from "../../src/memory/fact-rows.ts";
import { facts } from "../../src/memory/facts.ts";
import { factsPrompt } from "../../src/memory/facts-prompt.ts";
import { factStoreIn, sqliteFactStore } from "../../src/memory/sqlite-fact-store.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import { endProcesses, startProcess } from "../bin/command.ts";
import { programAt } from "../support/program.ts";
import { ENGINES, temporaryPath } from "../sqlite/engines.ts";
import { call } from "./call.ts";
import { change } from "./fact-store-contract.ts";

const MINUTE = 60_000;
afterAll(endProcesses);

describe("sqliteFactStore", () => {
  it("case 90: knows in a new store what another one has written, for tools and for the prompt", async () => {
    const path = temporaryPath("facts.db");
    const { tools } = facts(sqliteFactStore(path), "ana");
    await call(tools, "fact_remember", { key: "timezone", value: "America/Recife" });

    const later = sqliteFactStore(path);

    expect(await call(facts(later, "ana").tools, "fact_recall", { key: "timezone" })).toBe("America/Recife");
    expect(await factsPrompt(later, "ana")).toBe("\n\nWhat you already know:\n- timezone: America/Recife");
    expect(await factsPrompt(later)).toBe("");
  });

  it("makes no file before it is used", () => {
    const path = temporaryPath("facts.db");

    sqliteFactStore(path);

    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it("leaves no byte of what was erased in its file", async () => {
    const path = temporaryPath("facts.db");
    const store = sqliteFactStore(path);
    for (let count = 0; count < 50; count++) await store.write(change({ key: `secret ${count}`, value: "a very telling value" }));
    await store.write(change({ subject: "bo", value: "another value" }));

    await store.erase("ana");

    const bytes = readFileSync(path, "latin1");
    expect([bytes.includes("telling"), bytes.includes("secret"), bytes.includes("another value")]).toEqual([false, false, true]);
  });

  it("lets nobody change a version, also not in the file", async () => {
    const path = temporaryPath("facts.db");
    const store = sqliteFactStore(path);
    const version = await store.write(change());

    const changing = openDatabase(path, { schema: FACTS_SCHEMA }).run("UPDATE fact_versions SET author = '\"somebody\"'");

    await expect(changing).rejects.toThrow("a version of a fact is never changed");
    expect(await store.get("ana", "tz")).toEqual(version);
  });

  it("says which row it cannot read", async () => {
    const path = temporaryPath("facts.db");
    const store = sqliteFactStore(path);
    await store.list("ana");
    await openDatabase(path, { schema: FACTS_SCHEMA }).run("INSERT INTO fact_versions VALUES (7, '\"ana\"', '\"tz\"', 'remembered', 'plain', '\"me\"', 1, 'null', 'null')");

    await expect(store.list("ana")).rejects.toThrow(`the database ${path} holds a fact that cannot be read (number 7)`);
  });

  it("tells a model in one sentence that its file cannot be used", async () => {
    const path = temporaryPath("facts.db");
    writeFileSync(path, "not a database at all");

    const { tools } = facts(sqliteFactStore(path));

    expect(await call(tools, "fact_remember", { key: "tz", value: "X" })).toBe(`StoreError: the database ${path} is not an SQLite database`);
    expect(readFileSync(path, "utf8")).toBe("not a database at all");
  });

  it("refuses a path that is none when it is made", () => {
    expect(() => sqliteFactStore(":memory:")).toThrow("a database: path is ':memory:'; allowed: the path of a file");
  });
});

describe.each(ENGINES)("fact stores of several processes with $name", { timeout: MINUTE }, (engine) => {
  it("lose nothing when they write the same facts at the same time", async () => {
    const path = temporaryPath("facts.db");
    const program = await programAt(new URL("./remembering.ts", import.meta.url));
    const COUNT = 15;
    const start = (author: string) => startProcess([...program, path, engine.name, author, String(COUNT)]);

    const ends = await Promise.all(["one", "two", "three"].map((author) => start(author).ended));

    const history = await factStoreIn(openDatabase(path, { schema: FACTS_SCHEMA, engine })).history(null);
    expect(ends).toEqual(ends.map(() => ({ code: 0, stdout: "", stderr: "" })));
    expect(history).toHaveLength(3 * COUNT);
    for (const author of ["one", "two", "three"]) {
      const values = history.filter((version) => version.author === author).map(({ value }) => value);
      expect(values).toEqual(Array.from({ length: COUNT }, (_, index) => `${author} ${index}`));
    }
  });
});
