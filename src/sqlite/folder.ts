import { closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";

const PRIVATE_FOLDER = 0o700;

/** Makes a folder and those above it that are missing, for their owner alone. Throws what the file system throws. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  // One by one: Node's own `recursive` never returns from a place that refuses folders with ENOENT, such as /proc.
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // thrown by node:fs; another process was faster
  }
}

/** Puts what is named in a folder on the disk: without it, a new file itself might be missing after a power failure. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return; // has no such call
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
