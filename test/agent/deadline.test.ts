import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, start, tool, type Clock, type Model, type RunEvent, type RunOptions, type ScriptedCall, type Step, type ToolContext } from "../../src/index.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { untilQuiet } from "../../src/testing/quiet.ts";
import { allSteps, leftoversOf, watch } from "../support/quiet.ts";

const ask = (name: string, goal = "find it"): ScriptedCall => ({ name: `ask_${name}`, arguments: { goal } });
const call = (name: string): ScriptedCall => ({ name, arguments: {} });
const never = (): Promise<never> => new Promise(() => undefined);

function toolFor(name: string, execute: (context: ToolContext) => unknown, needsApproval = false) {
  return tool({ name, description: `The tool ${name}.`, parameters: z.object({}), execute: (_args, context) => execute(context), needsApproval });
}

/** Rejects as soon as the call's signal fires, as a well-behaved tool does. */
function untilAborted({ signal }: { readonly signal: AbortSignal }): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
}

const asLines = (steps: readonly Step[]): string[] =>
  allSteps(steps).map((step) => {
    const own = `${step.id} ${step.name}: ${step.error ?? "ok"}, ${step.seconds} s`;
    if (step.kind !== "agent") return own;
    return `${own}, ${step.outcome}, ${step.stopReason}, ${step.limit ? `${step.limit.name} ${step.limit.value} of the ${step.limit.scope}` : "no limit"}`;
  });

interface Hang {
  readonly title: string;
  readonly model?: Model;
  readonly execute?: (context: ToolContext) => unknown;
  readonly approve?: RunOptions["approve"];
  readonly last: readonly string[];
}

const IN_TOOL = ["0/1.0/2.0#1 chat: ok, 1 s", "0/1.0/2.0#1.0 dig: timeout, 2 s"];

const HANGS: readonly Hang[] = [
  { title: "a model that never settles", model: { name: "deaf", supportsTools: true, respond: never }, last: ["0/1.0/2.0#1 chat: timeout, 3 s"] },
  { title: "a model that ends when its signal fires", model: { name: "polite", supportsTools: true, respond: (_request, options) => untilAborted(options) }, last: ["0/1.0/2.0#1 chat: timeout, 3 s"] },
  { title: "a tool that never settles", execute: never, last: IN_TOOL },
  { title: "a tool that ends when its signal fires", execute: untilAborted, last: IN_TOOL },
  { title: "an approval that nobody gives", approve: never, last: ["0/1.0/2.0#1 chat: ok, 1 s", "0/1.0/2.0#1.0 dig: timeout, 0 s"] },
];

describe("a hang in a grandchild", () => {
  it.each(HANGS)("ends at the root's deadline with every level's trace kept: $title", async ({ model, execute = () => "dug", approve, last }) => {
    const clock = virtualClock();
    const { lead } = threeLevels({ digs: model, tools: [toolFor("dig", execute, approve !== undefined)] });

    const { handle, engine, events } = watch(lead, "go", { clock, budget: { maxSeconds: 5 }, ...(approve ? { approve } : {}) });
    const result = await clock.settle(handle.result);

    expect(result).toMatchObject({
      stopReason: "timeout",
      error: "timeout",
      limit: { name: "maxSeconds", scope: "budget", value: 5 },
      output: "I ask.",
      seconds: 5,
    });
    expect(asLines(result.steps)).toEqual([
      "0#1 chat: ok, 1 s",
      "0#1.0 ask_middle: timeout, 4 s, timed_out, timeout, maxSeconds 5 of the pool",
      "0/1.0#1 chat: ok, 1 s",
      "0/1.0#1.0 note: ok, 0 s",
      "0/1.0#2 chat: ok, 0 s",
      "0/1.0#2.0 ask_digger: timeout, 3 s, timed_out, timeout, maxSeconds 5 of the pool",
      ...last,
    ]);
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });

  it("tells its signal which agent's deadline has passed", async () => {
    const clock = virtualClock();
    const reasons: unknown[] = [];
    const { lead } = threeLevels({ tools: [toolFor("dig", ({ signal }) => untilAborted({ signal }).catch((reason: unknown) => void reasons.push(reason)))] });

    await clock.settle(run(lead, "go", { clock, budget: { maxSeconds: 5 } }));

    expect(reasons).toEqual([expect.objectContaining({ name: "TimeoutError", message: "the deadline of agent 'lead' passed after 5 s" })]);
  });
});

