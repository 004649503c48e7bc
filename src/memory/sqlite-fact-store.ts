import type { Row } from "../sqlite/engine.ts";
import { openDatabase, type Database } from "../sqlite/database.ts";
import type { Statements } from "../sqlite/statements.ts";
import { COLUMNS, FACTS_SCHEMA, textOf, valuesOf, versionIn } from "./fact-rows.ts";
import type { Fact, FactChange, FactStore, FactVersion } from "./fact-store.ts";

/** How a fact store in a file waits. */
export interface SqliteFactStoreOptions {
  /** How long one operation waits for other processes. Default 5. */
  readonly busyTimeoutSeconds?: number;
}

/**
 * A fact store in an SQLite file, which any number of processes of one machine may use at the same time. What a promise
 * has resolved to is on the disk. The file is made when it is first used, readable by its owner alone; it is open only
 * during an operation, so there is nothing to close. Operations reject with `StoreError`.
 */
export function sqliteFactStore(path: string, options: SqliteFactStoreOptions = {}): FactStore {
  return factStoreIn(openDatabase(path, { ...options, schema: FACTS_SCHEMA }));
}

/** A fact store in a database of `FACTS_SCHEMA`. */
export function factStoreIn(database: Database): FactStore {
  return new SqliteFactStore(database);
}

const VERSION = `SELECT sequence, ${COLUMNS} FROM fact_versions`;
const APPEND = `INSERT INTO fact_versions (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const LATEST = `${VERSION} WHERE subject = ? AND key = ? ORDER BY sequence DESC LIMIT 1`;
const NEWEST = "SELECT max(sequence) FROM fact_versions WHERE subject = ? GROUP BY key";
const CURRENT = `${VERSION} WHERE kind <> 'forgotten' AND sequence IN (${NEWEST})`;

class SqliteFactStore implements FactStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  write(change: FactChange): Promise<FactVersion | null> {
    return this.#database.transaction((statements) => {
      if (change.kind !== "remembered" && !this.#latest(statements, change.subject, change.key)) return null;
      statements.run(APPEND, ...valuesOf(change));
      const [{ sequence } = {}] = statements.all("SELECT last_insert_rowid() AS sequence");
      return Object.freeze({ ...change, sequence: Number(sequence) });
    });
  }

  get(subject: string | null, key: string): Promise<Fact | undefined> {
    return this.#database.transaction((statements) => this.#latest(statements, subject, key));
  }

  async list(subject: string | null): Promise<readonly Fact[]> {
    const rows = await this.#database.all(CURRENT, textOf(subject));
    return this.#versions(rows).filter(isFact);
  }

  async history(subject: string | null, key?: string): Promise<readonly FactVersion[]> {
    const rows =
      key === undefined
        ? this.#database.all(`${VERSION} WHERE subject = ? ORDER BY sequence`, textOf(subject))
        : this.#database.all(`${VERSION} WHERE subject = ? AND key = ? ORDER BY sequence`, textOf(subject), textOf(key));
    return this.#versions(await rows);
  }

  erase(subject: string | null): Promise<number> {
    return this.#database.run("DELETE FROM fact_versions WHERE subject = ?", textOf(subject));
  }

  #latest(statements: Statements, subject: string | null, key: string): Fact | undefined {
    const [version] = this.#versions(statements.all(LATEST, textOf(subject), textOf(key)));
    return version && isFact(version) ? version : undefined;
  }

  #versions(rows: readonly Row[]): FactVersion[] {
    return rows.map((row) => versionIn(row, this.#database.path));
  }
}

function isFact(version: FactVersion): version is Fact {
  return version.value !== null;
}
