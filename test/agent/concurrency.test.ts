import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fromAgent, run, scripted, tool, type RunEvent, type Run, type ScriptedCall, type ToolContext } from "../../src/index.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { leftoversOf } from "../support/quiet.ts";

const ask = (name: string, goal: string): ScriptedCall => ({ name: `ask_${name}`, arguments: { goal } });
const call = (name: string): ScriptedCall => ({ name, arguments: {} });
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** When each step of the kind began and how long it had waited, by id, in the order in which they began. */
function startsOf(events: readonly RunEvent[], kind: "model" | "tool"): readonly string[] {
  return events.flatMap((event) => (event.type === "step.started" && event.step.kind === kind ? [`${event.step.id} at ${event.step.startedAt / 1000} s`] : []));
}

function toolFor(name: string, execute: (context: ToolContext) => unknown, terms: { timeoutSeconds?: number; exclusive?: boolean } = {}) {
  return tool({ name, description: `The tool ${name}.`, parameters: z.object({}), execute: (_args, context) => execute(context), ...terms });
}

describe("three specialists of 0.2 s each, asked in one turn", () => {
  it.each([
    { title: "with slots enough", model: 8, seconds: 0.2, queued: [0, 0, 0] },
    { title: "with two slots", model: 2, seconds: 0.4, queued: [0, 0, 0.2] },
    { title: "with one slot", model: 1, seconds: 0.6, queued: [0, 0.2, 0.4] },
  ])("take $seconds s $title", async ({ model: slots, seconds, queued }) => {
    const clock = virtualClock();
    const model = scripted.byPath({
      "0": [{ calls: ["a", "b", "c"].map((goal) => ask("worker", goal)) }, "all done"],
      "*": [{ text: "done", delaySeconds: 0.2 }],
    });
    const worker = fromAgent({ name: "worker", description: "Works.", model });
    const lead = fromAgent({ name: "lead", model, team: [worker] });

    const result = await clock.settle(run(lead, "go", { clock, concurrency: { model: slots } }));

    expect(result.seconds).toBe(seconds);
    expect(turnsBelow(result).map(({ queuedSeconds }) => queuedSeconds)).toEqual(queued);
    expect(turnsBelow(result).map((step) => step.seconds)).toEqual([0.2, 0.2, 0.2]);
    expect(leftoversOf({ run: result, clock })).toEqual([]);
  });
});

describe("one model slot", () => {
  it("is enough for three nested levels, because an agent that waits holds none", async () => {
    const clock = virtualClock();
    const { lead } = tower({ delaySeconds: 0.1 });

    const result = await clock.settle(run(lead, "go", { clock, concurrency: { model: 1, tools: 1 } }));

    expect(result.output).toBe("from the top");
    expect(result.seconds).toBe(0.7);
    expect(leftoversOf({ run: result, clock })).toEqual([]);
  });

  it("goes to the deeper agent first, then to the one that has waited longest", async () => {
    const clock = virtualClock();
    const events: RunEvent[] = [];
    const slow = { delaySeconds: 1 };
    const model = scripted.byPath({
      "0": [{ calls: [ask("branch", "first"), ask("leaf", "second"), ask("leaf", "third")] }, "end"],
      "0/1.0": [{ calls: [ask("leaf", "deep"), ask("leaf", "deep too")], ...slow }, { text: "up", ...slow }],
      "*": [{ text: "leaf", ...slow }],
    });
    const leaf = fromAgent({ name: "leaf", description: "Answers.", model });
    const branch = fromAgent({ name: "branch", description: "Asks.", model, team: [leaf] });
    const lead = fromAgent({ name: "lead", model, team: [branch, leaf] });

    await clock.settle(run(lead, "go", { clock, concurrency: { model: 1 }, onEvent: (event) => events.push(event) }));

    expect(startsOf(events, "model")).toEqual([
      "0#1 at 0 s",
      "0/1.0#1 at 0 s",
      "0/1.0/1.0#1 at 1 s",
      "0/1.0/1.1#1 at 2 s",
      "0/1.1#1 at 3 s",
      "0/1.2#1 at 4 s",
      "0/1.0#2 at 5 s",
      "0#2 at 6 s",
    ]);
  });

  it("is free again as soon as the call in it is cut, also when the model goes on", async () => {
    const clock = virtualClock();
    const events: RunEvent[] = [];
    const deaf = { name: "deaf", supportsTools: true, respond: () => new Promise<never>(() => undefined) };
    const model = scripted.byPath({ "0": [{ calls: [ask("mute", "one"), ask("worker", "two")] }, "end"], "*": ["done"] });
    const mute = fromAgent({ name: "mute", description: "Hangs.", model: deaf, budget: { maxSeconds: 0.5 } });
    const worker = fromAgent({ name: "worker", description: "Works.", model });
    const lead = fromAgent({ name: "lead", model, team: [mute, worker] });

    const result = await clock.settle(run(lead, "go", { clock, concurrency: { model: 1 }, onEvent: (event) => events.push(event) }));

    expect(startsOf(events, "model")).toEqual(["0#1 at 0 s", "0/1.0#1 at 0 s", "0/1.1#1 at 0.5 s", "0#2 at 0.5 s"]);
    expect(leftoversOf({ run: result, events, clock })).toEqual([]);
  });
});

