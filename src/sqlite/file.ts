import { accessSync, closeSync, constants, openSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { StoreError } from "./errors.ts";
import { makeFolder, syncFolder } from "./folder.ts";

const PRIVATE_FILE = 0o600;

/**
 * Sees to it that there is a file to open, and returns its real path, under which every process locks it. A missing file
 * is made, readable by its owner alone, with the folders above it, unless `mayCreate` is false. Throws `StoreError` for
 * what is no file, and what the file system throws.
 */
export function readyFile(path: string, mayCreate: boolean): string {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) return createFile(path, mayCreate);
  if (!status.isFile()) throw new StoreError(path, "not-a-database", "is not a regular file");
  accessSync(path, constants.R_OK | constants.W_OK);
  return realpathSync(path);
}

function createFile(path: string, mayCreate: boolean): string {
  if (!mayCreate) throw new StoreError(path, "missing", "does not exist");
  makeFolder(dirname(path));
  closeSync(openSync(path, "a", PRIVATE_FILE)); // "a", because another process may be making it at this moment
  syncFolder(dirname(path));
  return realpathSync(path);
}
