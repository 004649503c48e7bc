import { describeValue } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { disown, isPromiseLike } from "../core/thenable.ts";
import type { Connection, Engine } from "./engine.ts";
import { StoreError } from "./errors.ts";
import { storeErrorFrom } from "./failure.ts";
import { cutLog, logSizeOf } from "./log.ts";
import { migrate, versionOf, type Schema } from "./schema.ts";
import { guardedStatements, type Statements } from "./statements.ts";
import { removeWasmLock } from "./wasm-engine.ts";

/** What a transaction is about. The caller holds the lock of `path`. */
export interface Transaction<Value> {
  readonly engine: Engine;
  readonly path: string;
  readonly schema: Schema;
  readonly readOnly: boolean;
  readonly work: (statements: Statements) => Value;
}

/**
 * Opens the database, does the work in one transaction and closes it again: all of the work is stored, durably, or
 * nothing of it, whatever throws. Throws what the work throws, and `StoreError`.
 */
export function transact<Value>(transaction: Transaction<Value>): Value {
  const { path } = transaction;
  let sizeBytes: number | null = null;
  try {
    return opened(transaction, (connection) => {
      filed(path, () => prepare(connection, transaction));
      sizeBytes = logSizeOf(path);
      return committed(connection, transaction);
    });
  } catch (error) {
    if (sizeBytes !== null) undo(path, sizeBytes);
    throw error;
  }
}

function opened<Value>({ engine, path }: Transaction<Value>, use: (connection: Connection) => Value): Value {
  removeWasmLock(path);
  const connection = filed(path, () => engine.open(path));
  try {
    return use(connection);
  } finally {
    closeQuietly(connection);
  }
}

/*
 * A write-ahead log, because it is the only journal that the WebAssembly engine recovers: after a process had been killed
 * in the middle of a transaction, its rollback journal was taken for one in use, and half of the transaction stayed.
 * That engine can use the log only exclusively, so the database is opened and closed for each transaction; closing
 * writes the log back and removes it, and an engine of either kind may come next.
 */
function prepare(connection: Connection, { path, schema, readOnly }: Transaction<unknown>): void {
  connection.script("PRAGMA locking_mode=EXCLUSIVE");
  const version = versionOf(connection, path, schema); // before anything is changed in a file that may not be ours
  if (readOnly && version < schema.versions.length) throw new StoreError(path, "missing", `holds no ${schema.holds} of this version`);
  const [mode = {}] = connection.all("PRAGMA journal_mode=WAL", []);
  if (mode.journal_mode !== "wal") throw new StoreError(path, "failed", `could not be given a write-ahead log: it is ${describeValue(mode.journal_mode)}`);
  connection.script("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON");
  connection.script("BEGIN IMMEDIATE");
  if (version < schema.versions.length) migrate(connection, version, schema);
  if (readOnly) connection.script("PRAGMA query_only=ON");
}

function committed<Value>(connection: Connection, { path, work }: Transaction<Value>): Value {
  const statements = guardedStatements(connection, path);
  const value = work(statements);
  if (isPromiseLike(value)) {
    disown(value);
    throw new DefinitionError({ subject: `a transaction of ${path}`, field: "what its work returns", value, allowed: "a value; it must not wait" });
  }
  const failure = statements.failure();
  if (failure) throw failure;
  filed(path, () => connection.script("COMMIT"));
  return value;
}

function undo(path: string, sizeBytes: number): void {
  try {
    cutLog(path, sizeBytes);
  } catch (cause) {
    throw new StoreError(path, "failed", "could not be written, and the next to open it may find the change or not", { cause });
  }
}

// Closing undoes what was not committed. What was is safe in the log, even when it cannot be written back now.
function closeQuietly(connection: Connection): void {
  try {
    connection.close();
  } catch {
    // the next one to open the database finds the log
  }
}

function filed<Value>(path: string, use: () => Value): Value {
  try {
    return use();
  } catch (error) {
    throw storeErrorFrom(path, error);
  }
}