describe("a specialist asked several times at once", () => {
  it("begins each time with a history of its own", async () => {
    const clock = virtualClock();
    const model = scripted.byPath({
      "0": [{ calls: ["one", "two", "three"].map((goal) => ask("worker", goal)) }, "end"],
      "*": [{ calls: [call("look")], delaySeconds: 0.1 }, ({ messages }) => `saw ${messages[1]?.content}`],
    });
    const look = toolFor("look", ({ goal }) => `a view of ${goal}`);
    const worker = fromAgent({ name: "worker", description: "Works.", model, tools: [look], instructions: "Work." });
    const lead = fromAgent({ name: "lead", model, team: [worker] });

    await clock.settle(run(lead, "go", { clock }));

    const seen = model.requests.filter(({ path, turn }) => path !== "0" && turn === 2).map(({ path, messages }) => [path, messages.map(({ content }) => content)]);
    expect(Object.fromEntries(seen)).toEqual({
      "0/1.0": ["Work.", "one", "", "a view of one"],
      "0/1.1": ["Work.", "two", "", "a view of two"],
      "0/1.2": ["Work.", "three", "", "a view of three"],
    });
  });

  it("lives at most 64 times, and all of 200 come back in call order", async () => {
    const clock = virtualClock();
    const lives = { now: 0, most: 0 };
    const goals = numbers(200).map((number) => `number ${number}`);
    const model = scripted.byPath({
      "0": [{ calls: goals.map((goal) => ask("worker", goal)) }, "end"],
      // The later it was asked, the sooner it answers.
      "*": [({ messages }) => ({ text: `did ${messages[1]?.content}`, delaySeconds: 100 / (1 + Number(messages[1]?.content.split(" ")[1])) })],
    });
    const worker = fromAgent({ name: "worker", description: "Works.", model });
    const lead = fromAgent({ name: "lead", model, team: [worker], budget: { maxSteps: 300, maxSeconds: 10_000 } });
    const onEvent = ({ type, path }: RunEvent): void => {
      if (path === "0") return;
      if (type === "run.started") lives.now += 1;
      if (type === "run.ended") lives.now -= 1;
      lives.most = Math.max(lives.most, lives.now);
    };

    const result = await clock.settle(run(lead, "go", { clock, onEvent, concurrency: { model: 500 }, pool: { maxAgents: 200, maxSteps: 1000 } }));

    expect(lives).toEqual({ now: 0, most: 64 });
    expect(result.steps.slice(1, -1).map(({ observation }) => observation)).toEqual(goals.map((goal) => `did ${goal}`));
    expect(model.requests.at(-1)?.messages.slice(3).map(({ content }) => content)).toEqual(goals.map((goal) => `did ${goal}`));
    expect(leftoversOf({ run: result, clock })).toEqual([]);
  });
});

describe("tool calls", () => {
  it.each([
    { tools: 1, calls: 3, seconds: 0.6 },
    { tools: 2, calls: 3, seconds: 0.4 },
    { tools: undefined, calls: 16, seconds: 0.2 },
    { tools: undefined, calls: 17, seconds: 0.4 },
  ])("of 0.2 s, $calls in one turn on $tools slots, take $seconds s", async ({ tools, calls, seconds }) => {
    const clock = virtualClock();
    const wait = toolFor("wait", ({ signal }) => waitSeconds(0.2, { clock, signal }));
    const model = scripted([{ calls: numbers(calls).map(() => call("wait")) }, "end"]);
    const agent = fromAgent({ name: "agent", model, tools: [wait], budget: { maxSteps: 40 } });

    const result = await clock.settle(run(agent, "go", { clock, ...(tools === undefined ? {} : { concurrency: { tools } }) }));

    expect(result.seconds).toBe(seconds);
  });

  it("that are exclusive never overlap anywhere in the run, while others run beside them", async () => {
    const clock = virtualClock();
    const { exclusive, plain, most } = countedTools(clock);
    const model = scripted.byPath({
      "0": [{ calls: [call("exclusive"), ask("worker", "one"), ask("worker", "two"), call("exclusive"), call("plain")] }, "end"],
      "*": [{ calls: [call("exclusive"), call("plain")] }, "done"],
    });
    const worker = fromAgent({ name: "worker", description: "Works.", model, tools: [exclusive, plain] });
    const lead = fromAgent({ name: "lead", model, tools: [exclusive, plain], team: [worker] });

    const result = await clock.settle(run(lead, "go", { clock }));

    expect(most).toEqual({ exclusive: 1, plain: 3 });
    expect(result.seconds).toBe(0.4);
  });
});

