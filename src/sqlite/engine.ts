/** What a column can hold and a statement can be given. Whole numbers are safe integers. */
export type SqlValue = string | number | Uint8Array | null;

/** A row of a result, by column name. */
export type Row = Readonly<Record<string, SqlValue>>;

/** One open connection of an engine. Errors carry SQLite's own message. */
export interface Connection {
  /** Runs one statement with its parameters bound in order; returns how many rows it changed. */
  run(sql: string, parameters: readonly SqlValue[]): number;
  /** The rows of one statement. */
  all(sql: string, parameters: readonly SqlValue[]): Row[];
  /** Runs statements separated by semicolons, without parameters. */
  script(sql: string): void;
  close(): void;
}

/**
 * An implementation of SQLite (a port). `open` must open the file at an absolute path for reading and writing and make
 * it when it is missing; it is called only while the caller holds the database's lock, so what an earlier holder left
 * behind is nobody's.
 */
export interface Engine {
  readonly name: string;
  open(path: string): Connection;
}