describe("a specialist's own deadline", () => {
  it("cuts only the specialist when it is the shorter one", async () => {
    const clock = virtualClock();
    const { lead, model } = threeLevels({ middleSeconds: 2.5, tools: [toolFor("dig", never)] });

    const { handle, engine, events } = watch(lead, "go", { clock, budget: { maxSeconds: 5 } });
    const result = await clock.settle(handle.result);

    expect(result).toMatchObject({ stopReason: "completed", output: "I know.", limit: null, seconds: 3.5 });
    expect(asLines(result.steps)).toEqual([
      "0#1 chat: ok, 1 s",
      "0#1.0 ask_middle: timeout, 2.5 s, timed_out, timeout, maxSeconds 2.5 of the budget",
      "0/1.0#1 chat: ok, 1 s",
      "0/1.0#1.0 note: ok, 0 s",
      "0/1.0#2 chat: ok, 0 s",
      "0/1.0#2.0 ask_digger: timeout, 1.5 s, timed_out, timeout, maxSeconds 2.5 of the share",
      "0/1.0/2.0#1 chat: ok, 1 s",
      "0/1.0/2.0#1.0 dig: timeout, 0.5 s",
      "0#2 chat: ok, 0 s",
    ]);
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toBe("[stopped: timeout] I look.");
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });

  it("cannot be later than that of the agent above", async () => {
    const clock = virtualClock();
    const left: number[] = [];
    const { lead } = threeLevels({ middleSeconds: 100, tools: [toolFor("dig", ({ secondsLeft }) => left.push(secondsLeft()))] });

    await clock.settle(run(lead, "go", { clock, budget: { maxSeconds: 5 } }));

    expect(left).toEqual([2]);
  });

  it("ends each of several specialists at its own time", async () => {
    const clock = virtualClock();
    const deaf: Model = { name: "deaf", supportsTools: true, respond: never };
    const model = scripted([{ calls: [ask("slow"), ask("quick")] }, "end"]);
    const slow = fromAgent({ name: "slow", description: "Slow.", model: deaf, budget: { maxSeconds: 2 } });
    const quick = fromAgent({ name: "quick", description: "Quick.", model: deaf, budget: { maxSeconds: 1 } });
    const lead = fromAgent({ name: "lead", model, team: [slow, quick] });

    const result = await clock.settle(run(lead, "go", { clock }));

    expect(result.steps.map(({ seconds, error }) => [seconds, error])).toEqual([[0, null], [2, "timeout"], [1, "timeout"], [0, null]]);
    expect(result.seconds).toBe(2);
  });
});

describe("a call that is still queued at the deadline", () => {
  it("never starts, and its turn counts no model call", async () => {
    const clock = virtualClock();
    const deaf: Model = { name: "deaf", supportsTools: true, respond: never };
    const model = scripted([{ calls: [ask("mute"), ask("mute")] }]);
    const mute = fromAgent({ name: "mute", description: "Hangs.", model: deaf });
    const lead = fromAgent({ name: "lead", model, team: [mute] });

    const result = await clock.settle(run(lead, "go", { clock, concurrency: { model: 1 }, budget: { maxSeconds: 3 } }));

    const turns = allSteps(result.steps).filter(({ kind, id }) => kind === "model" && id !== "0#1");
    expect(turns.map(({ error, queuedSeconds, seconds, usage }) => [error, queuedSeconds, seconds, usage.own.modelCalls])).toEqual([
      ["timeout", 0, 3, 1],
      ["timeout", 3, 0, 0],
    ]);
    expect(leftoversOf({ run: result, clock })).toEqual([]);
  });
});

