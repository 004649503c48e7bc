import { describe, expect, test } from "vitest";
import { delegate, ModelError, scripted, type AgentStep, type Run, type ScriptedModel, type ScriptedReply } from "../../../src/index.ts";
import { agent, asks, echo, play, type PlayOptions } from "./cast.ts";
import { outline } from "./outline.ts";

/** Tokens and money: set aside before a model call, settled with the real figures after it. */

type Definition = NonNullable<Parameters<typeof agent>[2]>;

const PRICE = { input: 2, output: 10 }; // micro-units of money per token
const instructions = "x".repeat(394); // with the goal `Do it.` the first prompt has 400 characters: 100 tokens
const ask = (name: string) => [`ask_${name}`, { goal: "Do it." }] as const;
const rooms = ({ requests }: ScriptedModel): (number | undefined)[] => requests.map(({ maxOutputTokens }) => maxOutputTokens);

/** Every standing of one resource of the run's account: granted, reserved, spent. */
function standings({ ledger }: Run, resource: string): string[] {
  return ledger.filter((entry) => entry.path === "0" && entry.resource === resource).map(({ reserved, spent, refunded }) => `${reserved} reserved, ${spent} spent, ${refunded} refunded`);
}

describe("a reservation", () => {
  test("is the prompt at four characters a token, rounded up, and the whole output limit; the rest is freed", async () => {
    const reply = { text: "yes", usage: { inputTokens: 90, outputTokens: 30 } };

    const run = await play(agent("plain", scripted([reply], { price: PRICE }), { instructions: `${instructions}y`, maxOutputTokens: 500, budget: { maxTokens: 10_000, maxCost: 1 } }));

    expect([standings(run, "tokens"), standings(run, "cost")]).toEqual([
      ["0 reserved, 0 spent, 0 refunded", "601 reserved, 0 spent, 0 refunded", "0 reserved, 120 spent, 0 refunded", "0 reserved, 120 spent, 9880 refunded"],
      ["0 reserved, 0 spent, 0 refunded", "5202 reserved, 0 spent, 0 refunded", "0 reserved, 480 spent, 0 refunded", "0 reserved, 480 spent, 999520 refunded"],
    ]);
    expect({ tokens: run.budget.spent.tokens, cost: run.budget.spent.cost, usage: run.usage.own.cost }).toEqual({ tokens: 120, cost: 0.00048, usage: 0.00048 });
  });

  test("counts the tools that are offered into the prompt", async () => {
    const model = scripted(["yes"]);
    const run = await play(agent("plain", model, { instructions, tools: [echo], maxOutputTokens: 1, budget: { maxTokens: 10_000 } }));

    const tools = JSON.stringify(model.requests[0]?.tools).length;
    expect(standings(run, "tokens")[1]).toBe(`${Math.ceil((400 + tools) / 4) + 1} reserved, 0 spent, 0 refunded`);
  });

  test("is 4096 tokens of output by default, whatever a script says", async () => {
    const model = scripted(["yes"]);

    await play(agent("plain", model));

    expect(rooms(model)).toEqual([4096]);
  });

  test.each([
    { title: "tokens", budget: { maxTokens: 350 }, room: 250 },
    { title: "money", budget: { maxCost: 0.0012 }, room: 100 },
    { title: "both, the tighter one", budget: { maxTokens: 350, maxCost: 0.0012 }, room: 100 },
    { title: "a single token", budget: { maxTokens: 101 }, room: 1 },
  ])("leaves as much output as is free, when nothing can come back: $title", async ({ budget, room }) => {
    const model = scripted([{ text: "y", usage: { inputTokens: 100, outputTokens: 1 } }], { price: PRICE });

    const { stopReason } = await play(agent("plain", model, { instructions, budget }));

    expect({ rooms: rooms(model), stopReason }).toEqual({ rooms: [room], stopReason: "completed" });
  });

  test.each([
    { budget: { maxTokens: 100 }, reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 100 } },
    { budget: { maxCost: 0.000205 }, reason: "max_cost", limit: { name: "maxCost", scope: "budget", value: 0.000205 } },
    { budget: { maxTokens: 100, maxCost: 0.000205 }, reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 100 } },
  ])("stops the agent where not one token of output is left: $budget", async ({ budget, reason, limit }) => {
    const run = await play(agent("plain", scripted([], { price: PRICE }), { instructions, budget }));

    expect({ steps: run.steps, stopReason: run.stopReason, limit: run.limit, output: run.output }).toEqual({ steps: [], stopReason: reason, limit, output: "" });
  });
});

