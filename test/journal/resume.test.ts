import { afterEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { fromAgent, guardrail, run, scripted, start, tool, type AgentLogic, type Run, type RunOptions, type ScriptedModel } from "../../src/index.ts";
import { resume, type ResumeOptions } from "../../src/journal/resume.ts";
import { memoryJournalStore } from "../../src/journal/memory-store.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { watchedStore, type WatchedStore } from "./left.ts";

const START = 1_000_000;
const UNKNOWN = "interrupted: it is not known whether this took effect";
const REPEATED = "made again: the process ended while it was under way";

function ask(name: string, args: object = {}) {
  return { name, arguments: args };
}

/** A tool that takes a second and says how often it was run. */
function counting(name: string, more: Partial<Parameters<typeof tool>[0]> = {}) {
  const counted = { runs: 0, tool: null as never as ReturnType<typeof tool> };
  counted.tool = tool({
    name,
    description: "Does something.",
    parameters: z.object({}),
    execute: async (_args, { clock }) => {
      counted.runs += 1;
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 1_000));
      return `done ${counted.runs}`;
    },
    ...more,
  });
  return counted;
}

/** Runs the agent for so many virtual seconds, and leaves it as a process that is killed then. */
async function killedAfter(seconds: number, agent: AgentLogic, options: RunOptions = {}): Promise<WatchedStore> {
  const watched = watchedStore();
  const clock = virtualClock({ startAt: START });
  const handle = start(agent, "Go.", { ...options, journal: watched.store, clock, ids: () => "one" });
  await clock.advance(seconds);
  const left = watchedStore(watched.leftNow());
  left.store.open("one").release();
  handle.cancel();
  await handle.result;
  return left;
}

/** Takes the run up again so many seconds after it began. */
async function resumedAt(seconds: number, agent: AgentLogic, left: WatchedStore, options: Partial<ResumeOptions> = {}): Promise<Run> {
  const clock = virtualClock({ startAt: START + seconds * 1000 });
  return clock.settle(resume(agent, "one", { journal: left.leftNow(), clock, ...options }));
}

type Reply = string | { readonly text?: string; readonly calls?: readonly ReturnType<typeof ask>[] };

/** A script of which every reply takes a second. */
function slowly(...replies: readonly Reply[]): ScriptedModel {
  return scripted(replies.map((reply) => ({ ...(typeof reply === "string" ? { text: reply } : reply), delaySeconds: 1 })));
}

describe("a call that was under way when the process died", () => {
  it("is made again where that can do no harm, and says so", async () => {
    const look = counting("look", { idempotent: true });
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [look.tool] });
    const left = await killedAfter(1.5, agentOf(slowly({ calls: [ask("look")] }, "unused")));

    const told = await resumedAt(50, agentOf(slowly("Found.")), left);

    expect([told.output, look.runs]).toEqual(["Found.", 2]);
    expect(told.steps.map(({ name, note, observation }) => [name, note, observation])).toEqual([
      ["chat", null, ""],
      ["look", REPEATED, "done 2"],
      ["chat", null, ""],
    ]);
  });

  it("is not made again where it may have taken effect: the model is told that nobody knows", async () => {
    const book = counting("book");
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [book.tool] });
    const left = await killedAfter(1.5, agentOf(slowly({ calls: [ask("book")] }, "unused")));

    const told = await resumedAt(50, agentOf(slowly("I will check.")), left);

    expect([told.output, book.runs]).toEqual(["I will check.", 1]);
    expect(told.steps.map(({ name, error }) => [name, error])).toEqual([["chat", null], ["book", UNKNOWN], ["chat", null]]);
  });

  it("is told as unknown again, and not made, when the process dies a second time", async () => {
    const book = counting("book");
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [book.tool] });
    const left = await killedAfter(1.5, agentOf(slowly({ calls: [ask("book")] }, "unused")));
    const again = watchedStore(left.leftNow());
    const clock = virtualClock({ startAt: START + 10_000 });
    void resume(agentOf(slowly("never heard")), "one", { journal: again.store, clock });
    await clock.advance(0.5);

    const told = await resumedAt(50, agentOf(slowly("Checked.")), again);

    expect([told.output, book.runs]).toEqual(["Checked.", 1]);
    expect(told.steps.map(({ name, error, note }) => [name, error, note])).toEqual([["chat", null, null], ["book", UNKNOWN, null], ["chat", null, REPEATED]]);
  });
});

