import { describe, expect, it } from "vitest";
import { fromAgent, scripted, type Clock, type RunEvent } from "../../src/index.ts";
import { succeeded } from "../../src/loops/accept.ts";
import { runUntil } from "../../src/loops/run-until.ts";
import { refine } from "../../src/loops/refine.ts";
import { virtualClock } from "../../src/testing/index.ts";
import { leftoversOf } from "../support/quiet.ts";
import { accepts, agent, calls, draw, GOAL, plays, refined, saidBy, summaryOf, until } from "./cast.ts";

const never = (): Promise<boolean> => new Promise(() => undefined);

describe("a loop that is cancelled", () => {
  it("keeps the rounds, the one under way included, and tells what it was told", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    const worker = agent(plays({ text: "one", delaySeconds: 1 }, { text: "two", delaySeconds: 1 }, "three"));

    const ended = runUntil(worker, GOAL, () => false, { clock, signal });
    await clock.advance(1.5);
    controller.abort("enough");
    const result = await ended;

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "", false, null]],
      ended: "cancelled",
      output: "one",
      error: "cancelled: enough",
      accepted: false,
      stopReason: "cancelled",
    });
    expect(result.finalRun).toMatchObject({ stopReason: "cancelled", seconds: 0.5 });
    expect(leftoversOf({ run: result.run, clock, signal })).toEqual([]);
  });

  it("reaches a predicate through its signal, and does not wait for it", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;
    let told: unknown;
    const hangs = (_run: unknown, context: { readonly signal: AbortSignal }): Promise<boolean> => {
      context.signal.addEventListener("abort", () => (told = context.signal.reason));
      return never();
    };

    const ended = runUntil(agent(plays("one")), GOAL, hangs, { clock, signal });
    await clock.advance(1);
    controller.abort("enough");
    const result = await ended;

    expect(told).toBe("enough");
    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "cancelled", output: "one" });
    expect(leftoversOf({ run: result.run, clock, signal })).toEqual([]);
  });

  it("by its own predicate is cancelled, whatever the predicate says then", async () => {
    const controller = new AbortController();
    const { signal } = controller;

    const result = await until(
      agent(plays("one")),
      () => {
        controller.abort("no more");
        return true;
      },
      { signal },
    );

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "cancelled", accepted: false });
  });

  it("by a predicate that then fails ends nobody's process", async () => {
    const controller = new AbortController();
    const { signal } = controller;

    const result = await until(
      agent(plays("one")),
      () => {
        controller.abort("no more");
        return Promise.reject(new Error("late"));
      },
      { signal },
    );

    expect(result).toMatchObject({ ended: "cancelled", error: "cancelled: no more" });
  });

  it("while the critic reads keeps the draft", async () => {
    const clock = virtualClock();
    const controller = new AbortController();
    const { signal } = controller;

    const ended = refine(agent(plays("one")), agent(plays({ text: "APPROVED", delaySeconds: 9 }), { name: "critic" }), GOAL, { clock, signal });
    await clock.advance(1);
    controller.abort("enough");
    const result = await ended;

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "cancelled", output: "one" });
    expect(leftoversOf({ run: result.run, clock, signal })).toEqual([]);
  });
});

