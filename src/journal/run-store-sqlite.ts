import { escapeForTerminal } from "../core/escape.ts";
import { frozenCopy } from "../core/freeze.ts";
import type { Database } from "../sqlite/database.ts";
import type { Row, SqlValue } from "../sqlite/engine.ts";
import { StoreError } from "../sqlite/errors.ts";
import type { Schema } from "../sqlite/schema.ts";
import type { Statements } from "../sqlite/statements.ts";
import { isSameRun, tracedRow, type RunRow, type TracedRunRow, type WrittenRun } from "./run-store-row.ts";
import type { RunRows } from "./run-store-rows.ts";

/**
 * The table of runs. Texts that may hold anything are written as JSON, because SQLite would cut them at a NUL. The trace
 * stands last, so that a list is read without it.
 */
export const RUNS_SCHEMA: Schema = {
  holds: "runs",
  applicationId: 0x54727072, // "Trpr"
  versions: [
    `CREATE TABLE runs (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       id TEXT NOT NULL,
       agent TEXT NOT NULL,
       goal TEXT NOT NULL,
       output TEXT NOT NULL,
       stop_reason TEXT NOT NULL,
       started_at REAL NOT NULL,
       seconds REAL NOT NULL,
       total_steps INTEGER NOT NULL,
       usage TEXT NOT NULL,
       artifacts TEXT NOT NULL,
       trace TEXT NOT NULL
     ) STRICT;
     CREATE INDEX runs_by_id ON runs (id, sequence);`,
  ],
};

const COLUMNS = "id, agent, goal, output, stop_reason, started_at, seconds, total_steps, usage, artifacts";
const APPEND = `INSERT INTO runs (${COLUMNS}, trace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;
const NEWEST = "SELECT sequence FROM runs ORDER BY sequence DESC LIMIT ?";
const LIST = `SELECT sequence, ${COLUMNS} FROM runs ORDER BY sequence DESC LIMIT ?`;
const ONE = `SELECT sequence, ${COLUMNS}, trace FROM runs WHERE id = ? ORDER BY sequence DESC LIMIT 1`;
const SAME_START = `SELECT sequence, ${COLUMNS} FROM runs WHERE id = ? AND started_at = ?`;
const NO_LIMIT = -1;

/** Rows in a database of `RUNS_SCHEMA`, which any number of stores and processes may use at the same time. */
export class SqliteRunRows implements RunRows {
  readonly #database: Database;
  readonly #keep: number;

  constructor(database: Database, keep: number) {
    this.#database = database;
    this.#keep = keep;
  }

  add(runs: readonly WrittenRun[]): Promise<void> {
    return this.#database.transaction((statements) => {
      for (const run of runs) this.#add(statements, run);
    });
  }

  async list(limit: number): Promise<readonly RunRow[]> {
    const rows = await this.#database.all(LIST, limit === Infinity ? NO_LIMIT : limit);
    return rows.map((row) => this.#rowIn(row));
  }

  async get(id: string): Promise<TracedRunRow | null> {
    const [row] = await this.#database.all(ONE, JSON.stringify(id));
    if (!row) return null;
    return tracedRow(this.#rowIn(row), String(row.trace), `run ${escapeForTerminal(id)} in the database ${this.#database.path}`);
  }

  clear(): Promise<number> {
    return this.#database.run("DELETE FROM runs");
  }

  // The oldest go first, so that a full file has their room for the new one.
  #add(statements: Statements, run: WrittenRun): void {
    const told = statements.all(SAME_START, JSON.stringify(run.row.id), run.row.startedAt);
    if (told.some((row) => isSameRun(this.#rowIn(row), run.row))) return;
    statements.run(`DELETE FROM runs WHERE sequence NOT IN (${NEWEST})`, this.#keep - 1);
    statements.run(APPEND, ...valuesOf(run));
  }

  #rowIn(row: Row): RunRow {
    try {
      return rowIn(row);
    } catch (cause) {
      throw new StoreError(this.#database.path, "damaged", `holds a run that cannot be read (number ${String(row.sequence)})`, { cause });
    }
  }
}

function valuesOf({ row, trace }: WrittenRun): readonly SqlValue[] {
  const { id, agent, goal, output, stopReason, startedAt, seconds, totalSteps, usage, artifacts } = row;
  const [idText = "", ...texts] = [id, agent, goal, output].map((text) => JSON.stringify(text));
  return [idText, ...texts, stopReason, startedAt, seconds, totalSteps, JSON.stringify(usage), JSON.stringify(artifacts), trace];
}

function rowIn(row: Row): RunRow {
  const read = (name: string): unknown => JSON.parse(String(row[name]));
  return frozenCopy({
    id: read("id"),
    agent: read("agent"),
    goal: read("goal"),
    output: read("output"),
    stopReason: row.stop_reason,
    startedAt: Number(row.started_at),
    seconds: Number(row.seconds),
    totalSteps: Number(row.total_steps),
    usage: read("usage"),
    artifacts: read("artifacts"),
  }) as RunRow; // as `valuesOf` wrote it
}
