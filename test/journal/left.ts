import type { JournalEntry, JournalStore, RunJournal } from "../../src/core/journal.ts";
import { memoryJournalStore } from "../../src/journal/memory-store.ts";

/** A store in memory, and what a process would leave in it if it were killed now. */
export interface WatchedStore {
  readonly store: JournalStore;
  /** What is kept of its latest run. */
  readonly entries: () => readonly JournalEntry[];
  /** A store with that run as it stands now, or as it stood when only these entries had been kept. */
  readonly leftNow: (entries?: readonly JournalEntry[]) => JournalStore;
}

/** A store in memory that can be looked into while a run is kept in it. */
export function watchedStore(inner: JournalStore = memoryJournalStore()): WatchedStore {
  let journal: RunJournal | null = null;
  const taken = (opened: RunJournal): RunJournal => (journal = opened);
  const current = (): RunJournal => {
    if (!journal) throw new Error("no run was kept yet");
    return journal;
  };
  return {
    store: { create: (header) => taken(inner.create(header)), open: (runId) => taken(inner.open(runId)), list: () => inner.list() },
    entries: () => current().entries,
    leftNow: (entries = current().entries) => memoryJournalStore([{ header: current().header, entries }]),
  };
}
