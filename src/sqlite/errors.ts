import { escapeForTerminal } from "../core/escape.ts";
import { TroupeError } from "../core/errors.ts";

/** What can be wrong with a store, for a caller that wants to act on it; the message says the same as a sentence. */
export type StoreProblem =
  /** Somebody else held it for longer than the busy timeout. Trying again later may work. */
  | "locked"
  /** The disk, a quota or a limit is used up. Nothing was changed. */
  | "full"
  /** The file or its folder may not be written. Nothing was changed. */
  | "read-only"
  /** There is no such file, and it was not to be made. */
  | "missing"
  /** It was a database and can no longer be read as one. */
  | "damaged"
  /** It is no database, or no regular file. */
  | "not-a-database"
  /** It is a database of another program, which is left as it is. */
  | "foreign"
  /** It was written by a later version of this library. */
  | "newer"
  /** There is one of this name already. */
  | "exists"
  /** It was closed before. */
  | "closed"
  /** Anything else that SQLite or the file system reports. */
  | "failed";

/** What a `StoreError` is about, where that is no database, and what caused it. */
export interface StoreErrorOptions extends ErrorOptions {
  /** What the path is called in the message. Default `database`. */
  readonly thing?: string;
}

/** A store could not be read or written. The message is one sentence that names the file and what is wrong with it. */
export class StoreError extends TroupeError {
  /** The file it is about. */
  readonly path: string;
  readonly problem: StoreProblem;

  /** `says` goes on where `the database <path>` begins the sentence: "is locked". */
  constructor(path: string, problem: StoreProblem, says: string, { thing = "database", ...options }: StoreErrorOptions = {}) {
    super(escapeForTerminal(`the ${thing} ${path} ${says}`), options);
    this.path = path;
    this.problem = problem;
  }
}
