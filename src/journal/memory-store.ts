import type { JournalEntry, JournalStore, RunHeader, RunJournal, StoredRun } from "../core/journal.ts";
import { journalError } from "./journal-error.ts";
import { KeptRun } from "./kept-run.ts";
import { RunLog } from "./run-log.ts";
import { newestFirst, storedRun } from "./stored-run.ts";

/** All that a store keeps of one run. */
export interface KeptEntries {
  readonly header: RunHeader;
  readonly entries: readonly JournalEntry[];
}

/**
 * Keeps runs in memory, for as long as the object lives: for tests, and for a run that is handed from one process to
 * another as a checkpoint. `runs` are what it holds at first.
 */
export function memoryJournalStore(runs: Iterable<KeptEntries> = []): JournalStore {
  return new MemoryStore(runs);
}

interface Kept {
  readonly header: RunHeader;
  readonly entries: JournalEntry[];
  isHeld: boolean;
  changedAt: number;
}

class MemoryStore implements JournalStore {
  readonly #runs = new Map<string, Kept>();

  constructor(runs: Iterable<KeptEntries>) {
    for (const { header, entries } of structuredClone([...runs])) {
      this.#runs.set(header.runId, { header, entries: [...entries], isHeld: false, changedAt: header.startedAt });
    }
  }

  create(header: RunHeader): RunJournal {
    if (this.#runs.has(header.runId)) throw journalError("in memory", "exists", `has a run ${header.runId} already`);
    const kept: Kept = { header: structuredClone(header), entries: [], isHeld: false, changedAt: header.startedAt };
    this.#runs.set(header.runId, kept);
    return held(kept);
  }

  open(runId: string): RunJournal {
    const kept = this.#runs.get(runId);
    if (!kept) throw journalError("in memory", "missing", `has no run ${runId}`);
    if (kept.isHeld) throw journalError("in memory", "locked", `has the run ${runId} in use`);
    return held(kept);
  }

  list(): readonly StoredRun[] {
    const stored = [...this.#runs.values()].map(({ header, entries, isHeld, changedAt }) => {
      return storedRun({ header, log: RunLog.of(entries), state: isHeld ? "running" : "interrupted", changedAt });
    });
    return newestFirst(stored);
  }
}

function held(kept: Kept): RunJournal {
  let isReleased = false;
  kept.isHeld = true;
  return new KeptRun(kept.header, RunLog.of(kept.entries), {
    append(entry) {
      if (isReleased) throw journalError("in memory", "locked", "is no longer held: it has been released");
      kept.entries.push(structuredClone(entry));
      kept.changedAt = Date.now();
    },
    release() {
      if (!isReleased) kept.isHeld = false;
      isReleased = true;
    },
  });
}
