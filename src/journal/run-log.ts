import { effectKeyText, type EffectKey, type EffectRecord, type JournalEntry, type RunEnd } from "../core/journal.ts";
import { isObject } from "../core/json.ts";

/** What the entries of one run's journal come to, entry by entry. */
export class RunLog {
  readonly entries: JournalEntry[] = [];
  readonly #records = new Map<string, EffectRecord>();
  readonly #begun = new Map<string, number>();
  cancelled: { readonly reason: string; readonly at: number } | null = null;
  ended: RunEnd | null = null;

  /** A log of these entries. */
  static of(entries: Iterable<JournalEntry>): RunLog {
    const log = new RunLog();
    for (const entry of entries) log.add(entry);
    return log;
  }

  add(entry: JournalEntry): void {
    this.entries.push(entry);
    switch (entry.type) {
      case "begin":
        this.#begun.set(effectKeyText(entry.key), entry.at);
        return;
      case "record":
        return this.#record(entry.record);
      case "cancel":
        this.cancelled ??= { reason: entry.reason, at: entry.at };
        return;
      case "end":
        this.ended ??= entry.end;
        return;
    }
  }

  /** The latest record under each key, in the order in which they were recorded. */
  get records(): readonly EffectRecord[] {
    return [...this.#records.values()];
  }

  recall(key: EffectKey): EffectRecord | undefined {
    return this.#records.get(effectKeyText(key));
  }

  /** The effects that began and of which no end is recorded, by the text of their keys: when each began last. */
  get underWay(): ReadonlyMap<string, number> {
    return new Map([...this.#begun].filter(([key]) => !this.#records.has(key)));
  }

  /** Input and output tokens of the model calls, as far as the models reported them. */
  get tokens(): number {
    let tokens = 0;
    for (const { kind, result } of this.#records.values()) if (kind === "model") tokens += tokensOf(result);
    return tokens;
  }

  get effects(): number {
    return this.#records.size;
  }

  #record(record: EffectRecord): void {
    const key = effectKeyText(record);
    this.#records.delete(key); // so that a record which takes the place of another stands where it was recorded
    this.#records.set(key, record);
  }
}


function tokensOf(result: unknown): number {
  const holder = isObject(result) && isObject(result.reply) ? result.reply : result;
  const usage = isObject(holder) && isObject(holder.usage) ? holder.usage : {};
  return numberIn(usage.inputTokens) + numberIn(usage.outputTokens);
}

function numberIn(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