describe("what a model call is charged", () => {
  const charged: readonly (readonly [title: string, reply: ScriptedReply, tokens: { input: number; output: number; estimated: number }])[] = [
    ["what it reports", { text: "yes", usage: { inputTokens: 7, outputTokens: 3 } }, { input: 7, output: 3, estimated: 0 }],
    ["the estimate, when it reports none", "twelve chars", { input: 100, output: 3, estimated: 103 }],
    ["nothing, when it reports nothing used", { text: "yes", usage: { inputTokens: 0, outputTokens: 0 } }, { input: 0, output: 0, estimated: 0 }],
    ["what its failure reports", { error: new ModelError("down", { usage: { inputTokens: 40, outputTokens: 2 } }) }, { input: 40, output: 2, estimated: 0 }],
    ["its prompt, when it fails without a report", { error: new ModelError("down") }, { input: 100, output: 0, estimated: 100 }],
  ];
  test.each(charged)("%s", async (_title, reply, { input, output, estimated }) => {
    const run = await play(agent("plain", [reply], { instructions, budget: { maxTokens: 10_000 } }));

    const step = run.steps[0];
    expect({ used: run.usage.own, estimated: step?.kind === "model" && step.estimated, spent: run.budget.spent.tokens, account: standings(run, "tokens").at(-1) }).toMatchObject({
      used: { modelCalls: 1, inputTokens: input, outputTokens: output, cost: null },
      estimated,
      spent: input + output,
      account: `0 reserved, ${input + output} spent, ${10_000 - input - output} refunded`,
    });
  });

  test("its prompt, when the deadline ends it", async () => {
    const run = await play(agent("plain", [{ text: "late", delaySeconds: 9 }], { instructions, budget: { maxTokens: 10_000, maxSeconds: 1 } }));

    expect({ used: run.usage.own, stopReason: run.stopReason }).toMatchObject({ used: { modelCalls: 1, inputTokens: 100, outputTokens: 0 }, stopReason: "timeout" });
  });

  test("nothing, when it was still queued as the deadline came", async () => {
    const team = ["first", "second"].map((name) => agent(name, [{ text: "late", delaySeconds: 9 }], { instructions }));
    const model = scripted([{ ...asks(ask("first"), ask("second")), usage: { inputTokens: 0, outputTokens: 0 } }]);

    const run = await play(agent("lead", model, { team, budget: { maxTokens: 10_000, maxSeconds: 1 } }), { concurrency: { model: 1 } });

    const used = run.steps.flatMap((step) => (step.kind === "agent" ? [[step.agent, step.outcome, step.usage.own.modelCalls, step.usage.own.inputTokens]] : []));
    expect({ used, spent: standings(run, "tokens").at(-1) }).toEqual({
      used: [
        ["first", "timed_out", 1, 100],
        ["second", "timed_out", 0, 0],
      ],
      spent: "0 reserved, 100 spent, 9900 refunded",
    });
  });

  test("cached tokens at their own price", async () => {
    const price = { input: 2, cached: 0.5, output: 10 };
    const usage = { inputTokens: 100, outputTokens: 3, cachedTokens: 40, reasoningTokens: 2 };

    const run = await play(agent("plain", scripted([{ text: "yes", usage }], { price })));

    expect(run.usage.own).toEqual({ modelCalls: 1, toolCalls: 0, delegations: 0, ...usage, cost: 0.00017 });
  });
});

