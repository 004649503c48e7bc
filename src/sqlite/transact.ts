import { claim, closeQuietly, committed, uncommitted, useLog } from "./commit.ts";
import type { Connection, Engine } from "./engine.ts";
import { StoreError } from "./errors.ts";
import { filed } from "./failure.ts";
import { logSizeOf } from "./log.ts";
import { migrate, versionOf, type Schema } from "./schema.ts";
import type { Statements } from "./statements.ts";
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
      return committed(connection, path, transaction.work);
    });
  } catch (error) {
    if (sizeBytes !== null) uncommitted(path, sizeBytes);
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

// Opened and closed for each transaction: closing writes the log back and removes it, and an engine of either kind may come next.
function prepare(connection: Connection, { path, schema, readOnly }: Transaction<unknown>): void {
  claim(connection);
  const version = versionOf(connection, path, schema); // before anything is changed in a file that may not be ours
  if (readOnly && version < schema.versions.length) throw new StoreError(path, "missing", `holds no ${schema.holds} of this version`);
  useLog(connection, path);
  connection.script("PRAGMA synchronous=FULL; PRAGMA secure_delete=ON");
  connection.script("BEGIN IMMEDIATE");
  if (version < schema.versions.length) migrate(connection, version, schema);
  if (readOnly) connection.script("PRAGMA query_only=ON");
}
