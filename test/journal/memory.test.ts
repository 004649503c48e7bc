import { describe, expect, it } from "vitest";
import { memoryJournal, type EffectRecord } from "../../src/index.ts";

const record = (changes: Partial<EffectRecord> = {}): EffectRecord => ({ id: "0#1", kind: "model", hash: "a", result: "said", startedAt: 0, seconds: 1, ...changes });

describe("memoryJournal", () => {
  it("gives back the very record that was stored under the key, and nothing for any other key", () => {
    const journal = memoryJournal();
    const stored = record();

    journal.record(stored);

    expect(journal.recall({ id: "0#1", kind: "model", hash: "a" })).toBe(stored);
    expect(journal.recall({ id: "0#2", kind: "model", hash: "a" })).toBe(undefined);
    expect(journal.recall({ id: "0#1", kind: "tool", hash: "a" })).toBe(undefined);
    expect(journal.recall({ id: "0#1", kind: "model", hash: "b" })).toBe(undefined);
  });

  it("does not confuse keys whose parts read the same side by side", () => {
    const journal = memoryJournal([record({ id: '0#1","a', hash: "b" })]);

    expect(journal.recall({ id: "0#1", kind: "model", hash: 'a","b' })).toBe(undefined);
  });

  it("lists its records in the order in which they came, the latest under each key", () => {
    const journal = memoryJournal([record({ id: "0#1" }), record({ id: "0#2" })]);

    journal.record(record({ id: "0#3" }));
    journal.record(record({ id: "0#1", result: "said again" }));

    expect(journal.records).toEqual([record({ id: "0#1", result: "said again" }), record({ id: "0#2" }), record({ id: "0#3" })]);
  });

  it("begins with records that were stored as JSON", () => {
    const first = memoryJournal();
    first.record(record({ result: { text: "said", calls: [null] } }));

    const second = memoryJournal(JSON.parse(JSON.stringify(first.records)) as EffectRecord[]);

    expect(second.records).toEqual(first.records);
  });

  it("hands out a list of its own, which later records do not change", () => {
    const journal = memoryJournal();
    const before = journal.records;

    journal.record(record());

    expect(before).toEqual([]);
  });
});