describe("a loop whose time is up", () => {
  it("is told apart from one without rounds: the last of which may end just in time", async () => {
    const slow = (count: number) => agent(plays(...Array.from({ length: count }, () => ({ text: "no", delaySeconds: 1 }))));

    const [rounds, time] = [
      await until(slow(2), () => false, { maxRounds: 2, maxSeconds: 2.5 }),
      await until(slow(3), () => false, { maxRounds: 3, maxSeconds: 2.5 }),
    ];

    expect([rounds, time].map(({ ended, rounds: played }) => [ended, played.length])).toEqual([["out_of_rounds", 2], ["out_of_time", 3]]);
  });

  it("ends a predicate that never settles, at the deadline", async () => {
    const result = await until(agent(plays("one")), never, { maxSeconds: 5 });

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "out_of_time", output: "one", error: "timeout" });
    expect(result.seconds).toBe(5);
  });

  it("takes no verdict that comes after the deadline", async () => {
    const clock = virtualClock();
    const late = () => new Promise<boolean>((resolve) => clock.setTimeout(() => resolve(true), 6_000));

    const ended = runUntil(agent(plays("one")), GOAL, late, { clock, maxSeconds: 5 });
    await clock.advance(10);

    expect(summaryOf(await ended)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "out_of_time", accepted: false });
  });

  it("takes no verdict of a predicate that kept everything waiting until after the deadline", async () => {
    let time = 0;
    const clock: Clock = { now: () => time, setTimeout: () => null, clearTimeout: () => undefined };

    const result = await runUntil(agent(plays("one")), GOAL, () => (time = 6_000) > 0, { clock, maxSeconds: 5 });

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "out_of_time", accepted: false, output: "one" });
  });

  it("has by default what the agents are allowed, in all rounds, and for a predicate 120 s more in each", async () => {
    const worker = agent(plays(), { budget: { maxSeconds: 10 } });
    const critic = agent(plays(), { budget: { maxSeconds: 20 } });
    const options = { maxRounds: 4, signal: AbortSignal.abort() };

    const [judged, reviewed] = [await until(worker, succeeded, options), await refined(worker, critic, options)];

    expect([judged, reviewed].map(({ run }) => run.budget.maxSeconds)).toEqual([4 * 130, 4 * 30]);
  });

  it("still goes on after a worker that used up its own time", async () => {
    const worker = agent(plays({ text: "one", delaySeconds: 30 }, "two"), { budget: { maxSeconds: 10 } });

    const result = await until(worker, succeeded);

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "", false, null], [1, "two", true, null]], ended: "accepted" });
    expect(saidBy(result)[1]).toBe("round 1 was cut short (timeout) and not accepted; round 2 of 3");
  });
});

describe("the pool of a loop", () => {
  it("lets every round run as far as a run of its own could", async () => {
    const looping = scripted([calls("draw", { name: "a", data: "" })], { repeatLast: true });
    const worker = agent(looping, { tools: [draw], budget: { maxSteps: 40 } });

    const result = await until(worker, succeeded, { maxRounds: 20 });

    expect(result.rounds.map(({ run }) => run.steps.length)).toEqual(Array.from({ length: 20 }, () => 40));
    expect(result.run.pool).toMatchObject({ maxSteps: 20 * 400 + 41, maxAgents: 20 * 65, maxToolCalls: null, maxTokens: null });
  });

  it("adds up what worker and critic may do, and the loop's own steps", async () => {
    const worker = agent(plays(), { budget: { maxToolCalls: 2 } });
    const critic = agent(plays(), { name: "critic", budget: { maxSteps: 3, maxToolCalls: 1 } });

    const { run } = await refined(worker, critic, {
      maxRounds: 2,
      signal: AbortSignal.abort(),
      pool: { maxSteps: undefined, maxTokens: 900 },
    });

    expect(run.budget.maxSteps).toBe(9);
    expect(run.pool).toMatchObject({ maxSteps: 2 * (120 + 30) + 9, maxAgents: 2 * 2 * 65, maxToolCalls: 6, maxTokens: 900 });
  });

  it("of the caller's bounds everything together, and ends the loop with the rounds kept", async () => {
    const usage = { inputTokens: 400, outputTokens: 100 };
    const worker = agent(plays({ text: "one", usage }, { text: "two", usage }, { text: "three", usage }), { maxOutputTokens: 100 });

    const result = await until(worker, () => false, { pool: { maxTokens: 1_100 } });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "two", false, null], [2, "", false, null]],
      ended: "out_of_budget",
      output: "two",
      error: "the pool is used up: max_tokens (maxTokens 1100)",
      accepted: false,
      stopReason: "max_tokens",
    });
    expect(result.run.usage.subtree).toMatchObject({ inputTokens: 800, outputTokens: 200 });
  });

  it("is not used up by the loop's own turns, however long the drafts: the last one is judged with a few tokens left", async () => {
    const usage = { inputTokens: 400, outputTokens: 100 };
    const long = "a long draft ".repeat(10_000);
    const worker = agent(plays({ text: long, usage }), { maxOutputTokens: 100 });

    const result = await until(worker, succeeded, { pool: { maxTokens: 750 } });

    expect(result).toMatchObject({ ended: "accepted", output: long });
    expect(result.run.usage.own).toMatchObject({ modelCalls: 2, inputTokens: 0, outputTokens: 0, delegations: 1 });
  });

  it("may be of money, which the loop itself costs none of", async () => {
    const price = { input: 1, output: 1 };
    const usage = { inputTokens: 500_000, outputTokens: 0 };
    const model = scripted([{ text: "one", usage }, { text: "two", usage }, { text: "three", usage }], { price });

    const result = await until(fromAgent({ name: "writer", model, maxOutputTokens: 10 }), () => false, { pool: { maxCost: 1 }, maxRounds: 5 });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "two", false, null], [2, "", false, null]],
      ended: "out_of_budget",
      output: "two",
      error: "the pool is used up: max_cost (maxCost 1)",
      accepted: false,
      stopReason: "error",
    });
    expect(result.run.usage).toMatchObject({ own: { cost: 0 }, subtree: { cost: 1 } });
  });

  it("that the critic comes to the end of ends the loop as well, and the draft stands", async () => {
    const usage = { inputTokens: 400, outputTokens: 100 };
    const worker = agent(plays({ text: "one", usage }), { maxOutputTokens: 100 });

    const result = await refined(worker, agent(plays("APPROVED"), { name: "critic" }), { pool: { maxTokens: 650 } });

    expect(summaryOf(result)).toMatchObject({ rounds: [[0, "one", false, null]], ended: "out_of_budget", output: "one" });
    expect(result.error).toBe("the pool is used up: max_tokens (maxTokens 650)");
  });

  it("may leave a cut run that is accepted all the same", async () => {
    const usage = { inputTokens: 400, outputTokens: 100 };
    const worker = agent(plays({ text: "half", calls: [{ name: "draw", arguments: { name: "a", data: "" } }], usage }), { maxOutputTokens: 100, tools: [draw] });

    const result = await until(worker, accepts("half"), { pool: { maxTokens: 650 } });

    expect(result).toMatchObject({ ended: "accepted", output: "half", finalRun: { stopReason: "max_tokens" } });
  });

  it("of agents, when it is used up, ends the loop with the reason", async () => {
    const result = await until(agent(plays("one", "two")), () => false, { pool: { maxAgents: 2 } });

    expect(summaryOf(result)).toEqual({
      rounds: [[0, "one", false, null], [1, "two", false, null]],
      ended: "failed",
      output: "two",
      error: "LoopError: the delegation was not started: AgentToolError: delegation refused: already 2 specialists started in this run (max 2). Answer with what you have.",
      accepted: false,
      stopReason: "error",
    });
  });
});

