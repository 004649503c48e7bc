import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { DefinitionError } from "../../src/core/errors.ts";
import { delegate, fromAgent, scripted, start, tool, type AgentLogic } from "../../src/index.ts";
import { checkpoint, checkpointSchema, restore } from "../../src/journal/checkpoint.ts";
import { memoryJournalStore } from "../../src/journal/memory-store.ts";
import { assertConserved, virtualClock } from "../../src/testing/index.ts";

const START = 1_000_000;

/** A lead with one specialist that looks twice; every model call takes a second. `played` is what has been played already. */
function team(played: { readonly lead: number; readonly reader: number }): { readonly agent: AgentLogic; readonly requests: () => number } {
  const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), idempotent: true, execute: () => "seen" });
  const call = (name: string, args: object = {}) => ({
    delaySeconds: 1,
    calls: [{ name, arguments: args }],
    usage: { inputTokens: 7, outputTokens: 3 },
  });
  const text = (said: string) => ({ delaySeconds: 1, text: said, usage: { inputTokens: 7, outputTokens: 3 } });
  const reader = scripted([call("look"), call("look"), text("Read.")].slice(played.reader));
  const lead = scripted([call("ask_reader", { goal: "Read it." }), text("Done.")].slice(played.lead));
  const specialist = fromAgent({ name: "reader", description: "Reads.", model: reader, tools: [look] });
  const agent = fromAgent({ name: "lead", model: lead, team: [delegate(specialist, { share: 0.5 })], budget: { maxTokens: 100_000 } });
  return { agent, requests: () => reader.requests.length + lead.requests.length };
}

async function taken(): Promise<unknown> {
  const clock = virtualClock({ startAt: START });
  const handle = start(team({ lead: 0, reader: 0 }).agent, "Go.", { journal: memoryJournalStore(), clock, ids: () => "one" });
  await clock.advance(2.5);
  const value: unknown = JSON.parse(JSON.stringify(checkpoint(handle)));
  handle.cancel();
  await handle.result;
  return value;
}

describe("a checkpoint", () => {
  it("is plain JSON of one moment: records, trace with ledger, and the machines", async () => {
    const value = await taken();

    const { trace, machine, entries } = checkpointSchema.parse(value);
    expect(entries.map(({ type }) => type)).toEqual(["begin", "record", "begin", "record", "begin", "record", "begin"]);
    expect(trace).toMatchObject({ stopReason: null, totalSteps: 5, usage: { subtree: { inputTokens: 14, outputTokens: 6 } } });
    expect(trace.ledger.length).toBeGreaterThan(0);
    expect(machine).toMatchObject({ status: "active", value: "acting", children: { s0: { snapshot: { value: "thinking", context: { path: "0/1.0" } } } } });
  });

  it("is gone on with where it was taken: only what was under way is made again", async () => {
    const { agent, requests } = team({ lead: 1, reader: 1 });
    const clock = virtualClock({ startAt: START + 60_000 });

    const told = await clock.settle(restore(agent, await taken(), { clock }).result);

    expect([told.output, told.id, told.startedAt, requests()]).toEqual(["Done.", "one", START, 3]);
    assertConserved(told);
  });

  it("of version 1 can still be read and gone on with", async () => {
    const value: unknown = JSON.parse(readFileSync(new URL("./fixtures/checkpoint-1.json", import.meta.url), "utf8"));
    const clock = virtualClock({ startAt: START + 60_000 });

    const told = await clock.settle(restore(team({ lead: 1, reader: 1 }).agent, value, { clock }).result);

    expect([told.output, told.stopReason]).toEqual(["Done.", "completed"]);
  });

  it("goes into a store that does not have the run, and into no other", async () => {
    const value = await taken();
    const store = memoryJournalStore();
    const clock = virtualClock({ startAt: START + 60_000 });
    await clock.settle(restore(team({ lead: 1, reader: 1 }).agent, value, { clock, journal: store }).result);

    expect(store.list()).toMatchObject([{ state: "ended", stopReason: "completed" }]);
    expect(() => restore(team({ lead: 1, reader: 1 }).agent, value, { journal: store })).toThrow(expect.objectContaining({ problem: "exists" }));
  });

  it.each([
    { title: "nothing", change: () => null },
    { title: "a later version", change: (value: object) => ({ ...value, version: 2 }) },
    { title: "records that are none", change: (value: object) => ({ ...value, entries: [{ type: "dance" }] }) },
    { title: "no trace", change: (value: object) => ({ ...value, trace: {} }) },
  ])("that is $title is refused", async ({ change }) => {
    const value = change((await taken()) as object);

    expect(() => restore(team({ lead: 1, reader: 1 }).agent, value)).toThrow(DefinitionError);
  });

  it("cannot be taken of a run without a store", async () => {
    const handle = start(fromAgent({ name: "a", model: scripted(["x"]) }), "Go.");

    expect(() => checkpoint(handle)).toThrow("allowed: the handle of a run that was started with a store as its `journal`");
    await handle.result;
  });
});
