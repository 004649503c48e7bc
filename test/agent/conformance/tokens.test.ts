import { describe, expect, test } from "vitest";
import { ModelError, scripted, type Run, type ScriptedModel, type ScriptedReply } from "../../../src/index.ts";
import { agent, ask, asks, echo, HUNDRED_TOKENS as instructions, play } from "./cast.ts";

/** Tokens and money: set aside before a model call, settled with the real figures after it. */

const PRICE = { input: 2, output: 10 }; // micro-units of money per token
const rooms = ({ requests }: ScriptedModel): (number | undefined)[] => requests.map(({ maxOutputTokens }) => maxOutputTokens);

/** Every standing of one resource of the run's account: granted, reserved, spent. */
function standings({ ledger }: Run, resource: string): string[] {
  return ledger
    .filter((entry) => entry.path === "0" && entry.resource === resource)
    .map(({ reserved, spent, refunded }) => `${reserved} reserved, ${spent} spent, ${refunded} refunded`);
}

describe("a reservation", () => {
  test("is the prompt at four characters a token, rounded up, and the whole output limit; the rest is freed", async () => {
    const reply = { text: "yes", usage: { inputTokens: 90, outputTokens: 30 } };

    const run = await play(
      agent("plain", scripted([reply], { price: PRICE }), {
        instructions: `${instructions}y`,
        maxOutputTokens: 500,
        budget: { maxTokens: 10_000, maxCost: 1 },
      }),
    );

    expect([standings(run, "tokens"), standings(run, "cost")]).toEqual([
      [
        "0 reserved, 0 spent, 0 refunded",
        "601 reserved, 0 spent, 0 refunded",
        "0 reserved, 120 spent, 0 refunded",
        "0 reserved, 120 spent, 9880 refunded",
      ],
      [
        "0 reserved, 0 spent, 0 refunded",
        "5202 reserved, 0 spent, 0 refunded",
        "0 reserved, 480 spent, 0 refunded",
        "0 reserved, 480 spent, 999520 refunded",
      ],
    ]);
    expect({ tokens: run.budget.spent.tokens, cost: run.budget.spent.cost, usage: run.usage.own.cost }).toEqual({
      tokens: 120,
      cost: 0.00048,
      usage: 0.00048,
    });
  });

  test("counts the tools that are offered into the prompt", async () => {
    const model = scripted(["yes"]);
    const run = await play(
      agent("plain", model, { instructions, tools: [echo], maxOutputTokens: 1, budget: { maxTokens: 10_000 } }),
    );

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
    {
      budget: { maxTokens: 100, maxCost: 0.000205 },
      reason: "max_tokens",
      limit: { name: "maxTokens", scope: "budget", value: 100 },
    },
  ])("stops the agent where not one token of output is left: $budget", async ({ budget, reason, limit }) => {
    const run = await play(agent("plain", scripted([], { price: PRICE }), { instructions, budget }));

    expect({ steps: run.steps, stopReason: run.stopReason, limit: run.limit, output: run.output }).toEqual({
      steps: [],
      stopReason: reason,
      limit,
      output: "",
    });
  });
});

describe("what a model call is charged", () => {
  const charged: readonly (readonly [
    title: string,
    reply: ScriptedReply,
    tokens: { input: number; output: number; estimated: number },
  ])[] = [
    ["what it reports", { text: "yes", usage: { inputTokens: 7, outputTokens: 3 } }, { input: 7, output: 3, estimated: 0 }],
    ["the estimate, when it reports none", "twelve chars", { input: 100, output: 3, estimated: 103 }],
    [
      "nothing, when it reports nothing used",
      { text: "yes", usage: { inputTokens: 0, outputTokens: 0 } },
      { input: 0, output: 0, estimated: 0 },
    ],
    [
      "what its failure reports",
      { error: new ModelError("down", { usage: { inputTokens: 40, outputTokens: 2 } }) },
      { input: 40, output: 2, estimated: 0 },
    ],
    ["its prompt, when it fails without a report", { error: new ModelError("down") }, { input: 100, output: 0, estimated: 100 }],
  ];
  test.each(charged)("%s", async (_title, reply, { input, output, estimated }) => {
    const run = await play(agent("plain", [reply], { instructions, budget: { maxTokens: 10_000 } }));

    const step = run.steps[0];
    expect({
      used: run.usage.own,
      estimated: step?.kind === "model" && step.estimated,
      spent: run.budget.spent.tokens,
      account: standings(run, "tokens").at(-1),
    }).toMatchObject({
      used: { modelCalls: 1, inputTokens: input, outputTokens: output, cost: null },
      estimated,
      spent: input + output,
      account: `0 reserved, ${input + output} spent, ${10_000 - input - output} refunded`,
    });
  });

  test("its prompt, when the deadline ends it", async () => {
    const run = await play(
      agent("plain", [{ text: "late", delaySeconds: 9 }], { instructions, budget: { maxTokens: 10_000, maxSeconds: 1 } }),
    );

    expect({ used: run.usage.own, stopReason: run.stopReason }).toMatchObject({
      used: { modelCalls: 1, inputTokens: 100, outputTokens: 0 },
      stopReason: "timeout",
    });
  });

  test("nothing, when it was still queued as the deadline came", async () => {
    const team = ["first", "second"].map((name) => agent(name, [{ text: "late", delaySeconds: 9 }], { instructions }));
    const model = scripted([{ ...asks(ask("first"), ask("second")), usage: { inputTokens: 0, outputTokens: 0 } }]);

    const run = await play(agent("lead", model, { team, budget: { maxTokens: 10_000, maxSeconds: 1 } }), {
      concurrency: { model: 1 },
    });

    const used = run.steps.flatMap((step) =>
      step.kind === "agent" ? [[step.agent, step.outcome, step.usage.own.modelCalls, step.usage.own.inputTokens]] : [],
    );
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
