import { describeValue } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { disown, isPromiseLike } from "../core/thenable.ts";
import type { Connection } from "./engine.ts";
import { StoreError } from "./errors.ts";
import { filed } from "./failure.ts";
import { cutLog } from "./log.ts";
import { guardedStatements, type Statements } from "./statements.ts";

/**
 * Gives the database a write-ahead log, for this connection alone. It is the only journal that the WebAssembly engine
 * recovers: after a process had been killed in the middle of a transaction, its rollback journal was taken for one in
 * use, and half of the transaction stayed. That engine can use the log only exclusively, as `claim` has it. Throws
 * `StoreError` where there can be none, and what the engine throws.
 */
export function useLog(connection: Connection, path: string): void {
  const [mode = {}] = connection.all("PRAGMA journal_mode=WAL", []);
  if (mode.journal_mode === "wal") return;
  throw new StoreError(path, "failed", `could not be given a write-ahead log: it is ${describeValue(mode.journal_mode)}`);
}

/** Makes the connection the only one to its file. To be called before anything else is done with it. */
export function claim(connection: Connection): void {
  connection.script("PRAGMA locking_mode=EXCLUSIVE");
}

/**
 * Does the work in the transaction that has begun, and commits it. The work must not wait. Throws what the work throws,
 * and `StoreError`; then nothing is committed, and the caller closes the connection and calls `uncommitted`.
 */
export function committed<Value>(connection: Connection, path: string, work: (statements: Statements) => Value): Value {
  const statements = guardedStatements(connection, path);
  const value = work(statements);
  if (isPromiseLike(value)) {
    disown(value);
    const allowed = "a value; it must not wait";
    throw new DefinitionError({ subject: `a transaction of ${path}`, field: "what its work returns", value, allowed });
  }
  const failure = statements.failure();
  if (failure) throw failure;
  filed(path, () => connection.script("COMMIT"));
  return value;
}

/** Makes sure, after the connection was closed, that a commit which failed stays undone: the log gets its old size back. */
export function uncommitted(path: string, sizeBytes: number): void {
  try {
    cutLog(path, sizeBytes);
  } catch (cause) {
    throw new StoreError(path, "failed", "could not be written, and the next to open it may find the change or not", { cause });
  }
}

/** Closes, whatever happens. That undoes what was not committed; what was is safe in the log, for the next one to open the file. */
export function closeQuietly(connection: Connection): void {
  try {
    connection.close();
  } catch {
    // it could not be written back now
  }
}
