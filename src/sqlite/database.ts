import { resolve } from "node:path";
import { DefinitionError } from "../core/errors.ts";
import type { Engine, Row, SqlValue } from "./engine.ts";
import { defaultEngine } from "./engines.ts";
import { StoreError } from "./errors.ts";
import type { Schema } from "./schema.ts";
import type { Statements } from "./statements.ts";
import { takeTurn } from "./turn.ts";

/** How a database is opened. */
export interface DatabaseOptions {
  /** Its tables, which are made or brought up to date by the first transaction. */
  readonly schema: Schema;
  /** The file must exist, and statements that change it fail. */
  readonly readOnly?: boolean;
  /** How long a transaction waits for other processes. Default 5. */
  readonly busyTimeoutSeconds?: number;
  /** Default: the SQLite of the runtime, else the one in WebAssembly. */
  readonly engine?: Engine;
}

/**
 * A database file that any number of processes of one machine may use at the same time. Between transactions nothing is
 * held: no file is open and no lock is taken. Transactions of one object happen in the order they were asked for.
 *
 * Every method rejects with `StoreError` when the file cannot be used, and then nothing was changed.
 */
export interface Database {
  readonly path: string;
  /** Runs one statement in a transaction of its own; resolves to how many rows it changed. `?` stands for a parameter. */
  run(sql: string, ...parameters: readonly SqlValue[]): Promise<number>;
  /** The rows of one statement. */
  all(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Does the work as one transaction: when the promise resolves, all of it is on the disk; when it rejects, also with
   * what the work throws, nothing of it is. The work must not wait.
   */
  transaction<Value>(work: (statements: Statements) => Value): Promise<Value>;
  /** Transactions asked for from now on reject. There is nothing to release. */
  close(): void;
}

const DEFAULT_BUSY_SECONDS = 5;

/** A database at a path; the file and the folders above it are made by the first transaction, for their owner alone. */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return new TurnDatabase(checkedPath(path), { ...options, busyTimeoutSeconds: checkedSeconds(options.busyTimeoutSeconds) });
}

type Settings = DatabaseOptions & { readonly busyTimeoutSeconds: number };

class TurnDatabase implements Database {
  readonly path: string;
  readonly #settings: Settings;
  #engine: Promise<Engine> | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(path: string, settings: Settings) {
    this.path = path;
    this.#settings = settings;
  }

  run(sql: string, ...parameters: readonly SqlValue[]): Promise<number> {
    return this.transaction((statements) => statements.run(sql, ...parameters));
  }

  all(sql: string, ...parameters: readonly SqlValue[]): Promise<Row[]> {
    return this.transaction((statements) => statements.all(sql, ...parameters));
  }

  transaction<Value>(work: (statements: Statements) => Value): Promise<Value> {
    if (this.#isClosed) return Promise.reject(new StoreError(this.path, "closed", "has been closed"));
    const result = this.#last.then(() => this.#inTurn(work));
    this.#last = result.then(ignore, ignore); // whoever asked is told; the next transaction goes on
    return result;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #inTurn<Value>(work: (statements: Statements) => Value): Promise<Value> {
    const { schema, readOnly = false, busyTimeoutSeconds, engine } = this.#settings;
    const isFirst = this.#engine === undefined;
    this.#engine ??= engine ? Promise.resolve(engine) : defaultEngine();
    return takeTurn({ path: this.path, engine: await this.#engine, schema, readOnly, busyTimeoutSeconds, isFirst, work });
  }
}

function ignore(): void {}

function checkedPath(path: unknown): string {
  const isFile = typeof path === "string" && path !== "" && path !== ":memory:" && !path.includes("\0");
  if (isFile) return resolve(path);
  throw new DefinitionError({ subject: "a database", field: "path", value: path, allowed: "the path of a file" });
}

function checkedSeconds(seconds: unknown = DEFAULT_BUSY_SECONDS): number {
  if (typeof seconds === "number" && seconds >= 0 && seconds < Infinity) return seconds;
  throw new DefinitionError({
    subject: "a database",
    field: "busyTimeoutSeconds",
    value: seconds,
    allowed: "a number of seconds of at least 0",
  });
}