describe("the depth of a loop", () => {
  it.each([
    [0, "AgentToolError: delegation refused: already 1 levels deep (max 1). Answer with what you have."],
    [1, "advice"],
  ])("is counted from the worker: with maxDepth %i its specialist says %j", async (maxDepth, observation) => {
    const advisor = agent(plays("advice"), { name: "advisor", description: "Advises." });
    const worker = agent(plays(calls("ask_advisor", { goal: "Help." }), "done"), { team: [advisor] });

    const { rounds } = await until(worker, succeeded, { maxDepth });

    expect(rounds[0]?.run.steps[1]?.observation).toBe(observation);
  });

  it("takes no notice of what a worker is called: the loop's own name is no cycle", async () => {
    expect(await until(agent(plays("one"), { name: "run_until_loop" }), succeeded)).toMatchObject({ ended: "accepted", output: "one" });
  });

  it("takes no notice of what a specialist is called, either", async () => {
    const advisor = agent(plays("advice"), { name: "loop", description: "Advises." });
    const worker = agent(plays(calls("ask_loop", { goal: "Help." }), "done"), { team: [advisor] });

    const { rounds } = await until(worker, succeeded);

    expect(rounds[0]?.run.steps[1]?.observation).toBe("advice");
  });
});

describe("an observer of a loop", () => {
  it("is told of everything in it as of one run", async () => {
    const events: RunEvent[] = [];
    const clock = virtualClock();

    const { run } = await until(agent(plays("one", "two")), accepts("two"), { clock, onEvent: (event) => void events.push(event) });

    expect(leftoversOf({ run, events, clock })).toEqual([]);
    expect(events.filter(({ type }) => type === "run.started").map(({ path, agent: name }) => [path, name])).toEqual([
      ["0", "run_until_loop"],
      ["0/1.0", "writer"],
      ["0/2.0", "writer"],
    ]);
  });
});