describe("a call that turns out larger than its reservation", () => {
  const large = { inputTokens: 100, outputTokens: 901 };
  const rows: readonly (readonly [title: string, budget: Definition["budget"], expected: { reason: string; limit: Run["limit"] }])[] = [
    ["tokens", { maxTokens: 1000 }, { reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 1000 } }],
    ["money", { maxCost: 0.0092 }, { reason: "max_cost", limit: { name: "maxCost", scope: "budget", value: 0.0092 } }],
    ["tokens, before all of them are used up", { maxTokens: 100_000 }, { reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 100_000 } }],
  ];
  test.each(rows)("is booked in full and stops the agent: %s", async (_title, budget, { reason, limit }) => {
    const model = scripted([{ text: "so far", ...asks("echo"), usage: large }], { price: PRICE });

    const run = await play(agent("plain", model, { instructions: "x", tools: [echo], maxOutputTokens: 800, ...(budget ? { budget } : {}) }));

    expect({ steps: outline(run), stopReason: run.stopReason, limit: run.limit, output: run.output, tokens: run.budget.spent.tokens }).toEqual({
      steps: [`chat "so far" -> nothing; not run: echo (${reason})`],
      stopReason: reason,
      limit,
      output: "so far",
      tokens: 1001,
    });
  });

  test("stops the agent for money when only the money was more than was set aside", async () => {
    const usage = { inputTokens: 1, outputTokens: 150 };
    const model = scripted([{ text: "so far", ...asks("echo"), usage }], { price: PRICE });

    const run = await play(agent("plain", model, { instructions, tools: [echo], maxOutputTokens: 100, budget: { maxTokens: 10_000, maxCost: 1 } }));

    expect({ stopReason: run.stopReason, limit: run.limit }).toEqual({ stopReason: "max_cost", limit: { name: "maxCost", scope: "budget", value: 1 } });
  });

  test("that was an answer is an answer", async () => {
    const { stopReason, output, budget } = await play(agent("plain", [{ text: "the answer", usage: large }], { maxOutputTokens: 10, budget: { maxTokens: 500 } }));

    expect({ stopReason, output, tokens: budget.spent.tokens }).toEqual({ stopReason: "completed", output: "the answer", tokens: 1001 });
  });

  test("in a specialist takes from its parent what the grant did not cover, and no more than that", async () => {
    const child = agent("child", [{ text: "long", usage: large }]);
    const model = scripted([{ ...asks(ask("child")), usage: { inputTokens: 0, outputTokens: 0 } }, { text: "done", usage: { inputTokens: 0, outputTokens: 0 } }]);

    const run = await play(agent("lead", model, { team: [delegate(child, { share: { maxTokens: 500 } })], budget: { maxTokens: 5000 } }));

    expect(standings(run, "tokens").at(-1)).toBe("0 reserved, 1001 spent, 3999 refunded");
    expect(run.stopReason).toBe("completed");
  });
});

describe("an agent that has used up several ceilings at once", () => {
  const usage = { inputTokens: 100, outputTokens: 600 };
  test.each([
    { budget: { maxSteps: 2, maxTokens: 700, maxCost: 0.0062 }, reason: "max_steps" },
    { budget: { maxTokens: 700, maxCost: 0.0062 }, reason: "max_tokens" },
    { budget: { maxCost: 0.0062 }, reason: "max_cost" },
  ])("is stopped by the first of steps, tokens and cost: $reason", async ({ budget, reason }) => {
    const model = scripted([{ ...asks("ghost"), usage }], { price: PRICE });

    const { stopReason, totalSteps } = await play(agent("plain", model, { instructions, budget, maxOutputTokens: 600 }));

    expect({ stopReason, totalSteps }).toEqual({ stopReason: reason, totalSteps: 2 });
  });
});

