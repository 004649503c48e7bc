import { statSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import type { JournalEntry, JournalStore, RunHeader, RunJournal, StoredRun } from "../core/journal.ts";
import type { Engine } from "../sqlite/engine.ts";
import { StoreError } from "../sqlite/errors.ts";
import { describeOwner, lifeOf, signature } from "../sqlite/owner.ts";
import type { Schema } from "../sqlite/schema.ts";
import type { Statements } from "../sqlite/statements.ts";
import { journalError } from "./journal-error.ts";
import { KeptRun, type Keeper } from "./kept-run.ts";
import { NO_CHECKSUM, readLine, writeLine } from "./line.ts";
import type { Sync } from "./run-file.ts";
import { runKey } from "./run-key.ts";
import { RunLog } from "./run-log.ts";
import { Session } from "./sqlite-session.ts";
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

/** The runs, and the lines of their journals: the very lines that stand in files elsewhere. */
export const JOURNAL_SCHEMA: Schema = {
  holds: "journals of runs",
  applicationId: 0x5472706a, // "Trpj"
  versions: [
    `CREATE TABLE runs (
       number INTEGER PRIMARY KEY,
       key TEXT NOT NULL UNIQUE,
       owner TEXT,
       renewed_at REAL NOT NULL,
       changed_at REAL NOT NULL
     ) STRICT;
     CREATE TABLE lines (
       run INTEGER NOT NULL,
       number INTEGER NOT NULL,
       line TEXT NOT NULL,
       UNIQUE (run, number)
     ) STRICT;
     CREATE TRIGGER lines_are_kept BEFORE UPDATE ON lines
     BEGIN SELECT RAISE(ABORT, 'a line of a journal is never changed'); END;`,
  ],
};

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

/** The same with an engine of one's own, for tests. */
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
    const { text, checksum } = writeLine(1, { type: "header", header }, NO_CHECKSUM);
    const run = this.#session.transact((statements) => {
      const key = runKey(header.runId);
      const now = Date.now();
      if (rowOf(statements, key)) throw this.#error("exists", `has a run ${header.runId} already`);
      statements.run("INSERT INTO runs (key, owner, renewed_at, changed_at) VALUES (?, ?, ?, ?)", key, owner, now, now);
      const { number } = rowOf(statements, key) as RunRow; // the row inserted above
      statements.run("INSERT INTO lines (run, number, line) VALUES (?, 1, ?)", number, text);
      return number;
    });
    return this.#journal(header, new RunLog(), { run, owner, lines: 1, checksum });
  }

  open(runId: string): RunJournal {
    const owner = signature();
    const missing = (): StoreError => this.#error("missing", `has no run ${runId}`);
    if (!this.#exists()) throw missing();
    const { row, read } = this.#session.transact((statements) => {
      const row = rowOf(statements, runKey(runId));
      if (!row) throw missing();
      if (this.#isLeased(row)) throw this.#error("locked", `has the run ${runId} in use: ${describeOwner(row.owner ?? "")} works on it`);
      const read = this.#read(row, linesOf(statements, row.number));
      statements.run("UPDATE runs SET owner = ?, renewed_at = ? WHERE number = ?", owner, Date.now(), row.number);
      return { row, read };
    });
    return this.#journal(read.header, read.log, { run: row.number, owner, lines: read.lines, checksum: read.checksum });
  }

  list(): readonly StoredRun[] {
    if (!this.#exists()) return [];
    const stored = this.#session.transact((statements) => {
      const rows = statements.all("SELECT number, key, owner, renewed_at, changed_at FROM runs") as unknown as readonly RunRow[]; // as the schema says
      return rows.map((row) => this.#stored(row, linesOf(statements, row.number)));
    });
    if (this.#open === 0) this.#session.close();
    return newestFirst(stored);
  }

  #stored(row: RunRow, lines: readonly string[]): StoredRun {
    try {
      const { header, log } = this.#read(row, lines);
      return storedRun({ header, log, state: this.#isLeased(row) ? "running" : "interrupted", changedAt: row.changed_at });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return damagedRun(row.key.slice(1), row.changed_at, error);
    }
  }

  #read({ key }: RunRow, texts: readonly string[]): ReadLines {
    const log = new RunLog();
    let header: RunHeader | null = null;
    let checksum = NO_CHECKSUM;
    for (const [index, text] of texts.entries()) {
      const read = readLine(index + 1, text, checksum);
      if (!read.ok) throw this.#error(read.isNewer ? "newer" : "damaged", `has a damaged journal of run ${key.slice(1)}: line ${index + 1} ${read.is}`);
      const { line } = read;
      if ((line.type === "header") !== (index === 0)) throw this.#error("damaged", `has a damaged journal of run ${key.slice(1)}: line ${index + 1} is in the wrong place`);
      if (line.type === "header") header = line.header;
      else log.add(line);
      checksum = read.checksum;
    }
    if (!header || runKey(header.runId) !== key) throw this.#error("damaged", `has a damaged journal of run ${key.slice(1)}: it has no header of this run`);
    return { header, log, lines: texts.length, checksum };
  }

  #journal(header: RunHeader, log: RunLog, held: Held): RunJournal {
    this.#open += 1;
    return new KeptRun(header, log, new RowKeeper(this.#path, this.#session, held, this.#leaseSeconds, () => this.#released()));
  }

  #released(): void {
    this.#open -= 1;
    if (this.#open === 0) this.#session.close();
  }

  #isLeased({ owner, renewed_at: renewedAt }: RunRow): boolean {
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

interface RunRow {
  readonly number: number;
  readonly key: string;
  readonly owner: string | null;
  readonly renewed_at: number;
  readonly changed_at: number;
}

interface ReadLines {
  readonly header: RunHeader;
  readonly log: RunLog;
  readonly lines: number;
  readonly checksum: string;
}

/** One run in the hands of one owner. */
interface Held {
  readonly run: number;
  readonly owner: string;
  readonly lines: number;
  readonly checksum: string;
}

const BEATS_PER_LEASE = 3;

class RowKeeper implements Keeper {
  readonly #path: string;
  readonly #session: Session;
  readonly #held: Held;
  readonly #released: () => void;
  readonly #timer: NodeJS.Timeout;
  #lines: number;
  #checksum: string;
  #isReleased = false;

  constructor(path: string, session: Session, held: Held, leaseSeconds: number, released: () => void) {
    this.#path = path;
    this.#session = session;
    this.#held = held;
    this.#released = released;
    this.#lines = held.lines;
    this.#checksum = held.checksum;
    this.#timer = setInterval(() => this.#renew(), (leaseSeconds * 1000) / BEATS_PER_LEASE).unref();
  }

  append(entry: JournalEntry): void {
    const { text, checksum } = writeLine(this.#lines + 1, entry, this.#checksum);
    const { run, owner } = this.#held;
    this.#session.transact((statements) => {
      const now = Date.now();
      const isHeld = statements.run("UPDATE runs SET renewed_at = ?, changed_at = ? WHERE number = ? AND owner = ?", now, now, run, owner) === 1;
      if (!isHeld || this.#isReleased) throw journalError(this.#path, "locked", "has the run in use by somebody else: the lease of this process has ended");
      statements.run("INSERT INTO lines (run, number, line) VALUES (?, ?, ?)", run, this.#lines + 1, text);
    });
    this.#lines += 1;
    this.#checksum = checksum;
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    clearInterval(this.#timer);
    this.#quietly("UPDATE runs SET owner = NULL WHERE number = ? AND owner = ?");
    this.#released();
  }

  #renew(): void {
    this.#quietly(`UPDATE runs SET renewed_at = ${Date.now()} WHERE number = ? AND owner = ?`);
  }

  // What cannot be written now ends the lease in its time: this process is seen to be gone, or is silent for too long.
  #quietly(sql: string): void {
    try {
      const { run, owner } = this.#held;
      this.#session.transact((statements) => statements.run(sql, run, owner));
    } catch {
      // the next line that is written says what is wrong
    }
  }
}

function rowOf({ all }: Statements, key: string): RunRow | undefined {
  return all("SELECT number, key, owner, renewed_at, changed_at FROM runs WHERE key = ?", key)[0] as RunRow | undefined; // as the schema says
}

function linesOf({ all }: Statements, run: number): readonly string[] {
  return all("SELECT line FROM lines WHERE run = ? ORDER BY number", run).map(({ line }) => line as string); // as the schema says
}
