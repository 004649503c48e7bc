import { setTimeout as wait } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { StoreError } from "./errors.ts";
import { filed } from "./failure.ts";
import { readyFile } from "./file.ts";
import { removeLeftovers, tryLock, type Attempt } from "./lock.ts";
import { lockedError, type HeldLock } from "./locked-error.ts";
import type { Schema } from "./schema.ts";
import type { Statements } from "./statements.ts";
import { transact } from "./transact.ts";

/** A transaction that wants its turn at a file which other processes use, too. */
export interface Turn<Value> {
  readonly path: string;
  readonly engine: Engine;
  readonly schema: Schema;
  readonly readOnly: boolean;
  readonly busyTimeoutSeconds: number;
  /** The first one also removes what killed processes have left beside the file. */
  readonly isFirst: boolean;
  readonly work: (statements: Statements) => Value;
}

/** Does the work as soon as no other process uses the file. Rejects with `StoreError`, `locked` when it has waited too long. */
export async function takeTurn<Value>(turn: Turn<Value>): Promise<Value> {
  const deadlineMs = performance.now() + turn.busyTimeoutSeconds * 1000;
  for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const tried = attempt(turn);
    if (tried.isDone) return tried.value;
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) throw lockedError(turn.path, tried, turn.busyTimeoutSeconds);
    await wait(Math.min(pauseMs, leftMs));
  }
}

const LONGEST_PAUSE_MS = 16; // a transaction takes some milliseconds

type Tried<Value> = { readonly isDone: true; readonly value: Value } | Busy;

interface Busy extends HeldLock {
  readonly isDone: false;
}

// All in one go, without a wait: a process that lives on never keeps the lock for longer than its transaction.
function attempt<Value>({ path: named, readOnly, isFirst, ...turn }: Turn<Value>): Tried<Value> {
  const path = filed(named, () => readyFile(named, !readOnly));
  const lock = filed(named, () => lockOf(path, isFirst));
  if (!lock.isTaken) return { isDone: false, path, holder: lock.holder };
  try {
    return { isDone: true, value: transact({ ...turn, path, readOnly }) };
  } catch (error) {
    if (error instanceof StoreError && error.problem === "locked" && error.path === path) return { isDone: false, path, holder: "" };
    throw error;
  } finally {
    lock.release();
  }
}

function lockOf(path: string, isFirst: boolean): Attempt {
  if (isFirst) removeLeftovers(path);
  return tryLock(path);
}
