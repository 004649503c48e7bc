import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

const FOLDER_MODE = 0o700;

/** Makes a folder and those above it that are missing, for their owner alone. Throws what the file system throws. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  // One by one: Node's own `recursive` never returns from a place that refuses folders with ENOENT, such as /proc.
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: FOLDER_MODE });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // thrown by node:fs; another process was faster
  }
}
