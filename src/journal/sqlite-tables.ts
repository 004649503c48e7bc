import type { Schema } from "../sqlite/schema.ts";
import type { Statements } from "../sqlite/statements.ts";

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

/** A run as it stands in the database. Times are in milliseconds since 1970. */
export interface JournalRow {
  readonly number: number;
  readonly key: string;
  /** The signature of whoever holds the run; null when nobody does. */
  readonly owner: string | null;
  readonly renewed_at: number;
  readonly changed_at: number;
}

const COLUMNS = "number, key, owner, renewed_at, changed_at";

/** Every run there is, in no order. */
export function journalRows({ all }: Statements): readonly JournalRow[] {
  return all(`SELECT ${COLUMNS} FROM runs`) as unknown as readonly JournalRow[]; // as the schema says
}

/** The run with a key, undefined where there is none. */
export function journalRow({ all }: Statements, key: string): JournalRow | undefined {
  return all(`SELECT ${COLUMNS} FROM runs WHERE key = ?`, key)[0] as JournalRow | undefined; // as the schema says
}

/** The lines of a run, given its number, in order. */
export function linesOf({ all }: Statements, run: number): readonly string[] {
  return all("SELECT line FROM lines WHERE run = ? ORDER BY number", run).map(({ line }) => line as string); // as the schema says
}