describe("a tool that goes on after its time limit", () => {
  const settling = (clock: VirtualClock) => () => new Promise<string>((resolve) => clock.setTimeout(() => resolve("late"), 500));

  it("gives up its slot at once, and its step says that it still runs", async () => {
    const clock = virtualClock();
    const events: RunEvent[] = [];
    const endless = toolFor("endless", settling(clock), { timeoutSeconds: 0.1 });
    const next = toolFor("next", () => "here");
    const model = scripted([{ calls: [call("endless"), call("next")] }, "end"]);
    const agent = fromAgent({ name: "agent", model, tools: [endless, next] });

    const result = await clock.settle(run(agent, "go", { clock, concurrency: { tools: 1 }, onEvent: (event) => events.push(event) }));

    expect(startsOf(events, "tool")).toEqual(["0#1.0 at 0 s", "0#1.1 at 0.1 s"]);
    expect(result.steps.map(({ observation, note }) => [observation, note])).toEqual([
      ["", null],
      ["AgentToolError: endless did not finish within 0.1 s", "still running"],
      ["here", null],
      ["", null],
    ]);
    expect(result.seconds).toBe(0.1);
  });

  it("keeps the lock of exclusive tools until it has really settled, but not the slot", async () => {
    const clock = virtualClock();
    const events: RunEvent[] = [];
    const endless = toolFor("endless", settling(clock), { timeoutSeconds: 0.1, exclusive: true });
    const next = toolFor("next", () => "here", { exclusive: true });
    const other = toolFor("other", () => "beside it");
    const model = scripted([{ calls: [call("endless"), call("next"), call("other")] }, "end"]);
    const agent = fromAgent({ name: "agent", model, tools: [endless, next, other] });

    const result = await clock.settle(run(agent, "go", { clock, concurrency: { tools: 1 }, onEvent: (event) => events.push(event) }));

    expect(startsOf(events, "tool")).toEqual(["0#1.0 at 0 s", "0#1.2 at 0.1 s", "0#1.1 at 0.5 s"]);
    expect(result.steps.map(({ queuedSeconds }) => queuedSeconds)).toEqual([0, 0, 0.5, 0.1, 0]);
    expect(result.steps[1]?.note).toBe("still running");
  });

  it("has no say any more: its late result and its late failure are dropped", async () => {
    const clock = virtualClock();
    const late = toolFor("late", settling(clock), { timeoutSeconds: 0.1 });
    const failing = toolFor("failing", () => new Promise((_, reject) => clock.setTimeout(() => reject(new Error("late")), 400)), { timeoutSeconds: 0.1 });
    const model = scripted([{ calls: [call("late"), call("failing")] }, { text: "end", delaySeconds: 2 }]);
    const agent = fromAgent({ name: "agent", model, tools: [late, failing] });

    const result = await clock.settle(run(agent, "go", { clock }));

    expect(result.steps.map(({ observation }) => observation)).toEqual([
      "",
      "AgentToolError: late did not finish within 0.1 s",
      "AgentToolError: failing did not finish within 0.1 s",
      "",
    ]);
    expect(leftoversOf({ run: result, clock })).toEqual([]);
  });
});

function turnsBelow({ steps }: Run) {
  return steps.flatMap((step) => (step.kind === "agent" ? step.children : []));
}

/** Agents that each ask the next one down, four in all; every turn takes `delaySeconds`. */
function tower({ delaySeconds }: { delaySeconds: number }) {
  const model = scripted.byPath({
    "0": [{ calls: [ask("first", "down")], delaySeconds }, { text: "from the top", delaySeconds }],
    "0/1.0": [{ calls: [ask("second", "down")], delaySeconds }, { text: "from the first", delaySeconds }],
    "0/1.0/1.0": [{ calls: [ask("third", "down")], delaySeconds }, { text: "from the second", delaySeconds }],
    "0/1.0/1.0/1.0": [{ text: "from the third", delaySeconds }],
  });
  const third = fromAgent({ name: "third", description: "Answers.", model });
  const second = fromAgent({ name: "second", description: "Asks.", model, team: [third] });
  const first = fromAgent({ name: "first", description: "Asks.", model, team: [second] });
  return { lead: fromAgent({ name: "lead", model, team: [first] }) };
}

/** An exclusive tool and a plain one, of 0.1 s each, and how many of each ran at once. */
function countedTools(clock: VirtualClock) {
  const now = { exclusive: 0, plain: 0 };
  const most = { exclusive: 0, plain: 0 };
  const counted = (name: "exclusive" | "plain") =>
    toolFor(
      name,
      async ({ signal }) => {
        now[name] += 1;
        most[name] = Math.max(most[name], now[name]);
        await waitSeconds(0.1, { clock, signal });
        now[name] -= 1;
      },
      { exclusive: name === "exclusive" },
    );
  return { exclusive: counted("exclusive"), plain: counted("plain"), most };
}
