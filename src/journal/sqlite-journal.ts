import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import type { JournalStore, RunHeader, RunJournal, StoredRun } from "../core/journal.ts";
import type { Engine } from "../sqlite/engine.ts";
import { StoreError } from "../sqlite/errors.ts";
import { describeOwner, lifeOf, signature } from "../sqlite/owner.ts";
import { journalError } from "./journal-error.ts";
import { KeptRun } from "./kept-run.ts";
import { LineReader } from "./line-reader.ts";
import { NO_LINES, writeLine, type LinesEnd } from "./line.ts";
import { RowKeeper, type HeldRun } from "./row-keeper.ts";
import type { Sync } from "./run-file.ts";
import { runKey } from "./run-key.ts";
import { RunLog } from "./run-log.ts";
import { Session } from "./sqlite-session.ts";
import { JOURNAL_SCHEMA, journalRow, journalRows, linesOf, type JournalRow } from "./sqlite-tables.ts";
import { damagedRun, newestFirst, storedRun } from "./stored-run.ts";

/** How runs are kept in a database. */
export interface SqliteJournalOptions {
  /** `none` (the default): what was recorded outlives the process. `each`: it also outlives a power failure. */
  readonly sync?: Sync;
  /** How long a process that cannot be seen from here may be silent before its run can be taken over. Default 60. */
  readonly leaseSeconds?: number;
  /** How long one operation waits for other processes. Default 5. */
  readonly busyTimeoutSeconds?: number;
}

const SECONDS = "a number of seconds above 0";
const seconds = z.number(SECONDS).positive(SECONDS);
const optionsSchema = z.strictObject(
  {
    sync: z.enum(["none", "each"], "'none' or 'each'").default("none"),
    leaseSeconds: seconds.default(60),
    busyTimeoutSeconds: seconds.default(5),
  },
  "{ sync, leaseSeconds, busyTimeoutSeconds }",
);

/**
 * Keeps runs in an SQLite file, which any number of processes of one machine may use at the same time: that of the runtime
 * (Node 22.13 and later), else one in WebAssembly. Lines are numbered and carry a checksum that takes in the line before,
 * because SQLite itself does not notice a bit that has changed. The file is made by the first run, for its owner alone.
 */
export function sqliteJournal(path: string, options: SqliteJournalOptions = {}): JournalStore {
  const settings = checked("an SQLite journal", optionsSchema, options);
  if (typeof path !== "string" || path === "" || path === ":memory:" || path.includes("\0")) {
    throw new DefinitionError({ subject: "an SQLite journal", field: "path", value: path, allowed: "the path of a file" });
  }
  return sqliteJournalOver(resolve(path), settings);
}

/** An SQLite journal at an absolute path with all settings given and, for tests, an engine of one's own. */
export function sqliteJournalOver(path: string, settings: Required<SqliteJournalOptions> & { readonly engine?: Engine }): JournalStore {
  return new SqliteStore(path, new Session({ ...settings, path, schema: JOURNAL_SCHEMA }), settings.leaseSeconds);
}

class SqliteStore implements JournalStore {
  readonly #path: string;
  readonly #session: Session;
  readonly #leaseSeconds: number;
  #open = 0;

  constructor(path: string, session: Session, leaseSeconds: number) {
    this.#path = path;
    this.#session = session;
    this.#leaseSeconds = leaseSeconds;
  }

  create(header: RunHeader): RunJournal {
    const owner = signature();
    const { text, end } = writeLine({ type: "header", header }, NO_LINES);
    const run = this.#session.transact((statements) => {
      const key = runKey(header.runId);
      const now = Date.now();
      if (journalRow(statements, key)) throw this.#error("exists", `has a run ${header.runId} already`);
      statements.run("INSERT INTO runs (key, owner, renewed_at, changed_at) VALUES (?, ?, ?, ?)", key, owner, now, now);
      const { number } = journalRow(statements, key) as JournalRow; // the row inserted above
      statements.run("INSERT INTO lines (run, number, line) VALUES (?, 1, ?)", number, text);
      return number;
    });
    return this.#journal(header, new RunLog(), { run, owner, end });
  }

  open(runId: string): RunJournal {
    const owner = signature();
    const missing = (): StoreError => this.#error("missing", `has no run ${runId}`);
    if (!this.#exists()) throw missing();
    const { row, read } = this.#session.transact((statements) => {
      const row = journalRow(statements, runKey(runId));
      if (!row) throw missing();
      if (this.#isLeased(row)) throw this.#error("locked", `has the run ${runId} in use: ${describeOwner(row.owner ?? "")} works on it`);
      const read = this.#read(row, linesOf(statements, row.number));
      statements.run("UPDATE runs SET owner = ?, renewed_at = ? WHERE number = ?", owner, Date.now(), row.number);
      return { row, read };
    });
    return this.#journal(read.header, read.log, { run: row.number, owner, end: read.end });
  }

  list(): readonly StoredRun[] {
    if (!this.#exists()) return [];
    const stored = this.#session.transact((statements) => {
      return journalRows(statements).map((row) => this.#stored(row, linesOf(statements, row.number)));
    });
    if (this.#open === 0) this.#session.close();
    return newestFirst(stored);
  }

  #stored(row: JournalRow, lines: readonly string[]): StoredRun {
    try {
      const { header, log } = this.#read(row, lines);
      return storedRun({ header, log, state: this.#isLeased(row) ? "running" : "interrupted", changedAt: row.changed_at });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return damagedRun(row.key.slice(1), row.changed_at, error);
    }
  }

  #read({ key }: JournalRow, texts: readonly string[]): ReadLines {
    const damage = `has a damaged journal of run ${key.slice(1)}`;
    const reader = new LineReader();
    for (const [index, text] of texts.entries()) {
      const untrusted = reader.take(text);
      if (untrusted) throw this.#error(untrusted.isNewer ? "newer" : "damaged", `${damage}: line ${index + 1} ${untrusted.is}`);
    }
    const { header, log, end } = reader;
    if (!header || runKey(header.runId) !== key) throw this.#error("damaged", `${damage}: it has no header of this run`);
    return { header, log, end };
  }

  #journal(header: RunHeader, log: RunLog, held: HeldRun): RunJournal {
    this.#open += 1;
    const terms = { path: this.#path, session: this.#session, leaseSeconds: this.#leaseSeconds, released: () => this.#released() };
    return new KeptRun(header, log, new RowKeeper(held, terms));
  }

  #released(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#session.close();
  }

  #isLeased({ owner, renewed_at: renewedAt }: JournalRow): boolean {
    if (owner === null) return false;
    const life = lifeOf(owner);
    return life === "unknown" ? Date.now() - renewedAt < this.#leaseSeconds * 1000 : life === "alive";
  }

  #exists(): boolean {
    return statSync(this.#path, { throwIfNoEntry: false }) !== undefined;
  }

  #error(problem: StoreError["problem"], says: string): StoreError {
    return journalError(this.#path, problem, says);
  }
}

/** The lines of one run, all of them sound. */
interface ReadLines {
  readonly header: RunHeader;
  readonly log: RunLog;
  readonly end: LinesEnd;
}