describe("what comes after the deadline", () => {
  it("is no answer, whether a timer has noticed or not", async () => {
    const { clock, at } = handClock();
    const model: Model = { name: "blocking", supportsTools: false, respond: async () => ({ text: `late by ${at(6_000)} ms` }) };
    const agent = fromAgent({ name: "agent", model, budget: { maxSeconds: 5 } });

    const result = await run(agent, "go", { clock });

    expect(result).toMatchObject({ stopReason: "timeout", output: "", error: "timeout", seconds: 6 });
    expect(result.steps.map(({ output, error }) => [output, error])).toEqual([["", "timeout"]]);
  });

  it("is no observation either", async () => {
    const { clock, at } = handClock();
    const model = scripted([{ text: "I look.", calls: [call("block"), call("block")] }, "never said"]);
    const agent = fromAgent({ name: "agent", model, tools: [toolFor("block", () => at(5_000))], budget: { maxSeconds: 5 } });

    const result = await run(agent, "go", { clock });

    expect(result).toMatchObject({ stopReason: "timeout", output: "I look." });
    expect(result.steps.map(({ observation, error }) => [observation, error])).toEqual([["", null], ["", "timeout"], ["", "timeout"]]);
    expect(model.requests.length).toBe(1);
  });

  it("is dropped when it comes much later", async () => {
    const clock = virtualClock();
    const late = <Value>(value: Value) => new Promise<Value>((resolve) => clock.setTimeout(() => resolve(value), 9_000));
    const slow: Model = { name: "slow", supportsTools: true, respond: () => late({ text: "too late" }) };
    const model = scripted([{ calls: [ask("slow"), call("late")] }]);
    const specialist = fromAgent({ name: "slow", description: "Slow.", model: slow });
    const lead = fromAgent({ name: "lead", model, team: [specialist], tools: [toolFor("late", () => late("too late"))] });

    const { handle, engine, events } = watch(lead, "go", { clock, budget: { maxSeconds: 5 } });
    const result = await clock.settle(handle.result);
    const [json, told] = [JSON.stringify(result), events.length];
    await clock.advance(60);

    expect(JSON.stringify(result)).toBe(json);
    expect(events.length).toBe(told);
    expect(leftoversOf({ run: result, engine, events, clock })).toEqual([]);
  });

  it("is not asked for: a reply at the very moment of the deadline comes too late", async () => {
    const clock = virtualClock();
    const agent = fromAgent({ name: "agent", model: scripted([{ text: "just in time?", delaySeconds: 5 }]), budget: { maxSeconds: 5 } });

    const result = await clock.settle(run(agent, "go", { clock }));

    expect([result.stopReason, result.output]).toEqual(["timeout", ""]);
  });
});

describe("instant turns, which leave a timer no room", () => {
  it("notice the deadline before each model call", async () => {
    const { clock, at } = handClock();
    const model = scripted([{ text: "again", calls: [call("note")] }], { repeatLast: true });
    const agent = fromAgent({ name: "agent", model, tools: [toolFor("note", () => "noted")], budget: { maxSeconds: 4, maxSteps: 1_000 } });
    // A second passes after each tool call, when its result has been taken in.
    const onEvent = (event: RunEvent): void => void (event.type === "step.ended" && event.step.kind === "tool" && at(clock.now() + 1_000));

    const result = await run(agent, "go", { clock, onEvent });

    expect(result).toMatchObject({ stopReason: "timeout", output: "again", seconds: 4 });
    expect([model.requests.length, result.steps.length, result.steps.at(-1)?.kind]).toEqual([4, 8, "tool"]);
  });

  it("notice the deadline before each tool call", async () => {
    const { clock, at } = handClock();
    const ran: string[] = [];
    const tools = ["first", "second"].map((name) => toolFor(name, () => ran.push(name)));
    const agent = fromAgent({ name: "agent", model: scripted([{ calls: [call("first"), call("second")] }]), tools, budget: { maxSeconds: 4 } });
    const onEvent = (event: RunEvent): void => void (event.type === "step.ended" && event.step.name === "first" && at(4_000));

    const result = await run(agent, "go", { clock, onEvent });

    expect([result.stopReason, ran]).toEqual(["timeout", ["first"]]);
  });

  it("notice below others that the deadline of an agent above has passed", async () => {
    const { clock, at } = handClock();
    const { lead } = threeLevels({ tools: [toolFor("dig", () => at(5_000))], delaySeconds: 0 });

    const { handle, engine, events } = watch(lead, "go", { clock, budget: { maxSeconds: 5 } });
    const result = await handle.result;
    await untilQuiet();

    expect(result).toMatchObject({ stopReason: "timeout", limit: { name: "maxSeconds", scope: "budget", value: 5 } });
    expect(asLines(result.steps).filter((line) => line.includes("ask_"))).toEqual([
      "0#1.0 ask_middle: timeout, 5 s, timed_out, timeout, maxSeconds 5 of the pool",
      "0/1.0#2.0 ask_digger: timeout, 5 s, timed_out, timeout, maxSeconds 5 of the pool",
    ]);
    expect(leftoversOf({ run: result, engine, events })).toEqual([]);
  });
});

