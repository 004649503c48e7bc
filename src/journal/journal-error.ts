import { oneLine } from "../core/describe.ts";
import { StoreError, type StoreProblem } from "../sqlite/errors.ts";

const NOTHING_CHANGED = "nothing was changed";

const CODES: Readonly<Record<string, readonly [problem: StoreProblem, says: string]>> = {
  ENOSPC: ["full", `could not be written, because the disk is full; ${NOTHING_CHANGED}`],
  EDQUOT: ["full", `could not be written, because the user's quota is used up; ${NOTHING_CHANGED}`],
  EFBIG: ["full", `could not be written, because a limit on the size of files is reached; ${NOTHING_CHANGED}`],
  EACCES: ["read-only", "cannot be used, because this user may not read or write it or its folder"],
  EPERM: ["read-only", "cannot be used, because this user may not read or write it or its folder"],
  EROFS: ["read-only", `cannot be written, because it is on a read-only disk; ${NOTHING_CHANGED}`],
  ENOENT: ["missing", "does not exist"],
  ENOTDIR: ["missing", "does not exist, because something on the way to it is no folder"],
  ELOOP: ["failed", "is a link, which is not followed"],
};

/** A sentence about a stored journal: `says` goes on where `the journal <path>` begins it. */
export function journalError(path: string, problem: StoreProblem, says: string, cause?: unknown): StoreError {
  return new StoreError(path, problem, says, { thing: "journal", ...(cause === undefined ? {} : { cause }) });
}

/** Does something with the files of a journal; what the file system throws becomes a `StoreError` about it. */
export function filed<Value>(path: string, use: () => Value): Value {
  try {
    return use();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    const { code, message } = error as NodeJS.ErrnoException; // the file system throws nothing but errors
    const [problem, says] = CODES[code ?? ""] ?? ["failed", `could not be used: ${oneLine(message)}`];
    throw journalError(path, problem, says, error);
  }
}
