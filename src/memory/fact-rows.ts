import { StoreError } from "../sqlite/errors.ts";
import type { Row, SqlValue } from "../sqlite/engine.ts";
import type { Schema } from "../sqlite/schema.ts";
import type { FactChange, FactVersion } from "./fact-store.ts";

/**
 * The table of facts: one row per change, only ever added to. Texts that may hold anything are written as JSON: SQLite
 * would cut them at a NUL, and `null`, the shared bucket, is then no subject's text.
 */
export const FACTS_SCHEMA: Schema = {
  holds: "facts",
  applicationId: 0x54727066, // "Trpf"
  versions: [
    `CREATE TABLE fact_versions (
       sequence INTEGER PRIMARY KEY AUTOINCREMENT,
       subject TEXT NOT NULL,
       key TEXT NOT NULL,
       kind TEXT NOT NULL CHECK (kind IN ('remembered', 'corrected', 'forgotten')),
       value TEXT NOT NULL CHECK ((value = 'null') = (kind = 'forgotten')),
       author TEXT NOT NULL,
       at REAL NOT NULL,
       run_id TEXT NOT NULL,
       path TEXT NOT NULL
     ) STRICT;
     CREATE INDEX fact_versions_by_key ON fact_versions (subject, key, sequence);
     CREATE TRIGGER fact_versions_are_kept BEFORE UPDATE ON fact_versions
     BEGIN SELECT RAISE(ABORT, 'a version of a fact is never changed'); END;`,
  ],
};

/** The columns of a change, in the order of `valuesOf`. */
export const COLUMNS = "subject, key, kind, value, author, at, run_id, path";

/** A change as the values of its row. */
export function valuesOf({ subject, key, kind, value, author, at, runId, path }: FactChange): readonly SqlValue[] {
  return [textOf(subject), textOf(key), kind, textOf(value), textOf(author), at, textOf(runId), textOf(path)];
}

/** How a text is written in a row and asked for. */
export function textOf(text: string | null): string {
  return JSON.stringify(text);
}

/** The version in a row. Throws `StoreError` for one that was not written by this library. */
export function versionIn(row: Row, source: string): FactVersion {
  try {
    return Object.freeze({
      subject: readText(row.subject),
      key: readText(row.key) ?? "",
      kind: row.kind as FactVersion["kind"], // the table allows no other
      value: readText(row.value),
      author: readText(row.author) ?? "",
      at: Number(row.at),
      runId: readText(row.run_id),
      path: readText(row.path),
      sequence: Number(row.sequence),
    });
  } catch (cause) {
    throw new StoreError(source, "damaged", `holds a fact that cannot be read (number ${String(row.sequence)})`, { cause });
  }
}

function readText(written: SqlValue | undefined): string | null {
  const text: unknown = JSON.parse(String(written));
  if (typeof text === "string" || text === null) return text;
  throw new TypeError(`${String(written)} is no text`);
}
