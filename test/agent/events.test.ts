import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, start, tool, type Model, type RunEvent, type RunHandle } from "../../src/index.ts";
import { EventLog } from "../../src/agent/engine/event-log.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";
import { richTree } from "../support/rich-tree.ts";

async function richRun() {
  const clock = virtualClock();
  const tree = richTree(clock);
  const { handle, engine, events } = watch(tree.lead, "go", tree.options);
  const result = await clock.settle(handle.result);
  return { handle, engine, events, result };
}

const openIn = (handle: RunHandle): string[] => allSteps(handle.snapshot().steps).flatMap(({ id, open }) => (open ? [id] : []));

async function listOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const list: RunEvent[] = [];
  for await (const event of events) list.push(event);
  return list;
}

describe("the events of a run", () => {
  it("are numbered from 0 without a gap, pair every beginning with an end, and end with the run", async () => {
    const { result, engine, events } = await richRun();

    // Among other things `leftoversOf` looks at the order of the events of each step and at their numbers.
    expect(leftoversOf({ run: result, engine, events })).toEqual([]);
    expect(events.at(0)).toMatchObject({ type: "run.started", path: "0", depth: 0, goal: "go", runId: "rich" });
    expect(events.at(-1)).toMatchObject({ type: "run.ended", path: "0", stopReason: "completed", output: "All is known.", error: null, limit: null, seconds: result.seconds });
  });

  it("say from which agent they come, at which path, and about which call", async () => {
    const { events } = await richRun();
    const ofPlanner = events.filter(({ path }) => path === "0/1.6");
    const ofDelegation = events.filter((event) => "step" in event && event.step.id === "0/1.6#1.0");
    const ofTurn = events.filter((event) => "step" in event && event.step.id === "0/1.6#1");

    expect(new Set(ofPlanner.map(({ agent }) => agent))).toEqual(new Set(["planner"]));
    expect(ofDelegation.map(({ type, path, agent, callId }) => [type, path, agent, callId])).toEqual([
      ["step.started", "0/1.6", "planner", "call_1_0"],
      ["step.ended", "0/1.6", "planner", "call_1_0"],
    ]);
    expect(ofTurn.map(({ type, callId }) => [type, callId])).toEqual([["step.queued", undefined], ["step.started", undefined], ["step.ended", undefined]]);
  });

  it("tell a specialist's whole life between the beginning and the end of the delegation's step", async () => {
    const { events } = await richRun();
    const at = (type: RunEvent["type"], key: string): number => events.findIndex((event) => event.type === type && (event.path === key || ("step" in event && event.step.id === key)));

    expect(at("step.started", "0/1.6#1.0")).toBeLessThan(at("run.started", "0/1.6/1.0"));
    expect(at("run.started", "0/1.6/1.0")).toBeLessThan(at("turn.started", "0/1.6/1.0"));
    expect(at("turn.started", "0/1.6/1.0")).toBeLessThan(at("step.started", "0/1.6/1.0#1"));
    expect(Math.abs(at("run.ended", "0/1.6/1.0") - at("step.ended", "0/1.6#1.0"))).toBe(1);
  });

  it("tell of pieces of an answer and of failed tries only while the call is open", async () => {
    const model: Model = {
      name: "talking",
      supportsTools: false,
      respond: async (_request, { onDelta, onAttempt }) => {
        onAttempt?.({ error: "busy", status: 429, waitSeconds: 0.5 });
        onDelta?.("Hel");
        onDelta?.("lo");
        return { text: "Hello" };
      },
    };
    const events: RunEvent[] = [];

    await run(fromAgent({ name: "agent", model }), "go", { onEvent: (event) => events.push(event), ids: () => "told" });

    expect(events.map((event) => [event.type, "text" in event ? event.text : "attempt" in event ? event.attempt : null])).toEqual([
      ["run.started", null],
      ["turn.started", null],
      ["step.started", null],
      ["model.retried", { error: "busy", status: 429, waitSeconds: 0.5 }],
      ["model.delta", "Hel"],
      ["model.delta", "lo"],
      ["step.ended", null],
      ["run.ended", null],
    ]);
  });

  it("are told to every observer in order, also when one of them cuts the run meanwhile", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const controller = new AbortController();
    const handle = start(tree.lead, "go", { ...tree.options, signal: controller.signal, onEvent: ({ sequence }) => sequence === 40 && controller.abort() });
    const listed = listOf(handle.events);

    await clock.settle(handle.result);

    const sequences = (await listed).map(({ sequence }) => sequence);
    expect(sequences).toEqual(sequences.map((_, index) => index));
    expect(sequences.length).toBeGreaterThan(45);
  });

  it("show an end only when it is complete: the steps below are closed and the account is settled", async () => {
    const seen: string[][] = [];
    const clock = virtualClock();
    const tree = richTree(clock);
    const watched: { handle?: RunHandle } = {};
    const onEvent = (event: RunEvent): void => {
      if (event.type === "run.ended" && event.path === "0" && watched.handle) seen.push(openIn(watched.handle));
    };
    watched.handle = start(tree.lead, "go", { ...tree.options, onEvent });
    await clock.advance(0.35);

    watched.handle.cancel();

    expect(seen).toEqual([[]]);
  });
});

