import { describe, expect, test } from "vitest";
import { delegate, scripted, type AgentStep, type Run } from "../../../src/index.ts";
import { agent, ask, asks, echo, HUNDRED_TOKENS as instructions, play, type PlayOptions } from "./cast.ts";
import { outline } from "./outline.ts";

/** Who is stopped for tokens or money, when, and by whose ceiling. */

type Definition = NonNullable<Parameters<typeof agent>[2]>;

const PRICE = { input: 2, output: 10 }; // micro-units of money per token

describe("a call that turns out larger than its reservation", () => {
  const large = { inputTokens: 100, outputTokens: 901 };
  const rows: readonly (readonly [
    title: string,
    budget: Definition["budget"],
    expected: { reason: string; limit: Run["limit"] },
  ])[] = [
    ["tokens", { maxTokens: 1000 }, { reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 1000 } }],
    ["money", { maxCost: 0.0092 }, { reason: "max_cost", limit: { name: "maxCost", scope: "budget", value: 0.0092 } }],
    [
      "tokens, before all of them are used up",
      { maxTokens: 100_000 },
      { reason: "max_tokens", limit: { name: "maxTokens", scope: "budget", value: 100_000 } },
    ],
  ];
  test.each(rows)("is booked in full and stops the agent: %s", async (_title, budget, { reason, limit }) => {
    const model = scripted([{ text: "so far", ...asks("echo"), usage: large }], { price: PRICE });

    const run = await play(
      agent("plain", model, { instructions: "x", tools: [echo], maxOutputTokens: 800, ...(budget ? { budget } : {}) }),
    );

    expect({
      steps: outline(run),
      stopReason: run.stopReason,
      limit: run.limit,
      output: run.output,
      tokens: run.budget.spent.tokens,
    }).toEqual({
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

    const run = await play(
      agent("plain", model, { instructions, tools: [echo], maxOutputTokens: 100, budget: { maxTokens: 10_000, maxCost: 1 } }),
    );

    expect({ stopReason: run.stopReason, limit: run.limit }).toEqual({
      stopReason: "max_cost",
      limit: { name: "maxCost", scope: "budget", value: 1 },
    });
  });

  test("that was an answer is an answer", async () => {
    const { stopReason, output, budget } = await play(
      agent("plain", [{ text: "the answer", usage: large }], { maxOutputTokens: 10, budget: { maxTokens: 500 } }),
    );

    expect({ stopReason, output, tokens: budget.spent.tokens }).toEqual({
      stopReason: "completed",
      output: "the answer",
      tokens: 1001,
    });
  });

  test("in a specialist takes from its parent what the grant did not cover, and no more than that", async () => {
    const child = agent("child", [{ text: "long", usage: large }]);
    const model = scripted([
      { ...asks(ask("child")), usage: { inputTokens: 0, outputTokens: 0 } },
      { text: "done", usage: { inputTokens: 0, outputTokens: 0 } },
    ]);

    const run = await play(
      agent("lead", model, { team: [delegate(child, { share: { maxTokens: 500 } })], budget: { maxTokens: 5000 } }),
    );

    const { spent, refunded } = run.ledger.findLast(({ path, resource }) => path === "0" && resource === "tokens")!;
    expect({ spent, refunded }).toEqual({ spent: 1001, refunded: 3999 });
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
  const busy = (rest: Definition = {}) =>
    agent("child", Array(9).fill({ ...asks("echo"), usage: thousand }), {
      tools: [echo],
      instructions: "x".repeat(3990),
      maxOutputTokens: 200,
      ...rest,
    });

  interface Row {
    readonly title: string;
    readonly child?: Definition;
    readonly terms?: Parameters<typeof delegate>[1];
    readonly lead?: Definition["budget"];
    readonly options?: PlayOptions;
    readonly limit: Run["limit"];
  }
  const rows: readonly Row[] = [
    {
      title: "its own",
      child: { budget: { maxTokens: 2500 } },
      lead: { maxTokens: 9000 },
      limit: { name: "maxTokens", scope: "budget", value: 2500 },
    },
    {
      title: "its share",
      terms: { share: { maxTokens: 2500 } },
      lead: { maxTokens: 9000 },
      limit: { name: "maxTokens", scope: "share", value: 2500 },
    },
    {
      title: "its own within a larger share",
      child: { budget: { maxTokens: 2500 } },
      terms: { share: { maxTokens: 5000 } },
      lead: { maxTokens: 9000 },
      limit: { name: "maxTokens", scope: "budget", value: 2500 },
    },
    {
      title: "the pool, which is its root's own",
      lead: { maxTokens: 3000 },
      limit: { name: "maxTokens", scope: "pool", value: 3000 },
    },
    {
      title: "the pool of the options",
      options: { pool: { maxTokens: 3000 } },
      limit: { name: "maxTokens", scope: "pool", value: 3000 },
    },
    {
      title: "the lower of the root's own and the pool",
      lead: { maxTokens: 9000 },
      options: { pool: { maxTokens: 3000 } },
      limit: { name: "maxTokens", scope: "pool", value: 3000 },
    },
  ];
  test.each(rows)("is named: $title", async ({ child = {}, terms = {}, lead, options = {}, limit }) => {
    const zero = { inputTokens: 0, outputTokens: 0 };
    const model = scripted([
      { ...asks(ask("child")), usage: zero },
      { text: "done", usage: zero },
    ]);

    const run = await play(
      agent("lead", model, { team: [delegate(busy(child), terms)], ...(lead ? { budget: lead } : {}) }),
      options,
    );

    const { stopReason, limit: cutBy, outcome } = run.steps[1] as AgentStep;
    expect({ stopReason, cutBy, outcome }).toEqual({ stopReason: "max_tokens", cutBy: limit, outcome: "partial" });
  });

  test("is the root's own for the root, and the pool's when that is lower", async () => {
    const runs = await Promise.all([
      play(busy({ budget: { maxTokens: 2500 } })),
      play(busy({ budget: { maxTokens: 2500 } }), { pool: { maxTokens: 1500 } }),
    ]);

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

    const { limit } = await play(
      agent("plain", model, { instructions: "", maxOutputTokens: 40_000, budget: { maxCost } }),
      options,
    );

    expect(limit).toEqual({ name: "maxCost", scope, value: 0.333333 });
  });

  test("counts everyone below it: a root of 3 000 tokens is cut by what its specialist spent", async () => {
    const child = agent("child", [{ text: "found", usage: { inputTokens: 2900, outputTokens: 0 } }], { maxOutputTokens: 2900 });
    const model = scripted([{ ...asks(ask("child")), usage: { inputTokens: 0, outputTokens: 0 } }]);

    const run = await play(agent("lead", model, { instructions, team: [child], budget: { maxTokens: 3000 } }));

    expect({
      stopReason: run.stopReason,
      limit: run.limit,
      spent: run.budget.spent.tokens,
      own: run.usage.own.inputTokens,
    }).toEqual({
      stopReason: "max_tokens",
      limit: { name: "maxTokens", scope: "budget", value: 3000 },
      spent: 2900,
      own: 0,
    });
  });
});