describe("the ceiling that cut an agent for its tokens", () => {
  const thousand = { inputTokens: 1000, outputTokens: 0 };
  const busy = (rest: Definition = {}) => agent("child", Array(9).fill({ ...asks("echo"), usage: thousand }), { tools: [echo], instructions: "x".repeat(3990), maxOutputTokens: 200, ...rest });

  interface Row {
    readonly title: string;
    readonly child?: Definition;
    readonly terms?: Parameters<typeof delegate>[1];
    readonly lead?: Definition["budget"];
    readonly options?: PlayOptions;
    readonly limit: Run["limit"];
  }
  const rows: readonly Row[] = [
    { title: "its own", child: { budget: { maxTokens: 2500 } }, lead: { maxTokens: 9000 }, limit: { name: "maxTokens", scope: "budget", value: 2500 } },
    { title: "its share", terms: { share: { maxTokens: 2500 } }, lead: { maxTokens: 9000 }, limit: { name: "maxTokens", scope: "share", value: 2500 } },
    { title: "its own within a larger share", child: { budget: { maxTokens: 2500 } }, terms: { share: { maxTokens: 5000 } }, lead: { maxTokens: 9000 }, limit: { name: "maxTokens", scope: "budget", value: 2500 } },
    { title: "the pool, which is its root's own", lead: { maxTokens: 3000 }, limit: { name: "maxTokens", scope: "pool", value: 3000 } },
    { title: "the pool of the options", options: { pool: { maxTokens: 3000 } }, limit: { name: "maxTokens", scope: "pool", value: 3000 } },
    { title: "the lower of the root's own and the pool", lead: { maxTokens: 9000 }, options: { pool: { maxTokens: 3000 } }, limit: { name: "maxTokens", scope: "pool", value: 3000 } },
  ];
  test.each(rows)("is named: $title", async ({ child = {}, terms = {}, lead, options = {}, limit }) => {
    const zero = { inputTokens: 0, outputTokens: 0 };
    const model = scripted([{ ...asks(ask("child")), usage: zero }, { text: "done", usage: zero }]);

    const run = await play(agent("lead", model, { team: [delegate(busy(child), terms)], ...(lead ? { budget: lead } : {}) }), options);

    const { stopReason, limit: cutBy, outcome } = run.steps[1] as AgentStep;
    expect({ stopReason, cutBy, outcome }).toEqual({ stopReason: "max_tokens", cutBy: limit, outcome: "partial" });
  });

  test("is the root's own for the root, and the pool's when that is lower", async () => {
    const runs = await Promise.all([play(busy({ budget: { maxTokens: 2500 } })), play(busy({ budget: { maxTokens: 2500 } }), { pool: { maxTokens: 1500 } })]);

    expect(runs.map(({ limit }) => limit)).toEqual([
      { name: "maxTokens", scope: "budget", value: 2500 },
      { name: "maxTokens", scope: "pool", value: 1500 },
    ]);
  });

  test.each([
    { title: "a definition", maxCost: 1 / 3, options: {}, scope: "budget" },
    { title: "the pool", maxCost: 1, options: { pool: { maxCost: 1 / 3 } }, scope: "pool" },
  ])("is found also for money that is no whole number of micro-units: $title", async ({ maxCost, options, scope }) => {
    const model = scripted([{ ...asks("ghost"), usage: { inputTokens: 0, outputTokens: 33_333 } }], { price: PRICE });

    const { limit } = await play(agent("plain", model, { instructions: "", maxOutputTokens: 40_000, budget: { maxCost } }), options);

    expect(limit).toEqual({ name: "maxCost", scope, value: 0.333333 });
  });

  test("counts everyone below it: a root of 3 000 tokens is cut by what its specialist spent", async () => {
    const child = agent("child", [{ text: "found", usage: { inputTokens: 2900, outputTokens: 0 } }], { maxOutputTokens: 2900 });
    const model = scripted([{ ...asks(ask("child")), usage: { inputTokens: 0, outputTokens: 0 } }]);

    const run = await play(agent("lead", model, { instructions, team: [child], budget: { maxTokens: 3000 } }));

    expect({ stopReason: run.stopReason, limit: run.limit, spent: run.budget.spent.tokens, own: run.usage.own.inputTokens }).toEqual({
      stopReason: "max_tokens",
      limit: { name: "maxTokens", scope: "budget", value: 3000 },
      spent: 2900,
      own: 0,
    });
  });
});
