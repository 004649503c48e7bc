import { effectKeyText, type EffectKey, type EffectRecord, type Journal } from "../core/journal.ts";

/** A journal that keeps its records in memory, for as long as the object lives. Made by `memoryJournal`. */
export interface MemoryJournal extends Journal {
  /** Everything recorded so far, oldest first: plain JSON, so that it can be stored and given to `memoryJournal` again. */
  readonly records: readonly EffectRecord[];
  recall(key: EffectKey): EffectRecord | undefined;
  record(record: EffectRecord): void;
}

/**
 * Makes a journal in memory. A run that is given one leaves every paid call in it, and a second run of the same agent
 * on the same goal takes its answers from there: no model is asked and no tool is run. Where a prompt or a call has
 * changed, the calls that differ are made and recorded; all others still come from the journal.
 *
 * `records` are what an earlier journal held. A record under a known key takes the place of the one before it. The
 * records are the journal's own: they must not be changed. One journal serves one run at a time.
 *
 * ```ts
 * const journal = memoryJournal();
 * await run(agent, goal, { journal });
 * const again = await run(agent, goal, { journal: memoryJournal(journal.records) });
 * ```
 */
export function memoryJournal(records: Iterable<EffectRecord> = []): MemoryJournal {
  const kept = new Map<string, EffectRecord>();
  for (const record of records) kept.set(effectKeyText(record), record);
  return {
    get records() {
      return [...kept.values()];
    },
    recall: (key) => kept.get(effectKeyText(key)),
    record: (record) => void kept.set(effectKeyText(record), record),
  };
}
