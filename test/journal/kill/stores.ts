import type { JournalStore } from "../../../src/core/journal.ts";
import { fileJournal } from "../../../src/journal/file-journal.ts";
import { sqliteJournal } from "../../../src/journal/sqlite-journal.ts";

/** Both kinds of store. */
export const STORES = ["file", "sqlite"] as const;

/** One of them. */
export type StoreName = (typeof STORES)[number];

/** A store at a path. */
export function storeAt(name: StoreName, path: string): JournalStore {
  switch (name) {
    case "file":
      return fileJournal(path);
    case "sqlite":
      return sqliteJournal(path, { busyTimeoutSeconds: 30 });
  }
}
