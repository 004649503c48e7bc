import { StoreError } from "./errors.ts";
import { lockFolderOf } from "./lock.ts";
import { describeOwner, lifeOf } from "./owner.ts";

/** A lock that somebody else has. */
export interface HeldLock {
  /** The file's real path, beside which the lock stands. */
  readonly path: string;
  /** The signature of whoever holds it; empty when that is another program. */
  readonly holder: string;
}

/** The error for a file, called `named`, that was waited for in vain; with advice where nobody can tell whether its holder lives. */
export function lockedError(named: string, { path, holder }: HeldLock, waitedSeconds: number): StoreError {
  const by = holder === "" ? "another program" : describeOwner(holder);
  const cannotTell = holder !== "" && lifeOf(holder) === "unknown";
  const advice = cannotTell ? `; if nobody uses it any more, delete the folder ${lockFolderOf(path)}` : "";
  return new StoreError(named, "locked", `is locked: ${by} did not release it within ${waitedSeconds} s${advice}`);
}
