import { describe, expect, it } from "vitest";
import { z } from "zod";
import { memoryJournal, type EffectKey, type EffectRecord, type Journal, type MemoryJournal, type Model, type ScriptedModel } from "../../src/index.ts";
import type { JournalStore, RunHeader, RunJournal } from "../../src/core/journal.ts";
import type { RunRecord } from "../../src/core/run.ts";
import type { Accept } from "../../src/loops/accept.ts";
import { runUntil } from "../../src/loops/run-until.ts";
import type { LoopResult } from "../../src/loops/result.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { agent, calls, draw, GOAL, goalsOf, plays, refined, saidBy, summaryOf, until } from "./cast.ts";

const TIMES: ReadonlySet<string> = new Set(["startedAt", "seconds", "queuedSeconds", "ledger"]);

function withoutTimes(result: LoopResult): unknown {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (TIMES.has(key) ? undefined : value));
}

const silent: Model = { name: "scripted", supportsTools: true, respond: () => Promise.reject(new Error("the model was asked")) };
const unasked = (): never => {
  throw new Error("the caller's code was asked");
};

function writer(model: Model | ScriptedModel) {
  return agent(model as ScriptedModel, { tools: [draw] });
}

const drafts = (): ScriptedModel => plays("one", calls("draw", { name: "a.txt", data: "a" }), "two", { error: new TypeError("no ink") }, "three");
const judging: Accept = async ({ output }, { round }) => output === "three" && round === 4;

describe("a loop over the journal of an earlier one", () => {
  it.each<readonly [string, (records: readonly EffectRecord[]) => Journal]>([
    ["in memory", (records) => memoryJournal(records)],
    ["that was stored as JSON and read again", (records) => memoryJournal(JSON.parse(JSON.stringify(records)) as EffectRecord[])],
    [
      "that answers with promises",
      (records) => {
        const journal = memoryJournal(records);
        return { recall: async (key) => journal.recall(key), record: async (record) => journal.record(record) };
      },
    ],
    ["of a class with private fields", (records) => new PrivateJournal(records)],
  ])("is the same loop, with no model, predicate or feedback asked: one %s", async (_title, again) => {
    const journal = memoryJournal();
    let counted = 0;
    const first = await until(writer(drafts()), judging, { journal, maxRounds: 5, feedback: () => `Better, ${(counted += 1)}.` });

    const second = await until(writer(silent), unasked, { journal: again(journal.records), maxRounds: 5, feedback: unasked });

    expect(summaryOf(first)).toMatchObject({
      rounds: [[0, "one", false, null], [1, "two", false, null], [2, "TypeError: no ink", false, null], [3, "three", true, null]],
      ended: "accepted",
    });
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
    expect(second.rounds[1]?.run.artifact("a.txt")?.bytes).toEqual(new TextEncoder().encode("a"));
  });

  it("is the same loop for worker and critic", async () => {
    const journal = memoryJournal();
    const first = await refined(agent(plays("one", "two")), agent(plays("No.", "approved"), { name: "critic" }), { journal });

    const second = await refined(agent(silent as ScriptedModel), agent(silent as ScriptedModel, { name: "critic" }), { journal });

    expect(first.ended).toBe("accepted");
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
  });

  it("makes only what is missing after a cancel, the verdicts included", async () => {
    const journal = memoryJournal();
    const clock = virtualClock();
    const controller = new AbortController();
    const cut = runUntil(agent(plays("one", { text: "two", delaySeconds: 9 })), GOAL, () => false, { clock, journal, signal: controller.signal });
    await clock.advance(1);
    controller.abort();
    await cut;

    const model = plays("two");
    const asked: string[] = [];
    const result = await until(agent(model), ({ output }) => asked.push(output) === 1, { journal });

    expect(asked).toEqual(["two"]);
    expect(model.requests).toHaveLength(1);
    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null], [1, "two", true, null]] });
  });

  it("asks for feedback that was not needed then, when there are more rounds now", async () => {
    const journal = memoryJournal();
    await until(agent(plays("one")), () => false, { journal, maxRounds: 1, feedback: () => "unneeded" });
    const model = plays("two");

    const result = await until(agent(model), ({ output }) => output === "two" || unasked(), { journal, maxRounds: 2, feedback: () => "Better." });

    expect(goalsOf(model)).toEqual(["Better."]);
    expect(result).toMatchObject({ ended: "accepted", output: "two" });
  });

  it("asks the predicate again about a run that came out otherwise", async () => {
    const journal = memoryJournal();
    await until(agent(plays("one")), () => false, { journal, maxRounds: 1 });

    const result = await until(agent(plays("other"), { instructions: "Write otherwise." }), () => true, { journal, maxRounds: 1 });

    expect(result).toMatchObject({ ended: "accepted", output: "other" });
  });

  it("asks the predicate again about the same answer that came to other data", async () => {
    const journal = memoryJournal();
    const asking = (lines: number) => ({
      journal,
      maxRounds: 1,
      returns: z.object({ text: z.string(), lines: z.number().default(lines) }),
    });
    const judged: unknown[] = [];
    const three: Accept = ({ data }) => judged.push(data) > 0 && (data as { lines: number }).lines === 3;
    await until(agent(plays('{"text":"one"}')), three, asking(2));

    const result = await until(agent(plays('{"text":"one"}')), three, asking(3));

    expect(judged).toEqual([{ text: "one", lines: 2 }, { text: "one", lines: 3 }]);
    expect(result.ended).toBe("accepted");
  });

  it("judges anew where its own records are left out", async () => {
    const journal = memoryJournal();
    await until(agent(plays("one")), () => false, { journal, maxRounds: 1 });
    const drafted = memoryJournal(journal.records.filter(({ id }) => !id.startsWith("0#")));

    const result = await until(agent(silent as ScriptedModel), () => true, { journal: drafted, maxRounds: 1 });

    expect(result).toMatchObject({ ended: "accepted", output: "one" });
  });
});

