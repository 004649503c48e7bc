import type { EndedRun } from "../../src/journal/run-store-row.ts";
import { RUNS_SCHEMA, SqliteRunRows } from "../../src/journal/run-store-sqlite.ts";
import { QueuedRunStore, type RunStore } from "../../src/journal/run-store.ts";
import { openDatabase } from "../../src/sqlite/database.ts";
import type { Engine } from "../../src/sqlite/engine.ts";
import { modelStep, runOf } from "../support/trace.ts";

/** What tests of run stores play with, in this process and in others. */

/** A run store in a file, with a given SQLite. */
export function storeAt(path: string, engine: Engine, { keep = 100, busyTimeoutSeconds = 5 } = {}): RunStore {
  return new QueuedRunStore(new SqliteRunRows(openDatabase(path, { schema: RUNS_SCHEMA, engine, busyTimeoutSeconds }), keep), keep);
}

/** A run that has ended, with one turn, as a hook is told it. */
export function ended(id: string, changes: Partial<EndedRun> = {}): Parameters<RunStore["runEnded"]>[0] {
  return { run: runOf([modelStep({ output: changes.output ?? "" })], { id, ...changes }) };
}

/** The ids of what is stored, newest first. */
export async function idsIn(store: RunStore, limit?: number): Promise<readonly string[]> {
  return (await store.list(limit === undefined ? {} : { limit })).map(({ id }) => id);
}
