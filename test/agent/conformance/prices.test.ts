import { describe, expect, test } from "vitest";
import { delegate, DefinitionError, fromAgent, run, scripted, type AgentLogic, type RunOptions } from "../../../src/index.ts";
import { agent, asks, play } from "./cast.ts";

/** A ceiling on money over a model whose price is unknown could never hold, so it is a wrong definition. */

const price = { input: 1, output: 1 };
const priced = () => scripted(["fine"], { name: "priced", price });
const free = () => scripted(["fine"], { name: "unpriced" });
const unknown = (subject: string, value: number, model = "unpriced"): DefinitionError =>
  new DefinitionError({
    subject,
    field: "budget.maxCost",
    value,
    allowed: `null, or any amount with a model whose price is known (the price of '${model}' is not)`,
  });

describe("maxCost with a model whose price is unknown", () => {
  test("is refused when the agent is defined", () => {
    expect(() => fromAgent({ name: "thrifty", model: free(), budget: { maxCost: 1 } })).toThrow(unknown("agent 'thrifty'", 1));
  });

  test.each<{ title: string; options: RunOptions; value: number }>([
    { title: "the root's budget", options: { budget: { maxCost: 2 } }, value: 2 },
    { title: "the pool", options: { pool: { maxCost: 3 } }, value: 3 },
  ])("is refused when the run's options set it: $title", async ({ options, value }) => {
    await expect(run(agent("plain", free()), "Do it.", options)).rejects.toThrow(unknown("agent 'plain'", value));
  });

  const member = (): AgentLogic => agent("member", free());
  test.each<{ title: string; team: () => readonly (AgentLogic | ReturnType<typeof delegate>)[] }>([
    { title: "a member", team: () => [member()] },
    { title: "a member with terms", team: () => [delegate(member(), { share: 0.5 })] },
    { title: "a member of a member", team: () => [agent("between", priced(), { team: [member()] })] },
  ])("is refused for $title of the team, in a definition as in options", async ({ team }) => {
    const wrong = unknown("agent 'member'", 1);
    const define = (): AgentLogic => agent("lead", priced(), { team: team(), budget: { maxCost: 1 } });
    const lazy = agent("lead", priced(), { team, budget: { maxCost: 1 } });

    expect(define).toThrow(wrong);
    await expect(run(lazy, "Do it.")).rejects.toThrow(wrong);
    await expect(run(agent("lead", priced(), { team }), "Do it.", { budget: { maxCost: 1 } })).rejects.toThrow(wrong);
    await expect(run(agent("lead", priced(), { team }), "Do it.", { pool: { maxCost: 1 } })).rejects.toThrow(wrong);
  });

  test("is refused for whoever stands below the agent that sets it, and for nobody else", async () => {
    const between = (): AgentLogic => agent("between", priced(), { team: () => [member()], budget: { maxCost: 1 } });
    const lead = agent("lead", free(), { team: [between()] });
    const besides = agent("lead", free(), { team: [agent("frugal", priced(), { budget: { maxCost: 1 } }), member()] });

    await expect(run(lead, "Do it.")).rejects.toThrow(unknown("agent 'member'", 1));
    expect((await play(besides)).stopReason).toBe("completed");
  });

  test("is refused for a share of money", async () => {
    const team = () => [delegate(agent("between", priced(), { team: [member()] }), { share: { maxCost: 0.5 } })];

    expect(() => agent("lead", priced(), { team: team() })).toThrow(unknown("agent 'member'", 0.5));
    await expect(run(agent("lead", priced(), { team }), "Do it.")).rejects.toThrow(unknown("agent 'member'", 0.5));
  });

  test("is no matter where agents that know each other all have prices", async () => {
    const one: AgentLogic = agent("one", scripted([asks(["ask_two", { goal: "Help." }]), "done"], { price }), {
      team: () => [two],
      budget: { maxCost: 1 },
    });
    const two: AgentLogic = agent("two", scripted(["back"], { price }), { team: () => [one], budget: { maxCost: 1 } });

    expect((await play(one)).stopReason).toBe("completed");
  });
});

describe("the cost of a run", () => {
  test("is what models with a price took, and null where none of them has one", async () => {
    const usage = { inputTokens: 100, outputTokens: 10 };
    const child = (model: ReturnType<typeof scripted>): AgentLogic => agent("child", model);
    const costOf = async (lead: typeof price | undefined, below: typeof price | undefined): Promise<(number | null)[]> => {
      const options = (known: typeof price | undefined) => (known ? { price: known } : {});
      const replies = [
        { ...asks(["ask_child", { goal: "Help." }]), usage },
        { text: "done", usage },
      ];
      const specialist = child(scripted([{ text: "found", usage }], options(below)));
      const { usage: used } = await play(agent("lead", scripted(replies, options(lead)), { team: [specialist] }));
      return [used.own.cost, used.subtree.cost];
    };

    expect([
      await costOf(price, price),
      await costOf(undefined, price),
      await costOf(price, undefined),
      await costOf(undefined, undefined),
    ]).toEqual([
      [0.00022, 0.00033],
      [null, 0.00011],
      [0.00022, 0.00022],
      [null, null],
    ]);
  });
});