describe("what a loop records", () => {
  it("is every call of its agents, and every decision of the caller's with its times, but no turn of its own", async () => {
    const journal = memoryJournal();
    const clock = virtualClock();
    const slowly: Accept = ({ output }) => new Promise((resolve) => clock.setTimeout(() => resolve(output === "two"), 2_000));

    const { run } = await until(agent(plays("one", "two")), slowly, { journal, clock, feedback: () => "Better." });

    expect(journal.records.map(({ id, kind, result, startedAt, seconds }) => [id, kind, typeof result === "object" ? "reply" : result, startedAt, seconds])).toEqual([
      ["0/1.0#1", "model", "reply", 0, 0],
      ["0#2", "model", false, 0, 2],
      ["0#2", "model", "Better.", 2_000, 0],
      ["0/2.0#1", "model", "reply", 2_000, 0],
      ["0#3", "model", true, 2_000, 2],
    ]);
    expect(run.steps.map(({ id }) => id)).toEqual(["0#1", "0#1.0", "0#2", "0#2.0", "0#3"]);
  });

  it("is no verdict that came after a cancel", async () => {
    const journal = memoryJournal();
    const clock = virtualClock();
    const controller = new AbortController();
    const slowly: Accept = () => new Promise((resolve) => clock.setTimeout(() => resolve(true), 2_000));
    const ended = runUntil(agent(plays("one")), GOAL, slowly, { clock, journal, signal: controller.signal });
    await clock.advance(1);
    controller.abort();
    await ended;

    await clock.advance(5);

    expect(journal.records.map(({ id }) => id)).toEqual(["0/1.0#1"]);
  });

  it.each<{ readonly title: string; readonly journal: (key: EffectKey) => unknown; readonly says: RegExp }>([
    { title: "cannot be read", journal: () => Promise.reject(new Error("disk gone")), says: /^LoopError: the journal failed: Error: disk gone$/u },
    { title: "is of another call", journal: (key) => ({ ...key, hash: "x", result: true }), says: /^LoopError: the journal's record of accept in turn 0#2 cannot be used: it is \{ id: '0#2'/u },
    { title: "is no verdict", journal: (key) => ({ ...key, result: "yes" }), says: /^LoopError: the journal's record of accept in turn 0#2 cannot be used: it is \{ id: '0#2'/u },
    { title: "is nothing", journal: () => null, says: /^LoopError: the journal's record of accept in turn 0#2 cannot be used: it is null$/u },
  ])("is not believed when it $title", async ({ journal, says }) => {
    const result = await until(agent(plays("one")), unasked, {
      journal: { recall: (key) => (key.id.startsWith("0#") ? (journal(key) as undefined) : undefined), record: () => undefined },
    });

    expect(result).toMatchObject({ ended: "failed", output: "one" });
    expect(result.error).toMatch(says);
    expect(saidBy(result)[1]).toBe(result.error);
  });

  it("is missing a verdict that could not be written: the loop ends there", async () => {
    const journal: Journal = {
      recall: () => undefined,
      record: ({ id }) => {
        if (id === "0#2") throw new Error("disk full");
      },
    };

    expect(summaryOf(await until(agent(plays("one")), () => true, { journal }))).toMatchObject({
      rounds: [[0, "one", false, null]],
      ended: "failed",
      error: "LoopError: the journal failed: Error: disk full",
    });
  });
});

describe("a loop over a store of journals", () => {
  it("gets a journal of its own, which begins, ends and is given up once, and has the decisions in it", async () => {
    const { store, told, journal } = storeOf();
    let decisions = 0;

    const first = await until(agent(plays("one", "two")), ({ output }) => (decisions += 1) > 0 && output === "two", { journal: store });
    const second = await until(agent(silent as ScriptedModel), unasked, { journal: store.open("loop-1") });

    expect(told).toEqual([
      "create loop-1 of run_until_loop",
      "begin 0/1.0#1",
      "begin 0/2.0#1",
      "end completed",
      "release",
      "open loop-1",
      "end completed",
      "release",
    ]);
    expect(journal.records.map(({ id }) => id)).toEqual(["0/1.0#1", "0#2", "0/2.0#1", "0#3"]);
    expect(decisions).toBe(2);
    expect(withoutTimes(second)).toEqual(withoutTimes(first));
  });
});

function storeOf() {
  const journal = memoryJournal();
  const told: string[] = [];
  let kept: RunHeader | null = null;
  const store: JournalStore = {
    create: (header) => {
      kept = header;
      told.push(`create ${header.runId} of ${header.agent}`);
      return new ToldJournal(header, journal, told);
    },
    open: (runId) => {
      told.push(`open ${runId}`);
      return new ToldJournal(kept as RunHeader, journal, told);
    },
    list: () => [],
  };
  return { store, told, journal };
}

class ToldJournal implements RunJournal {
  readonly cancelled = null;
  readonly ended = null;
  readonly entries = [];
  readonly header: RunHeader;
  readonly #journal: MemoryJournal;
  readonly #told: string[];

  constructor(header: RunHeader, journal: MemoryJournal, told: string[]) {
    this.header = header;
    this.#journal = journal;
    this.#told = told;
  }

  get records(): readonly EffectRecord[] {
    return this.#journal.records;
  }

  recall(key: EffectKey) {
    return this.#journal.recall(key);
  }

  record(record: EffectRecord) {
    this.#journal.record(record);
  }

  begin({ id }: EffectKey) {
    this.#told.push(`begin ${id}`);
  }

  begunAt(): null {
    return null;
  }

  cancel(reason: string) {
    this.#told.push(`cancel ${reason}`);
  }

  end({ stopReason }: RunRecord) {
    this.#told.push(`end ${stopReason}`);
  }

  release() {
    this.#told.push("release");
  }
}

class PrivateJournal implements Journal {
  readonly #kept = memoryJournal();

  constructor(records: readonly EffectRecord[]) {
    for (const record of records) this.#kept.record(record);
  }

  recall(key: EffectKey) {
    return this.#kept.recall(key);
  }

  record(record: EffectRecord) {
    this.#kept.record(record);
  }
}
