import { chmodSync, chownSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { openDatabase, type Database } from "../../src/sqlite/database.ts";
import { nativeEngine } from "../../src/sqlite/native-engine.ts";
import { wasmEngine } from "../../src/sqlite/wasm-engine.ts";
import type { Job } from "./job-process.ts";

const job = JSON.parse(process.argv[2] ?? "") as Job;
const engine = [nativeEngine(), await wasmEngine()].find((each) => each?.name === job.engine);
if (!engine) throw new Error(`this runtime has no ${job.engine}`);
const schema = { holds: "words", applicationId: 4_711, versions: ["CREATE TABLE words (id INTEGER PRIMARY KEY, word TEXT)"] };
const database = openDatabase(job.path, { schema, engine, busyTimeoutSeconds: 30 });
await perform(job, database);

async function perform(job: Job, database: Database): Promise<void> {
  switch (job.action) {
    case "write":
      return write(database, job.name ?? "", job.count);
    case "fill":
      return fill(database);
    case "die-inside":
      return endInside(database, "SIGKILL");
    case "stop-inside":
      return endInside(database, "SIGSTOP");
    case "write-without-right":
      return writeWithoutRight(database, job);
  }
}

async function write(database: Database, name: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await database.run("INSERT INTO words (word) VALUES (?)", `${name} ${index}`);
    process.stdout.write(`${name} ${index}\n`);
  }
}

async function fill(database: Database): Promise<void> {
  for (let stored = 0; ; stored++) {
    const failure = await database.run("INSERT INTO words (word) VALUES (?)", "x".repeat(4_000)).then(() => null, String);
    if (failure === null) continue;
    process.stdout.write(JSON.stringify({ stored, failure }));
    return;
  }
}

// A change larger than the cache, so that part of it is in the files before the transaction ends.
async function endInside(database: Database, signal: NodeJS.Signals): Promise<void> {
  await database.transaction(({ run, all }) => {
    all("PRAGMA cache_size=10");
    run("UPDATE words SET word = 'half of ' || word");
    process.kill(process.pid, signal);
  });
  process.stdout.write("went on\n");
}

// Root may write everything, so it first becomes somebody else.
async function writeWithoutRight(database: Database, { path, what }: Extract<Job, { action: "write-without-right" }>): Promise<void> {
  const nobody = 65_534;
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const owned of [path, dirname(path)]) chownSync(owned, nobody, nobody);
  const denied = what === "file" ? path : dirname(path);
  const { mode } = statSync(denied);
  chmodSync(denied, mode & 0o555);
  if (isRoot) process.setuid?.(nobody);
  const failure = await database.run("DELETE FROM words").then(() => "written", String);
  chmodSync(denied, mode);
  process.stdout.write(failure);
}
