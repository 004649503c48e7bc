import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { lifeOf, signature } from "./owner.ts";

/** The outcome of trying to take a lock: taken, to be released by the caller, or held by the process that signed it. */
export type Attempt = { readonly isTaken: true; readonly release: () => void } | { readonly isTaken: false; readonly holder: string };

const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** The folder that stands for the lock of a database while somebody holds it. */
export function lockFolderOf(path: string): string {
  return `${path}-lock`;
}

/**
 * Tries once to become the only process that uses the database at `path`. The lock of a process that has been killed is
 * taken over. Throws what the file system throws when no folder can be made beside the database.
 *
 * The lock is a folder with one file in it, whose name is its owner's signature. It comes into being with its file by
 * renaming, which fails while there is a folder with something in it; and it is broken by removing the file of that one
 * name, so whoever comes late to break the lock of a dead process cannot remove the lock of a living one.
 */
export function tryLock(path: string): Attempt {
  const folder = lockFolderOf(path);
  const holder = holderOf(folder);
  if (holder !== null) return { isTaken: false, holder };
  const name = signature();
  return moveIn(stage(folder, name), folder)
    ? { isTaken: true, release: () => leave(folder, name) }
    : { isTaken: false, holder: holderOf(folder) ?? "" };
}

/** Removes what killed processes left of locks that they were about to take. */
export function removeLeftovers(path: string): void {
  const prefix = `${basename(lockFolderOf(path))}.`;
  for (const entry of readdirSync(dirname(path))) {
    const signed = entry.slice(prefix.length);
    if (entry.startsWith(prefix) && lifeOf(signed) === "gone") leave(join(dirname(path), entry), signed);
  }
}

function holderOf(folder: string): string | null {
  for (const signed of entriesOf(folder)) {
    if (lifeOf(signed) !== "gone") return signed;
    attempt(() => unlinkSync(join(folder, signed)));
  }
  attempt(() => rmdirSync(folder)); // where renaming does not replace an empty folder
  return null;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function stage(folder: string, name: string): string {
  const staged = `${folder}.${name}`;
  mkdirSync(staged, { mode: PRIVATE_FOLDER });
  try {
    closeSync(openSync(join(staged, name), "wx", PRIVATE_FILE));
  } catch (error) {
    leave(staged, name);
    throw error;
  }
  return staged;
}

const IS_THERE: ReadonlySet<string | undefined> = new Set(["ENOTEMPTY", "EEXIST", "EPERM"]);

function moveIn(staged: string, folder: string): boolean {
  try {
    renameSync(staged, folder);
    return true;
  } catch (error) {
    leave(staged, staged.slice(folder.length + 1));
    if (IS_THERE.has((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  }
}

function leave(folder: string, name: string): void {
  attempt(() => unlinkSync(join(folder, name)));
  attempt(() => rmdirSync(folder));
}

// Somebody else may have been faster, or may already use the folder again: both are fine.
function attempt(remove: () => void): void {
  try {
    remove();
  } catch {
    // gone, or in use
  }
}
