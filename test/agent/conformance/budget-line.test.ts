import { describe, expect, test } from "vitest";
import { delegate, scripted, type ScriptedModel } from "../../../src/index.ts";
import { agent, ask, asks, doing, echo, play } from "./cast.ts";

/** `{{budget}}` in the instructions becomes what is left, in each request anew. */

const instructions = "Be quick: {{budget}}. Really: {{budget}}.";
const told = ({ requests }: ScriptedModel): string[] => requests.map(({ messages }) => messages[0]?.content ?? "");
const quick = (left: string): string => `Be quick: ${left}. Really: ${left}.`;
const spent = (inputTokens: number) => ({ inputTokens, outputTokens: 0 });

describe("{{budget}}", () => {
  test("is filled in each request with the steps and seconds that are left after it", async () => {
    const nap = doing("nap", ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", fail)), {
      timeoutSeconds: 2.5,
    });
    const model = scripted([asks("nap"), asks("nap"), "done"]);

    await play(agent("plain", model, { instructions, tools: [nap], budget: { maxSteps: 9, maxSeconds: 30 } }));

    expect(told(model)).toEqual([
      quick("8 steps, 30 seconds left"),
      quick("6 steps, 27 seconds left"),
      quick("4 steps, 25 seconds left"),
    ]);
  });

  test("names every other ceiling there is; tokens and money with what this very turn may take", async () => {
    const price = { input: 1, output: 1 };
    const replies = [
      { ...asks("echo"), usage: spent(1000) },
      { ...asks(ask("child")), usage: spent(500) },
      { text: "done", usage: spent(0) },
    ];
    const model = scripted(replies, { price });
    const child = agent("child", scripted([{ text: "found", usage: spent(250) }], { price }));
    const budget = { maxTokens: 4000, maxCost: 0.01, maxToolCalls: 2, maxDelegations: 3 };

    await play(agent("plain", model, { instructions: "{{budget}}", tools: [echo], team: [child], budget }));

    expect(told(model)).toEqual([
      "11 steps, 120 seconds, 2 tool calls, 3 delegations, 4000 tokens, 0.01 of money left",
      "9 steps, 120 seconds, 1 tool calls, 3 delegations, 3000 tokens, 0.009 of money left",
      "7 steps, 120 seconds, 1 tool calls, 2 delegations, 2250 tokens, 0.00825 of money left",
    ]);
  });

  test("tells a specialist what its share and the pool leave it", async () => {
    const model = scripted([asks("echo"), "found"]);
    const child = delegate(agent("child", model, { instructions: "{{budget}}", tools: [echo] }), {
      share: { maxSteps: 5, maxToolCalls: 4, maxTokens: 900 },
    });

    await play(agent("lead", [asks(ask("child")), "done"], { team: [child] }));

    expect(told(model)).toEqual([
      "4 steps, 120 seconds, 4 tool calls, 900 tokens left",
      expect.stringMatching(/^2 steps, 120 seconds, 3 tool calls, \d+ tokens left$/u),
    ]);
  });

  test("is not stored: the trace keeps the mark, and a goal that has one is left as it is", async () => {
    const model = scripted(["done"]);

    const run = await play(agent("plain", model, { instructions: "{{budget}}" }), { goal: "What is {{budget}}?" });

    expect({ kept: run.instructions, goal: model.requests[0]?.messages[1]?.content }).toEqual({
      kept: "{{budget}}",
      goal: "What is {{budget}}?",
    });
  });
});
