import { claim, closeQuietly, committed, uncommitted, useLog } from "../sqlite/commit.ts";
import type { Connection, Engine } from "../sqlite/engine.ts";
import { defaultEngineNow } from "../sqlite/engines.ts";
import { filed } from "../sqlite/failure.ts";
import { readyFile } from "../sqlite/file.ts";
import { removeLeftovers, tryLock } from "../sqlite/lock.ts";
import { lockedError } from "../sqlite/locked-error.ts";
import { logSizeOf } from "../sqlite/log.ts";
import { migrate, versionOf, type Schema } from "../sqlite/schema.ts";
import type { Statements } from "../sqlite/statements.ts";
import { removeWasmLock } from "../sqlite/wasm-engine.ts";
import type { Sync } from "./run-file.ts";

/** How a session uses its file. */
export interface SessionOptions {
  readonly path: string;
  readonly schema: Schema;
  readonly sync: Sync;
  readonly busyTimeoutSeconds: number;
  /** Default: the SQLite of the runtime, else the one in WebAssembly. */
  readonly engine?: Engine;
}

interface Open {
  readonly connection: Connection;
  readonly path: string;
  readonly since: number;
  readonly unlock: () => void;
}

// The sessions of this process that have their file open. Who waited for one of them would keep it from ever closing.
const openAt = new Map<string, Session>();

const LONGEST_PAUSE_MS = 8;
const IDLE_MS = 15;
const LONGEST_HOLD_MS = 100;

/**
 * A database file, used without a wait by one process at a time: every transaction is finished when `transact` returns.
 * The file stays open, and locked, from one transaction to the next as long as they follow closely, because opening it
 * takes far longer than writing to it; others get their turn when there is a pause, and at the latest after 0.1 s.
 */
export class Session {
  readonly #options: SessionOptions;
  #engine: Engine | null;
  #open: Open | null = null;
  #idle: NodeJS.Timeout | null = null;
  #hasOpened = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#engine = options.engine ?? null;
  }

  /** Does the work as one transaction. Throws what the work throws, and `StoreError`; then nothing was changed. */
  transact<Value>(work: (statements: Statements) => Value): Value {
    if (this.#open && performance.now() - this.#open.since > LONGEST_HOLD_MS) this.close();
    const open = (this.#open ??= this.#opened());
    const sizeBytes = logSizeOf(open.path);
    try {
      filed(open.path, () => open.connection.script("BEGIN IMMEDIATE"));
      return committed(open.connection, open.path, work);
    } catch (error) {
      this.close();
      uncommitted(open.path, sizeBytes);
      throw error;
    } finally {
      this.#closeWhenIdle();
    }
  }

  /** Lets others in at once. */
  close(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
    if (!this.#open) return;
    openAt.delete(this.#open.path);
    leave(this.#open);
    this.#open = null;
  }

  #closeWhenIdle(): void {
    if (!this.#open) return;
    if (this.#idle) this.#idle.refresh();
    else this.#idle = setTimeout(() => this.close(), IDLE_MS);
  }

  #opened(): Open {
    const { path: named } = this.#options;
    this.#engine ??= defaultEngineNow();
    const { path, unlock } = this.#locked(named);
    try {
      removeWasmLock(path);
      const connection = filed(named, () => (this.#engine as Engine).open(path)); // set above
      const open = { connection, path, since: performance.now(), unlock };
      try {
        filed(named, () => prepare(open, this.#options));
        openAt.set(path, this);
        return open;
      } catch (error) {
        closeQuietly(connection);
        throw error;
      }
    } catch (error) {
      unlock();
      throw error;
    }
  }

  #locked(named: string): { readonly path: string; readonly unlock: () => void } {
    const deadlineMs = performance.now() + this.#options.busyTimeoutSeconds * 1000;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const path = filed(named, () => readyFile(named, true));
      openAt.get(path)?.close();
      const attempt = filed(named, () => {
        if (!this.#hasOpened) removeLeftovers(path);
        this.#hasOpened = true;
        return tryLock(path);
      });
      if (attempt.isTaken) return { path, unlock: attempt.release };
      if (performance.now() >= deadlineMs) throw lockedError(named, { path, holder: attempt.holder }, this.#options.busyTimeoutSeconds);
      sleep(pauseMs);
    }
  }
}

function prepare({ connection, path }: Open, { schema, sync }: SessionOptions): void {
  claim(connection);
  const version = versionOf(connection, path, schema); // before anything is changed in a file that may not be ours
  useLog(connection, path);
  // No checkpoint before the file is closed: it would let the log begin anew, and a failed commit could not be cut off it.
  connection.script(`PRAGMA wal_autocheckpoint=0; PRAGMA synchronous=${sync === "each" ? "FULL" : "NORMAL"}`);
  if (version >= schema.versions.length) return;
  connection.script("BEGIN IMMEDIATE");
  migrate(connection, version, schema);
  connection.script("COMMIT");
}

function leave({ connection, unlock }: Open): void {
  closeQuietly(connection);
  unlock();
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
