import {
  effectKeyText,
  type EffectKey,
  type EffectRecord,
  type JournalEntry,
  type RunEnd,
  type RunHeader,
  type RunJournal,
} from "../core/journal.ts";
import type { RunRecord } from "../core/run.ts";
import type { RunLog } from "./run-log.ts";

/** Where the entries of one run go, held by one owner until it is released. */
export interface Keeper {
  /** Keeps one more entry; when it returns, the entry is kept. Throws `StoreError`, and then nothing was changed. */
  append(entry: JournalEntry): void;
  /** Lets another owner in. Idempotent, and never throws. */
  release(): void;
}

/** The journal of one run over a keeper; what the keeper refuses is not known to the journal either. */
export class KeptRun implements RunJournal {
  readonly header: RunHeader;
  readonly records: readonly EffectRecord[];
  readonly #log: RunLog;
  readonly #begunBefore: ReadonlyMap<string, number>;
  readonly #keeper: Keeper;

  constructor(header: RunHeader, log: RunLog, keeper: Keeper) {
    this.header = header;
    this.records = log.records;
    this.#log = log;
    this.#begunBefore = log.underWay;
    this.#keeper = keeper;
  }

  get entries(): readonly JournalEntry[] {
    return this.#log.entries;
  }

  get cancelled(): RunLog["cancelled"] {
    return this.#log.cancelled;
  }

  get ended(): RunEnd | null {
    return this.#log.ended;
  }

  recall(key: EffectKey): EffectRecord | undefined {
    return this.#log.recall(key);
  }

  begunAt(key: EffectKey): number | null {
    return this.#begunBefore.get(effectKeyText(key)) ?? null;
  }

  begin({ id, kind, hash }: EffectKey, at: number): void {
    this.#keep({ type: "begin", key: { id, kind, hash }, at });
  }

  record({ id, kind, hash, result, startedAt, seconds, repeated }: EffectRecord): void {
    const kept = { id, kind, hash, result, startedAt, seconds };
    this.#keep({ type: "record", record: repeated ? { ...kept, repeated } : kept });
  }

  cancel(reason: string, at: number): void {
    if (!this.cancelled && !this.ended) this.#keep({ type: "cancel", reason, at });
  }

  end({ stopReason, limit, error, output, startedAt, seconds, usage }: RunRecord): void {
    if (this.ended || stopReason === null) return;
    const tokens = usage.subtree.inputTokens + usage.subtree.outputTokens;
    this.#keep({ type: "end", end: { stopReason, limit, error, output, tokens, at: startedAt + seconds * 1000 } });
  }

  release(): void {
    this.#keeper.release();
  }

  #keep(entry: JournalEntry): void {
    this.#keeper.append(entry);
    this.#log.add(entry);
  }
}
