import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { oneLine } from "../core/describe.ts";
import { StoreError, type StoreProblem } from "./errors.ts";

const NOTHING_CHANGED = "nothing was changed";
const FULL = `could not be written, because the database or the disk is full; ${NOTHING_CHANGED}`;
const READ_ONLY = `cannot be written, because the file or its folder is read-only; ${NOTHING_CHANGED}`;

/** SQLite's own messages, which are the same in every engine, and what they mean for the caller. */
const MESSAGES: Readonly<Record<string, readonly [problem: StoreProblem, says: string]>> = {
  "database is locked": ["locked", "is locked by another program"],
  "database table is locked": ["locked", "is locked by another program"],
  "database or disk is full": ["full", FULL],
  "attempt to write a readonly database": ["read-only", READ_ONLY],
  "file is not a database": ["not-a-database", "is not an SQLite database"],
  "database disk image is malformed": ["damaged", "is damaged; restore it from a copy"],
};

const CODES: Readonly<Record<string, readonly [problem: StoreProblem, says: string]>> = {
  ENOSPC: ["full", FULL],
  EDQUOT: ["full", FULL],
  EFBIG: ["full", FULL],
  EACCES: ["read-only", READ_ONLY],
  EPERM: ["read-only", READ_ONLY],
  EROFS: ["read-only", READ_ONLY],
};

/** What SQLite or the file system threw, as the one sentence that a caller reads. A `StoreError` stays as it is. */
export function storeErrorFrom(path: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const { message, code } = error as NodeJS.ErrnoException; // engines and the file system throw nothing but errors
  const [problem, says] = MESSAGES[message] ?? CODES[code ?? ""] ?? otherwise(path, oneLine(message));
  return new StoreError(path, problem, says, { cause: error });
}

/** Does something with the file at `path`; what SQLite or the file system throws becomes a `StoreError` about it. */
export function filed<Value>(path: string, use: () => Value): Value {
  try {
    return use();
  } catch (error) {
    throw storeErrorFrom(path, error);
  }
}

// Both engines say no more than this when a write fails, whatever the file system told them.
function otherwise(path: string, message: string): readonly [StoreProblem, string] {
  if (message !== "disk I/O error") return ["failed", `could not be used: ${message}`];
  if (isDiskFull(path)) return ["full", FULL];
  const causes = "the disk may be full or failing, or a limit on the size of files reached";
  return ["failed", `could not be read or written (${message}): ${causes}; ${NOTHING_CHANGED}`];
}

const ENOUGH_BYTES = 64 * 1024;

function isDiskFull(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(path));
    return bavail * bsize < ENOUGH_BYTES;
  } catch {
    return false;
  }
}