describe("a run that is taken up again", () => {
  it("keeps its deadline: when it passed while nobody worked on it, the run has ended then, with all it had", async () => {
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [counting("look").tool], budget: { maxSeconds: 10 } });
    const left = await killedAfter(2.5, agentOf(slowly({ text: "So far.", calls: [ask("look")] }, "unused")));
    const silent = scripted([]);

    const told = await resumedAt(500, agentOf(silent), left);

    expect(silent.requests).toEqual([]);
    expect(told).toMatchObject({ stopReason: "timeout", output: "So far.", seconds: 10, startedAt: START, limit: { name: "maxSeconds", value: 10 } });
    expect(told.steps.map(({ name, error }) => [name, error])).toEqual([["chat", null], ["look", null], ["chat", "timeout"]]);
  });

  it("has what is left of its time", async () => {
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, budget: { maxSeconds: 10 } });
    const left = await killedAfter(0.5, agentOf(slowly("unused")));

    const told = await resumedAt(7, agentOf(scripted([{ text: "late", delaySeconds: 5 }])), left);

    expect(told).toMatchObject({ stopReason: "timeout", seconds: 10 });
  });

  it("asks its guardrails again, and no deadline falls due while they are asked", async () => {
    const turns = async () => {
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      return "allow" as const;
    };
    const slow = guardrail({ name: "slow", goal: turns, toolCall: turns });
    const look = counting("look", { idempotent: true });
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [look.tool], guardrails: [slow], budget: { maxSeconds: 10 } });
    const left = await killedAfter(2.5, agentOf(slowly({ text: "So far.", calls: [ask("look")] }, "unused")));

    const told = await resumedAt(500, agentOf(scripted([])), left);

    expect([told.stopReason, told.output, told.seconds, look.runs]).toEqual(["timeout", "So far.", 10, 1]);
  });

  it("stays cancelled when it was cancelled, and makes no call", async () => {
    const watched = watchedStore();
    const clock = virtualClock({ startAt: START });
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [counting("look").tool] });
    const handle = start(agentOf(slowly({ calls: [ask("look")] }, "unused")), "Go.", { journal: watched.store, clock, ids: () => "one" });
    await clock.advance(1.5);
    handle.cancel(new Error("enough"));
    const first = await handle.result;
    const beforeTheEnd = watched.entries().filter(({ type }) => type !== "end");
    const silent = scripted([]);

    const later = virtualClock({ startAt: START + 500_000 });
    const told = await later.settle(resume(agentOf(silent), "one", { journal: watched.leftNow(beforeTheEnd), clock: later }));

    expect(beforeTheEnd.at(-1)).toEqual({ type: "cancel", reason: "cancelled: Error: enough", at: START + 1_500 });
    expect(JSON.parse(JSON.stringify(told))).toEqual(JSON.parse(JSON.stringify(first)));
    expect(silent.requests).toEqual([]);
  });

  it("asks again for an approval that nobody had given, and not for one that was given", async () => {
    const book = counting("book", { needsApproval: true });
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [book.tool] });
    const script = () => slowly({ calls: [ask("book"), ask("book")] }, "Booked.");
    const asked: string[] = [];
    const approve: RunOptions["approve"] = ({ callId }) => {
      asked.push(callId);
      return asked.length === 1 ? true : new Promise(() => undefined);
    };
    const watched = watchedStore();
    const clock = virtualClock({ startAt: START });
    const handle = start(agentOf(script()), "Go.", { journal: watched.store, clock, ids: () => "one", approve });
    await clock.advance(1);
    const left = watchedStore(watched.leftNow());
    left.store.open("one").release();
    handle.cancel();
    expect(asked).toEqual(["call_1_0", "call_1_1"]);

    const askedLater: string[] = [];
    const told = await resumedAt(50, agentOf(scripted(["Booked."])), left, {
      approve: ({ callId }) => {
        askedLater.push(callId);
        return true;
      },
    });

    expect([told.output, askedLater]).toEqual(["Booked.", ["call_1_1"]]);
  });

  it("cannot be taken up by two at once", async () => {
    const agent = fromAgent({ name: "a", model: slowly("done") });
    const left = await killedAfter(0.5, agent);
    const store = left.leftNow();
    const clock = virtualClock({ startAt: START + 1_000 });
    const first = resume(fromAgent({ name: "a", model: slowly("done") }), "one", { journal: store, clock });

    await expect(resume(agent, "one", { journal: store, clock })).rejects.toThrow(expect.objectContaining({ name: "StoreError", problem: "locked" }));
    expect((await clock.settle(first)).output).toBe("done");
  });

  it("is refused for a definition that has changed, by name, unless that is accepted", async () => {
    const agentOf = (instructions: string, model: ScriptedModel) => fromAgent({ name: "writer", model, instructions });
    const left = await killedAfter(0.5, agentOf("Be brief.", slowly("unused")));

    await expect(resumedAt(5, agentOf("Be long.", scripted(["x"])), left)).rejects.toThrow(
      /^run one: definitions is 'changed: writer'; allowed: the definitions the run was started with, or acceptChanges: true$/u,
    );
    const told = await resumedAt(5, agentOf("Be long.", scripted(["A long answer."])), left, { acceptChanges: true });
    expect([told.output, told.instructions]).toEqual(["A long answer.", "Be long."]);
  });

  it("that does not exist is an error of the store", async () => {
    await expect(resume(fromAgent({ name: "a", model: scripted([]) }), "none", { journal: memoryJournalStore() })).rejects.toThrow(expect.objectContaining({ problem: "missing" }));
  });
});

