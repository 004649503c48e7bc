import { DefinitionError } from "../core/errors.ts";
import type { Clock } from "../core/clock.ts";
import { randomId, type MakeId } from "../core/ids.ts";
import {
  effectKeyText,
  type EffectKey,
  type EffectRecord,
  type JournalEntry,
  type JournalStore,
  type RunHeader,
  type RunJournal,
} from "../core/journal.ts";
import { systemClock } from "../agent/time/clock.ts";

/** Where a run is left for a new one. */
export interface ForkOptions {
  /** The id of a step, as the trace has it: `0#2` for a turn, `0#1.0` for a call or a delegation. It is the first to be made anew. */
  readonly at: string;
  /** Makes the new run's id. */
  readonly ids?: MakeId;
  readonly clock?: Clock;
}

/**
 * Makes a new run out of a stored one: it has all that was recorded of what had begun before the step `at` did, and
 * nothing of that step or of what began after it. The old run stays as it is. Returns the new run's id, to be given to
 * `resume`; where something has been changed on purpose, with `acceptChanges`. Deadlines go on from where the old run
 * stood at that step. Throws `StoreError` like `open` and `create`, and `DefinitionError` for a step that never began.
 */
export function fork(store: JournalStore, runId: string, { at, ids = randomId, clock = systemClock }: ForkOptions): string {
  const { header, entries } = contentOf(store, runId);
  const kept = keptBefore(entries, at);
  if (!kept) {
    throw new DefinitionError({
      subject: `a fork of run ${runId}`,
      field: "at",
      value: at,
      allowed: "the id of a step that has begun, such as 0#1",
    });
  }
  const shiftMs = clock.now() - endOf(header, kept);
  const options = { ...header.options, forkedFrom: { runId, at } };
  const journal = store.create({ ...header, runId: ids(), startedAt: header.startedAt + shiftMs, options });
  try {
    for (const entry of kept) append(journal, entry, shiftMs);
    return journal.header.runId;
  } finally {
    journal.release();
  }
}

function contentOf(store: JournalStore, runId: string): { readonly header: RunHeader; readonly entries: readonly JournalEntry[] } {
  const journal = store.open(runId);
  try {
    return { header: journal.header, entries: [...journal.entries] };
  } finally {
    journal.release();
  }
}

type KeptEntry = Extract<JournalEntry, { readonly type: "begin" | "record" }>;

// What had begun before a step cannot depend on it, whenever it ended; so it is kept with its end.
function keptBefore(entries: readonly JournalEntry[], at: string): readonly KeptEntry[] | null {
  const first = entries.findIndex((entry) => isOf(entry, at));
  if (first < 0) return null;
  const begun = new Set(entries.slice(0, first).flatMap((entry) => (entry.type === "begin" ? [effectKeyText(entry.key)] : [])));
  const ended = new Set(entries.flatMap((entry) => (entry.type === "record" ? [effectKeyText(entry.record)] : [])));
  return entries.filter((entry, index): entry is KeptEntry => {
    if (entry.type === "begin") return index < first && ended.has(effectKeyText(entry.key));
    return entry.type === "record" && (index < first || begun.has(effectKeyText(entry.record)));
  });
}

function isOf(entry: JournalEntry, at: string): boolean {
  const id = keyIn(entry)?.id;
  return id === at || id === firstTurnBelow(at);
}

function keyIn(entry: JournalEntry): EffectKey | null {
  if (entry.type === "begin") return entry.key;
  return entry.type === "record" ? entry.record : null;
}

// A delegation is no effect itself: it has begun with its specialist's first turn.
function firstTurnBelow(at: string): string {
  return `${at.replace(/#(\d+\.\d+)$/u, "/$1")}#1`;
}

function endOf({ startedAt }: RunHeader, kept: readonly KeptEntry[]): number {
  const ends = kept.map((entry) => (entry.type === "record" ? entry.record.startedAt + entry.record.seconds * 1000 : entry.at));
  return ends.reduce((latest, end) => Math.max(latest, end), startedAt);
}

function append(journal: RunJournal, entry: KeptEntry, shiftMs: number): void {
  if (entry.type === "begin") return journal.begin(entry.key, entry.at + shiftMs);
  const record: EffectRecord = { ...entry.record, startedAt: entry.record.startedAt + shiftMs };
  void journal.record(record);
}
