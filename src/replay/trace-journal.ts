import { effectKeyText, JOURNAL_VERSION, type EffectKey, type EffectRecord, type RunHeader, type RunJournal } from "../core/journal.ts";
import type { RunRecord } from "../core/run.ts";
import type { Interrupted, TracedCalls } from "./records.ts";

/** What a trace journal is made of. */
export interface TraceJournalTerms {
  readonly run: RunRecord;
  readonly calls: TracedCalls;
  /** Whether the cancel that the run ended with happens again. */
  readonly isCancelled: boolean;
  /** Told each call that the trace has no answer to, before it is made. */
  readonly missed: (key: EffectKey) => void;
}

/** A journal whose records come from a trace, and into which nothing is written. */
export class TraceJournal implements RunJournal {
  readonly header: RunHeader;
  readonly records: readonly EffectRecord[];
  readonly entries = [];
  readonly cancelled: RunJournal["cancelled"];
  readonly ended = null; // a replay ends by itself, or it has diverged
  /** The ids of steps whose calls were answered from the trace, and of those whose calls were made. */
  readonly used = new Set<string>();
  readonly made = new Set<string>();
  readonly #known: ReadonlyMap<string, EffectRecord>;
  readonly #interrupted: ReadonlyMap<string, Interrupted>;
  readonly #missed: (key: EffectKey) => void;

  constructor({ run, calls: { records, interrupted }, isCancelled, missed }: TraceJournalTerms) {
    const { id, agent, goal, startedAt } = run;
    this.header = { version: JOURNAL_VERSION, runId: id, agent, goal, startedAt, definitions: {}, options: {} };
    this.records = records;
    this.cancelled = isCancelled ? { reason: run.error ?? "cancelled", at: startedAt + run.seconds * 1000 } : null;
    this.#known = new Map(records.map((record) => [effectKeyText(record), record]));
    this.#interrupted = new Map(interrupted.map((call) => [effectKeyText(call), call]));
    this.#missed = missed;
  }

  recall(key: EffectKey): EffectRecord | undefined {
    const record = this.#known.get(effectKeyText(key));
    if (record && key.kind !== "approval") this.used.add(key.id);
    if (!record && !this.#isInterrupted(key)) this.#missed(key);
    return record;
  }

  record(): void {
    // What is made live belongs to the new run; the trace stays as it is.
  }

  /** A call that is made. What had been interrupted is so again, unless it comes to this. */
  begin(key: EffectKey): void {
    this.made.add(key.id);
    if (this.#isInterrupted(key)) this.#missed(key);
  }

  begunAt(key: EffectKey): number | null {
    return this.#interrupted.get(effectKeyText(key))?.begunAt ?? null;
  }

  cancel(): void {
    // As with `record`.
  }

  end(): void {
    // As with `record`.
  }

  release(): void {
    // Nobody else can want it.
  }

  #isInterrupted({ id, kind, hash }: EffectKey): boolean {
    return this.#interrupted.has(effectKeyText({ id, kind: kind === "approval" ? "tool" : kind, hash }));
  }
}