describe("the deadline's timer", () => {
  it.each([
    { title: "completed", model: () => scripted(["done"]), options: {} },
    { title: "max_steps", model: () => scripted([{ calls: [call("note"), call("note")] }]), options: { budget: { maxSteps: 2 } } },
    { title: "error", model: () => scripted([{ error: new Error("down") }]), options: {} },
    { title: "timeout", model: () => scripted([{ text: "late", delaySeconds: 200 }]), options: {} },
    { title: "cancelled", model: () => scripted(["unheard"]), options: { signal: AbortSignal.abort() } },
  ])("is cleared when the run ends with $title", async ({ title, model, options }) => {
    const clock = virtualClock();
    const agent = fromAgent({ name: "agent", model: model(), tools: [toolFor("note", () => "noted")] });

    const result = await clock.settle(run(agent, "go", { clock, ...options }));

    expect([result.stopReason, clock.pending]).toEqual([title, 0]);
  });

  it("is one for every agent whose own ceiling it is, and none for those below", async () => {
    const clock = virtualClock();
    const { lead } = threeLevels({ tools: [toolFor("dig", never)], delaySeconds: 0 });

    const handle = start(lead, "go", { clock });
    await clock.advance(0);

    expect(clock.pending).toBe(1);
    handle.cancel();
    expect(clock.pending).toBe(0);
  });
});

/** A clock that stands still until it is set, and whose timers never fire: an event loop that is blocked. */
function handClock() {
  let now = 0;
  const clock: Clock = { now: () => now, setTimeout: () => null, clearTimeout: () => undefined };
  return { clock, at: (ms: number) => (now = ms) };
}

interface Levels {
  readonly digs?: Model | undefined;
  readonly tools: readonly ReturnType<typeof toolFor>[];
  readonly middleSeconds?: number;
  readonly delaySeconds?: number;
}

/** lead asks middle, middle notes something and asks digger, digger digs; first turns take a second. */
function threeLevels({ digs, tools, middleSeconds, delaySeconds = 1 }: Levels) {
  const model = scripted.byPath({
    "0": [{ text: "I ask.", calls: [ask("middle")], delaySeconds }, "I know."],
    "0/1.0": [{ text: "I look.", calls: [call("note")], delaySeconds }, { calls: [ask("digger")] }, "I saw."],
    "0/1.0/2.0": [{ calls: [call("dig")], delaySeconds }, "I dug."],
  });
  const digger = fromAgent({ name: "digger", description: "Digs.", model: digs ?? model, tools });
  const note = toolFor("note", () => "noted");
  const budget = middleSeconds === undefined ? {} : { budget: { maxSeconds: middleSeconds } };
  const middle = fromAgent({ name: "middle", description: "Asks.", model, tools: [note], team: [digger], ...budget });
  return { lead: fromAgent({ name: "lead", model, team: [middle] }), model };
}
