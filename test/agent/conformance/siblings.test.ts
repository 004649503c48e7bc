import { describe, expect, test } from "vitest";
import { delegate, scripted, type AgentStep, type Run, type ScriptedModel, type ScriptedReply } from "../../../src/index.ts";
import { agent, ask, asks, doing, HUNDRED_TOKENS as instructions, play } from "./cast.ts";

/** Specialists that run side by side and draw on one balance: who finds too little free waits for what is reserved. */

const PRICE = { input: 1, output: 1 }; // a micro-unit of money per token
const spent = (tokens: number) => ({ inputTokens: tokens, outputTokens: 0 });
const scriptOf = (...replies: readonly ScriptedReply[]): ScriptedModel => scripted(replies, { price: PRICE });
const roomsOf = ({ requests }: ScriptedModel): (number | undefined)[] => requests.map(({ maxOutputTokens }) => maxOutputTokens);

/** A lead whose own turns cost nothing and ask for everyone at once. */
function leadOf(
  team: readonly (ReturnType<typeof agent> | ReturnType<typeof delegate>)[],
  budget: { maxTokens?: number; maxCost?: number },
) {
  const names = team.map((member) => ("specialist" in member ? member.specialist.agent.name : member.agent.name));
  const replies = [
    { ...asks(...names.map(ask)), usage: spent(0) },
    { text: "done", usage: spent(0) },
  ];
  return agent("lead", scriptOf(...replies), { team, budget, maxOutputTokens: 1 });
}

const ends = ({ steps }: Run) =>
  steps.flatMap((step) => (step.kind === "agent" ? [`${step.agent} ${step.outcome} ${step.seconds} s`] : []));
const queued = (run: Run, name: string): number | undefined => {
  const delegation = run.steps.find((step): step is AgentStep => step.kind === "agent" && step.agent === name);
  return delegation?.children[0]?.queuedSeconds;
};

