import { z } from "zod";
import { checked } from "../core/check.ts";
import type { HookEvents } from "../core/hook.ts";
import { openDatabase } from "../sqlite/database.ts";
import { MemoryRunRows } from "./run-store-memory.ts";
import { RunQueue } from "./run-store-queue.ts";
import { withoutBytes, type RunRow, type TracedRunRow } from "./run-store-row.ts";
import type { RunRows } from "./run-store-rows.ts";
import { RUNS_SCHEMA, SqliteRunRows } from "./run-store-sqlite.ts";

/** How many runs a store keeps, and where. */
export interface RunStoreOptions {
  /** The most runs it keeps; when one more ends, the oldest is dropped. Default 100. */
  readonly keep?: number;
  /** An SQLite file, made when it is first used, readable by its owner alone. Without it the runs are kept in memory. */
  readonly path?: string;
  /** How long one operation on the file waits for other processes. Default 5. */
  readonly busyTimeoutSeconds?: number;
}

/** How much of a store is listed. */
export interface RunListOptions {
  /** The most rows. Default: all. */
  readonly limit?: number;
}

/** The runs that ended last. It is put among the `hooks` of any number of agents. */
export interface RunStore {
  /** The hook. Returns at once, and never throws for what the disk refuses. */
  readonly runEnded: (event: Pick<HookEvents["runEnded"], "run">) => void;
  /** What is stored, newest first. */
  list(options?: RunListOptions): Promise<readonly RunRow[]>;
  /** The run of this id with its trace, or null; of several with one id the newest. */
  get(id: string): Promise<TracedRunRow | null>;
  /** Removes every run; resolves to how many there were. */
  clear(): Promise<number>;
  /** Resolves when every run that has ended so far is stored; rejects with what keeps one from it, after trying again. */
  settled(): Promise<void>;
}

const COUNT = "a whole number of at least 1";
const count = z.int(COUNT).positive(COUNT).optional();
const SECONDS = "a number of seconds of at least 0";
const optionsSchema = z.strictObject(
  { keep: count, path: z.string("the path of a file").optional(), busyTimeoutSeconds: z.number(SECONDS).nonnegative(SECONDS).optional() },
  "an object: { keep?, path?, busyTimeoutSeconds? }",
);
const listSchema = z.strictObject({ limit: count }, "an object: { limit? }");

const DEFAULT_KEEP = 100;

/**
 * Makes a store of runs: a hook that keeps the last `keep` runs of the agents that have it, specialists included, with
 * their traces, in memory or in an SQLite file that several stores and processes may use at the same time.
 *
 * It never changes or delays a run. What cannot be written is told once as a process warning, stays in memory, and is
 * tried again; what is stored already stays as it is. `list`, `get`, `clear` and `settled` see every run that ended
 * before they were called, and reject with `StoreError` when the file cannot be used, `get` with `TraceError` for a trace
 * that cannot be read. Throws `DefinitionError` for wrong options.
 */
export function runStore(options: RunStoreOptions = {}): RunStore {
  // No key without a value matters.
  const { keep = DEFAULT_KEEP, ...file } = checked("a run store", optionsSchema, options) as RunStoreOptions;
  return new QueuedRunStore(rowsFor(keep, file), keep);
}

function rowsFor(keep: number, { path, ...options }: Omit<RunStoreOptions, "keep">): RunRows {
  if (path === undefined) return new MemoryRunRows(keep);
  return new SqliteRunRows(openDatabase(path, { ...options, schema: RUNS_SCHEMA }), keep);
}

/** A run store over rows of any kind. Its methods are not enumerable, so that it may stand where hooks are wanted. */
export class QueuedRunStore implements RunStore {
  readonly runEnded: RunStore["runEnded"];
  readonly #rows: RunRows;
  readonly #queue: RunQueue;

  constructor(rows: RunRows, keep: number) {
    const queue = new RunQueue(rows, keep);
    this.#rows = rows;
    this.#queue = queue;
    this.runEnded = ({ run }) => queue.push(withoutBytes(run));
  }

  async list(options: RunListOptions = {}): Promise<readonly RunRow[]> {
    const { limit = Infinity } = checked("the list of a run store", listSchema, options);
    return this.#queue.after(() => this.#rows.list(limit));
  }

  get(id: string): Promise<TracedRunRow | null> {
    return this.#queue.after(() => this.#rows.get(id));
  }

  clear(): Promise<number> {
    return this.#queue.after(async () => {
      const stored = await this.#rows.clear();
      return stored + this.#queue.forget();
    });
  }

  settled(): Promise<void> {
    return this.#queue.after(() => this.#queue.check());
  }
}