describe("a run that has ended", () => {
  const draw = tool({ name: "draw", description: "Draws.", parameters: z.object({}), execute: () => ({ text: "drawn", artifacts: [{ name: "a.txt", data: "###" }] }) });
  const cases: Readonly<
    Record<string, { readonly script: Parameters<typeof scripted>[0]; readonly options?: RunOptions; readonly cancelAfter?: number }>
  > = {
    completed: { script: [{ calls: [ask("draw")] }, { text: "Done.", delaySeconds: 2 }] },
    timeout: { script: [{ calls: [ask("draw")] }, { text: "late", delaySeconds: 20 }], options: { budget: { maxSeconds: 5 } } },
    cancelled: { script: [{ calls: [ask("draw")] }, { text: "late", delaySeconds: 20 }], cancelAfter: 3 },
    max_steps: { script: [{ calls: [ask("draw")] }, "unused"], options: { budget: { maxSteps: 2 } } },
    error: { script: [{ calls: [ask("draw")] }, { error: new Error("down"), delaySeconds: 1 }] },
  };

  it.each(Object.entries(cases))("with %s is told again, byte for byte, without a call", async (stopReason, { script, options, cancelAfter }) => {
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [draw] });
    const watched = watchedStore();
    const clock = virtualClock({ startAt: START });
    const handle = start(agentOf(scripted(script)), "Go.", { ...options, journal: watched.store, clock, ids: () => "one" });
    if (cancelAfter !== undefined) {
      await clock.advance(cancelAfter);
      handle.cancel("enough");
    }
    const first = await clock.settle(handle.result);
    const silent = scripted([]);

    const again = await resumedAt(1_000, agentOf(silent), watched);

    expect(first.stopReason).toBe(stopReason);
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
    expect(silent.requests).toEqual([]);
  });

  it("because its store failed is told again as it ended, without the call whose end was not kept", async () => {
    const inner = memoryJournalStore();
    const full = new Error("the disk is full");
    const watched = watchedStore({
      ...inner,
      list: () => [],
      open: (runId) => inner.open(runId),
      create: (header) => {
        const journal = inner.create(header);
        const failing = () => {
          throw full;
        };
        return new Proxy(journal, { get: (target, key) => (key === "record" ? failing : ((value: unknown) => (typeof value === "function" ? (value.bind(target) as unknown) : value))(Reflect.get(target, key, target))) });
      },
    });
    const clock = virtualClock({ startAt: START });
    const first = await clock.settle(run(fromAgent({ name: "a", model: slowly("Hello.") }), "Go.", { journal: watched.store, clock, ids: () => "one" }));
    const silent = scripted([]);

    const again = await resumedAt(1, fromAgent({ name: "a", model: silent }), watched);

    expect([first.stopReason, first.error]).toEqual(["error", "Error: the disk is full"]);
    expect([again.stopReason, again.error, silent.requests]).toEqual(["error", "Error: the disk is full", []]);
  });
});

describe("a store", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("is never told a secret of the environment", async () => {
    const secret = "very-secret-value";
    vi.stubEnv("BANK_TOKEN", secret);
    const watched = watchedStore();
    const leak = tool({
      name: "leak",
      description: "Leaks.",
      parameters: z.object({ what: z.string() }),
      needsApproval: true,
      execute: ({ what }) => ({ text: what, artifacts: [{ name: `${secret}.txt`, data: secret }] }),
    });
    const model = scripted([{ text: secret, reasoning: secret, calls: [ask("leak", { what: secret })] }, { error: new Error(secret) }]);
    const told = await run(fromAgent({ name: "a", model, tools: [leak], instructions: secret }), `Say ${secret}.`, {
      journal: watched.store,
      identity: { token: secret },
      artifacts: [{ name: "b", data: secret, description: secret }],
      approve: () => ({ approved: true, reason: secret }),
    });

    expect(told.stopReason).toBe("error");
    const kept = JSON.stringify([watched.entries(), watched.leftNow().open(told.id).header]);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(Buffer.from(secret).toString("base64").slice(0, -4));
    expect(kept).toContain("[BANK_TOKEN]");
  });
});

describe("what tools have noted down", () => {
  it("is there again after a resume", async () => {
    const count = tool({
      name: "count",
      description: "Counts.",
      parameters: z.object({}),
      execute: (_args, { state }) => String((state.count = Number(state.count ?? 0) + 1)),
    });
    const agentOf = (model: ScriptedModel) => fromAgent({ name: "a", model, tools: [count] });
    const left = await killedAfter(2.5, agentOf(slowly({ calls: [ask("count")] }, { calls: [ask("count")] }, "unused")));

    const told = await resumedAt(50, agentOf(slowly({ calls: [ask("count")] }, "Done.")), left);

    expect(told.steps.filter(({ kind }) => kind === "tool").map(({ observation }) => observation)).toEqual(["1", "2", "3"]);
  });
});
