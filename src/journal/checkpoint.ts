import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import { journalEntrySchema, runHeaderSchema, type JournalStore, type RunJournal } from "../core/journal.ts";
import { jsonCopy } from "../core/json.ts";
import { runSchema, type RunRecord } from "../core/run.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { scopeOf } from "../agent/living.ts";
import { actorBehind, type RunHandle } from "../agent/run.ts";
import { memoryJournalStore } from "./memory-store.ts";
import { startResumed, type ResumeOptions } from "./resume.ts";

/** The version of a checkpoint that this library writes. */
const CHECKPOINT_VERSION = 1;

/** A run under way as one value: plain JSON, all of it of one moment. */
export const checkpointSchema = z.object({
  version: z.literal(CHECKPOINT_VERSION, `${CHECKPOINT_VERSION}, the version of a checkpoint that this library knows`),
  header: runHeaderSchema,
  /** What had been recorded: enough to go on. */
  entries: z.array(journalEntrySchema),
  /** The run so far, its ledger included, to look at. */
  trace: runSchema,
  /** The persisted snapshot of the root's machine and of those below it, as XState makes it, to look at. */
  machine: z.json(),
});

/** A run under way as one value: plain JSON, all of it of one moment. */
export type Checkpoint = Readonly<z.infer<typeof checkpointSchema>>;

/**
 * Takes a run under way as one value, with which `restore` goes on, in another process if need be: what was recorded, the
 * trace with its ledger, and the machine's own snapshot, all taken in one step. The run itself goes on; cancel it when
 * it is to go on elsewhere. Throws `DefinitionError` for a run that was not started with a store as its journal.
 */
export function checkpoint(handle: RunHandle): Checkpoint {
  const actor = actorBehind(handle);
  const journal = actor ? scopeOf(actor)?.engine.runJournal : null;
  if (!actor || !journal) {
    throw new DefinitionError({
      subject: "a checkpoint",
      field: "the run",
      value: handle,
      allowed: "the handle of a run that was started with a store as its `journal`",
    });
  }
  const { header, entries } = journal;
  const machine = jsonCopy(actor.getPersistedSnapshot());
  return { version: CHECKPOINT_VERSION, header, entries: structuredClone([...entries]), trace: { ...handle.snapshot() }, machine };
}

/** How a checkpoint is gone on with: like `resume`; without a `journal` the run is kept in memory. */
export type RestoreOptions = Omit<ResumeOptions, "journal"> & { readonly journal?: JournalStore };

/**
 * Goes on with a run from a checkpoint, as `resume` does from a store. `checkpoint` may come from a file: it is checked
 * first. Throws `DefinitionError` for what is no checkpoint, for a changed definition, and `StoreError` where the store
 * has the run already: then it is to be resumed there.
 */
export function restore(
  agent: AgentLogic,
  value: unknown,
  { journal: store = memoryJournalStore(), ...options }: RestoreOptions = {},
): RunHandle {
  const { header, entries, trace } = checked("a checkpoint", checkpointSchema, value);
  const journal = store.create(header);
  try {
    for (const entry of entries) append(journal, entry, trace);
  } finally {
    journal.release();
  }
  return startResumed(agent, header.runId, { ...options, journal: store });
}

function append(journal: RunJournal, entry: Checkpoint["entries"][number], trace: RunRecord): void {
  switch (entry.type) {
    case "begin":
      return journal.begin(entry.key, entry.at);
    case "record":
      return void journal.record(entry.record);
    case "cancel":
      return journal.cancel(entry.reason, entry.at);
    case "end":
      return journal.end(trace);
  }
}