describe("the events of a handle", () => {
  it("are all there for whoever begins to listen late", async () => {
    const { handle, events } = await richRun();

    expect(await listOf(handle.events)).toEqual(events);
  });

  it("can be left early and listened to again, from the beginning, by several at once", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const handle = start(tree.lead, "go", tree.options);
    const firstThree: string[] = [];
    const both = [listOf(handle.events), listOf(handle.events)];

    for await (const { type } of handle.events) if (firstThree.push(type) === 3) break;
    await clock.settle(handle.result);

    expect(firstThree).toEqual(["run.started", "turn.started", "step.started"]);
    const [one, two] = await Promise.all(both);
    expect(one).toEqual(two);
    expect(one).toEqual(await listOf(handle.events));
    expect(one?.at(-1)?.type).toBe("run.ended");
  });

  it("never slow the run down, however slowly they are read", async () => {
    const clock = virtualClock();
    const tree = richTree(clock);
    const handle = start(tree.lead, "go", tree.options);
    let read = 0;
    const reading = (async () => {
      for await (const { sequence } of handle.events) {
        expect(sequence).toBe(read);
        read += 1;
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000));
      }
    })();

    const result = await clock.settle(handle.result);

    expect([result.seconds, read < 10]).toEqual([(await richRun()).result.seconds, true]);
    await clock.settle(reading);
    expect(read).toBe((await listOf(handle.events)).length);
  });

  it("end when the run ends, also for a run that was cancelled before it began", async () => {
    const agent = fromAgent({ name: "agent", model: scripted(["unheard"]) });

    const events = await listOf(start(agent, "go", { signal: AbortSignal.abort() }).events);

    expect(events.map(({ type }) => type)).toEqual(["run.started", "run.ended"]);
  });

  it("are the same values that the observer is given", async () => {
    const told: RunEvent[] = [];
    const look = tool({ name: "look", description: "Looks.", parameters: z.object({}), execute: () => "seen" });
    const agent = fromAgent({ name: "agent", model: scripted([{ calls: [{ name: "look", arguments: {} }] }, "end"]), tools: [look] });

    const listed = await listOf(start(agent, "go", { onEvent: (event) => told.push(event) }).events);

    expect(listed.length).toBe(told.length);
    for (const [index, event] of listed.entries()) expect(event).toBe(told[index]);
  });
});

describe("EventLog", () => {
  const eventOf = (sequence: number): RunEvent => ({ type: "turn.started", turn: 1, sequence, path: "0", agent: "agent" });

  it("keeps the newest ten thousand for whoever comes late, and shows the gap in their numbers", async () => {
    const log = new EventLog();
    for (let sequence = 0; sequence < 25_000; sequence++) log.add(eventOf(sequence));
    log.close();

    const sequences = (await listOf(log)).map(({ sequence }) => sequence);

    expect(sequences.length).toBeGreaterThanOrEqual(10_000);
    expect(sequences.at(-1)).toBe(24_999);
    expect(sequences).toEqual(sequences.map((_, index) => 25_000 - sequences.length + index));
  });

  it("lets a reader that falls behind go on with the oldest that is kept", async () => {
    const log = new EventLog();
    log.add(eventOf(0));
    const reader = log[Symbol.asyncIterator]();
    await reader.next();
    for (let sequence = 1; sequence < 30_000; sequence++) log.add(eventOf(sequence));

    const next = (await reader.next()).value as RunEvent;

    expect(next.sequence).toBeGreaterThan(1);
    expect(next.sequence).toBeLessThanOrEqual(20_000);
  });

  it("ends a reader that waits when it is closed", async () => {
    const log = new EventLog();
    const waiting = log[Symbol.asyncIterator]().next();

    log.close();

    expect(await waiting).toEqual({ done: true, value: undefined });
  });
});