describe("siblings that share a ceiling", () => {
  test.each([
    { title: "tokens", budget: { maxTokens: 6000 } },
    { title: "money", budget: { maxCost: 0.006 } },
  ])("both answer in full: the second waits for the first one's reservation of $title, holding no slot", async ({ budget }) => {
    const first = scriptOf({ text: "first", usage: spent(500), delaySeconds: 2 });
    const second = scriptOf({ text: "second", usage: spent(500), delaySeconds: 1 });
    const rest = { instructions, maxOutputTokens: 4000 };

    const run = await play(leadOf([agent("first", first, rest), agent("second", second, rest)], budget), {
      concurrency: { model: 1 },
    });

    expect({
      ends: ends(run),
      rooms: [...roomsOf(first), ...roomsOf(second)],
      waited: [queued(run, "first"), queued(run, "second")],
      stopReason: run.stopReason,
    }).toEqual({
      ends: ["first answered 2 s", "second answered 3 s"],
      rooms: [4000, 4000],
      waited: [0, 2],
      stopReason: "completed",
    });
  });

  test("go on in the order in which they came to wait", async () => {
    const order: string[] = [];
    const names = ["one", "two", "three", "four"];
    const team = names.map((name) =>
      agent(name, scriptOf({ text: name, usage: spent(100), delaySeconds: 1 }), { instructions, maxOutputTokens: 4000 }),
    );

    const run = await play(leadOf(team, { maxTokens: 6000 }), {
      onEvent: ({ type, agent: name }) => {
        if (type === "turn.started" && name !== "lead") order.push(name);
      },
    });

    expect({ order, seconds: run.seconds, outcomes: ends(run) }).toEqual({
      order: names,
      seconds: 4,
      outcomes: ["one answered 1 s", "two answered 2 s", "three answered 3 s", "four answered 4 s"],
    });
  });

  test("get a shorter answer, and in the end none, only when nothing that could return is outstanding", async () => {
    const first = scriptOf({ text: "first", usage: spent(4000), delaySeconds: 1 });
    const second = scriptOf({ text: "second", usage: spent(1900), delaySeconds: 1 });
    const rest = { instructions, maxOutputTokens: 4000 };
    const team = [agent("first", first, rest), agent("second", second, rest), agent("third", scriptOf(), rest)];

    const run = await play(leadOf(team, { maxTokens: 6000 }));

    const third = run.steps[3] as AgentStep;
    expect({
      ends: ends(run),
      rooms: [...roomsOf(first), ...roomsOf(second)],
      third: [third.stopReason, third.limit, third.children],
    }).toEqual({
      ends: ["first answered 1 s", "second answered 2 s", "third partial 2 s"],
      rooms: [4000, 1900],
      third: ["max_tokens", { name: "maxTokens", scope: "pool", value: 6000 }, []],
    });
  });

  test("do not wait for each other for ever when one carved out tokens and the other money", async () => {
    const rest = { instructions, maxOutputTokens: 4000 };
    const first = scriptOf({ text: "first", usage: spent(100), delaySeconds: 1 });
    const second = scriptOf({ text: "second", usage: spent(100), delaySeconds: 1 });
    const team = [
      delegate(agent("first", first, rest), { share: { maxTokens: 5000 } }),
      delegate(agent("second", second, rest), { share: { maxCost: 0.005 } }),
    ];

    const run = await play(leadOf(team, { maxTokens: 6000, maxCost: 0.006 }));

    expect({ ends: ends(run), rooms: [...roomsOf(first), ...roomsOf(second)], stopReason: run.stopReason }).toEqual({
      ends: ["first answered 1 s", "second answered 2 s"],
      rooms: [900, 4000],
      stopReason: "completed",
    });
  });

  test("get back what a sibling had carved out and lost to its deadline", async () => {
    const second = scriptOf({ text: "second", usage: spent(100) });
    const hanging = agent("first", scriptOf({ text: "late", delaySeconds: 9 }), { instructions, budget: { maxSeconds: 1 } });
    const team = [
      delegate(hanging, { share: { maxTokens: 6000 } }),
      agent("second", second, { instructions, maxOutputTokens: 5000 }),
    ];

    const run = await play(leadOf(team, { maxTokens: 10_000 }));

    expect({ ends: ends(run), rooms: roomsOf(second) }).toEqual({
      ends: ["first timed_out 1 s", "second answered 1 s"],
      rooms: [5000],
    });
  });

  test("get back what a sibling had reserved when its time was up, before its parent's next turn does", async () => {
    const second = scriptOf({ text: "second", usage: spent(100), delaySeconds: 1 });
    const hanging = agent("first", scriptOf({ text: "late", delaySeconds: 9 }), {
      instructions,
      maxOutputTokens: 4000,
      budget: { maxSeconds: 1 },
    });

    const run = await play(
      leadOf([hanging, agent("second", second, { instructions, maxOutputTokens: 4000 })], { maxTokens: 6000 }),
    );

    expect({ ends: ends(run), rooms: roomsOf(second) }).toEqual({
      ends: ["first timed_out 1 s", "second answered 2 s"],
      rooms: [4000],
    });
  });

  test("are cut by their deadline also while they wait, without a step", async () => {
    const waiting = scriptOf();
    const slow = agent("first", scriptOf({ text: "slow", usage: spent(100), delaySeconds: 5 }), {
      instructions,
      maxOutputTokens: 4000,
    });
    const team = [slow, agent("second", waiting, { instructions, maxOutputTokens: 4000, budget: { maxSeconds: 2 } })];

    const run = await play(leadOf(team, { maxTokens: 6000 }));

    expect({ ends: ends(run), asked: waiting.requests.length, children: (run.steps[2] as AgentStep).children }).toEqual({
      ends: ["first answered 5 s", "second timed_out 2 s"],
      asked: 0,
      children: [],
    });
  });

  test("that run a tool do not make others give up: what the tool's agent may still return is not lost yet", async () => {
    const nap = doing(
      "nap",
      ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(new Error("awake")))),
      { timeoutSeconds: 3 },
    );
    const first = scriptOf({ ...asks("nap"), usage: spent(100) }, { text: "first", usage: spent(0) });
    const second = scriptOf({ text: "second", usage: spent(100) });
    const team = [
      delegate(agent("first", first, { instructions, tools: [nap], maxOutputTokens: 1000 }), { share: { maxTokens: 5000 } }),
      agent("second", second, { instructions, maxOutputTokens: 4000 }),
    ];

    const run = await play(leadOf(team, { maxTokens: 6000 }));

    expect({ ends: ends(run), rooms: roomsOf(second) }).toEqual({
      ends: ["first answered 3 s", "second answered 3 s"],
      rooms: [4000],
    });
  });
});
