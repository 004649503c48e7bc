import { closeSync, fsyncSync, ftruncateSync, openSync, statSync } from "node:fs";

/** The size in bytes of the write-ahead log of the database at `path`; 0 when there is none. */
export function logSizeOf(path: string): number {
  return statSync(logOf(path), { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Takes everything off the log that was written to it since it had this size. A commit that fails may have written all
 * it had to before it failed; if that stayed in the log, the next one to open the database would carry it out. Throws
 * what the file system throws.
 */
export function cutLog(path: string, sizeBytes: number): void {
  if (logSizeOf(path) <= sizeBytes) return;
  const log = openSync(logOf(path), "r+");
  try {
    ftruncateSync(log, sizeBytes);
    fsyncSync(log);
  } finally {
    closeSync(log);
  }
}

function logOf(path: string): string {
  return `${path}-wal`;
}
