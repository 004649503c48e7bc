import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { endProcesses } from "../bin/command.ts";
import { ENGINES, temporaryPath, wordsAt, wordsIn } from "./engines.ts";
import { startJob } from "./job-process.ts";

const MINUTE = 60_000;
afterAll(endProcesses);

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

const [first] = ENGINES;
const last = ENGINES.at(-1);
const PAIRS = ENGINES.length > 1 ? [...ENGINES.map((engine) => [engine, engine]), [first, last]] : [[first, first]];

describe.each(PAIRS.map((pair) => pair.filter((engine) => engine !== undefined)))("processes with $name and $name", { timeout: MINUTE }, (one, other = one) => {
  it("lose nothing when they write one file at the same time", async () => {
    const path = temporaryPath();
    const COUNT = 25;
    const writers = [one, other, one, other].map((engine, writer) => startJob({ path, engine: engine.name, action: "write", name: `writer ${writer}`, count: COUNT }));

    const ends = await Promise.all(writers.map(({ ended }) => ended));

    const words = await wordsIn(wordsAt(path, { engine: one }));
    expect(ends.map(({ code, stderr }) => ({ code, stderr }))).toEqual(writers.map(() => ({ code: 0, stderr: "" })));
    expect(words).toHaveLength(writers.length * COUNT);
    for (const writer of writers.keys()) {
      const own = Array.from({ length: COUNT }, (_, index) => `writer ${writer} ${index}`);
      expect(words.filter((word) => String(word).startsWith(`writer ${writer} `))).toEqual(own);
    }
    expect(readdirSync(dirname(path))).toEqual(["words.db"]);
  });
});

describe.each(ENGINES)("a process with $name", { timeout: MINUTE }, (engine) => {
  const MANY = Array.from({ length: 500 }, (_, index) => `${index} ${"x".repeat(400)}`);

  async function written(): Promise<string> {
    const path = temporaryPath();
    await wordsAt(path, { engine }).transaction(({ run }) => MANY.map((word) => run("INSERT INTO words (word) VALUES (?)", word)));
    return path;
  }

  it.each(ENGINES)("killed in the middle of a transaction leaves nothing of it, and no lock, to the next with $name", async (next) => {
    const path = await written();

    const { stdout, code } = await startJob({ path, engine: engine.name, action: "die-inside" }).ended;

    expect({ stdout, code }).toEqual({ stdout: "", code: null });
    expect(readdirSync(dirname(path))).toEqual(expect.arrayContaining(["words.db-lock", "words.db-wal"]));
    expect(await wordsIn(wordsAt(path, { engine: next }))).toEqual(MANY);
    expect(await wordsAt(path, { engine: next }).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    expect(readdirSync(dirname(path)).filter((name) => !name.endsWith("-shm"))).toEqual(["words.db"]);
  });

  it("stopped in the middle of a transaction keeps its lock, and finishes when it goes on", async () => {
    const path = await written();
    const { child, ended } = startJob({ path, engine: engine.name, action: "stop-inside" });
    const patient = wordsAt(path, { engine, busyTimeoutSeconds: 0.05 });
    const locked = `the database ${path} is locked: process ${child.pid} did not release it within 0.05 s`;

    let hasEnded = false;
    void ended.then(() => (hasEnded = true));

    while ((await wordsIn(patient).then(String, String)) !== `StoreError: ${locked}`) await nextTurn();
    while (!hasEnded) await nextTurn().then(() => child.kill("SIGCONT")); // it may be told before it has stopped

    expect(await ended).toEqual({ code: 0, stdout: "went on\n", stderr: "" });
    expect(await wordsIn(patient)).toEqual(MANY.map((word) => `half of ${word}`));
  });

  it("killed at any moment loses nothing that it was told is stored", async () => {
    const path = temporaryPath();
    const told: string[] = [];
    for (const kill of [1, 12]) {
      const { child, ended, printed } = startJob({ path, engine: engine.name, action: "write", name: `kill ${kill}`, count: 10_000 });
      await printed(`kill ${kill} ${kill}\n`);
      child.kill("SIGKILL");
      told.push(...(await ended).stdout.trim().split("\n"));
    }

    const words = await wordsIn(wordsAt(path, { engine }));

    expect(told.filter((word) => !words.includes(word))).toEqual([]);
    expect(words.length - told.length).toBeLessThanOrEqual(2); // one each that was stored and not yet told
    expect(await wordsAt(path, { engine }).all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });
});
