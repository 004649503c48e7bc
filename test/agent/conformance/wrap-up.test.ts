import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ModelError, run, scripted, tool, type AgentStep, type Run, type ScriptedReply } from "../../../src/index.ts";
import { assertConserved, virtualClock } from "../../../src/testing/index.ts";
import { agent, ask, asks, doing, echo, play, type PlayOptions } from "./cast.ts";
import { outline } from "./outline.ts";

/** `wrapUp` keeps one model turn: whoever is cut by a ceiling is asked once, without tools, for the best answer. */

type Definition = NonNullable<Parameters<typeof agent>[2]>;

const tools = [echo];
const last = (reason: string) => ({
  role: "user",
  content: `Your budget is used up (${reason}). Give your best answer now, from what you have.`,
});

interface Row {
  readonly title: string;
  readonly turn?: ScriptedReply;
  readonly definition: Definition;
  readonly options?: PlayOptions;
  readonly steps: readonly string[];
  readonly limit: NonNullable<Run["limit"]>;
  readonly reason: Run["stopReason"];
}

const rows: readonly Row[] = [
  {
    title: "its steps, of which the loop leaves one",
    definition: { tools, budget: { maxSteps: 3, wrapUp: true } },
    steps: ['chat "" -> echo; not run: echo (max_steps)', "echo {} = echoed"],
    reason: "max_steps",
    limit: { name: "maxSteps", scope: "budget", value: 3 },
  },
  {
    title: "its tool calls",
    definition: { tools, budget: { maxToolCalls: 1, wrapUp: true } },
    steps: ['chat "" -> echo; not run: echo (max_tool_calls)', "echo {} = echoed"],
    reason: "max_tool_calls",
    limit: { name: "maxToolCalls", scope: "budget", value: 1 },
  },
  {
    title: "its delegations",
    turn: asks(ask("child"), ask("child")),
    definition: { team: [agent("child", ["found"])], budget: { maxDelegations: 1, wrapUp: true } },
    steps: [
      'chat "" -> ask_child; not run: ask_child (max_delegations)',
      'ask_child {"goal":"Help."} answered = found',
      '  chat "found"',
    ],
    reason: "max_delegations",
    limit: { name: "maxDelegations", scope: "budget", value: 1 },
  },
  {
    title: "the pool's tool calls",
    definition: { tools, budget: { wrapUp: true } },
    options: { pool: { maxToolCalls: 1 } },
    steps: ['chat "" -> echo; not run: echo (max_tool_calls)', "echo {} = echoed"],
    reason: "max_tool_calls",
    limit: { name: "maxToolCalls", scope: "pool", value: 1 },
  },
];

describe("an agent that wraps up", () => {
  test.each(rows)(
    "answers once more when it is cut by $title, and the stop reason stays",
    async ({ turn = asks("echo", "echo"), definition, options = {}, steps, limit, reason }) => {
      const model = scripted([turn, "the best answer"]);

      const played = await play(agent("wise", model, definition), options);

      expect({
        steps: outline(played),
        stopReason: played.stopReason,
        limit: played.limit,
        output: played.output,
        succeeded: played.succeeded,
      }).toEqual({
        steps: [...steps, 'chat "the best answer"'],
        stopReason: reason,
        limit,
        output: "the best answer",
        succeeded: false,
      });
      const { tools: offered, messages } = model.requests[1]!;
      expect({ offered, last: messages.at(-1), notRun: messages.at(-2) }).toEqual({
        offered: [],
        last: last(String(reason)),
        notRun: { role: "tool", content: `AgentToolError: not run: ${reason}`, callId: "call_1_1" },
      });
    },
  );

  test.each([
    {
      title: "tokens",
      budget: { maxTokens: 1500 },
      reason: "max_tokens",
      limit: { name: "maxTokens", scope: "budget", value: 1500 },
    },
    {
      title: "money",
      budget: { maxCost: 0.0015 },
      reason: "max_cost",
      limit: { name: "maxCost", scope: "budget", value: 0.0015 },
    },
  ])("does so when its $title run short, as long as they pay for a turn without tools", async ({ budget, reason, limit }) => {
    const wordy = tool({ name: "wordy", description: "Says much. ".repeat(220), parameters: z.object({}), execute: () => "x" });
    const usage = { inputTokens: 600, outputTokens: 300 };
    const model = scripted(
      [
        { ...asks("wordy"), usage },
        { text: "the best answer", usage: { inputTokens: 100, outputTokens: 50 } },
      ],
      { price: { input: 1, output: 1 } },
    );

    const played = await play(agent("wise", model, { tools: [wordy], budget: { ...budget, wrapUp: true } }));

    const asked = model.requests.map(({ tools: offered, messages }) => [offered.length, messages.at(-1)?.content]);
    expect({
      stopReason: played.stopReason,
      limit: played.limit,
      output: played.output,
      asked,
      tokens: played.budget.spent.tokens,
    }).toEqual({
      stopReason: reason,
      limit,
      output: "the best answer",
      asked: [
        [1, "Do it."],
        [0, last(reason).content],
      ],
      tokens: 1050,
    });
  });

  test("a turn that goes beyond its reservation leaves nothing for a last answer", async () => {
    const model = scripted([{ text: "so far", ...asks("echo"), usage: { inputTokens: 100, outputTokens: 5000 } }]);

    const played = await play(agent("wise", model, { tools, budget: { maxTokens: 4000, wrapUp: true } }));

    expect({ steps: outline(played), stopReason: played.stopReason, output: played.output }).toEqual({
      steps: ['chat "so far" -> nothing; not run: echo (max_tokens)'],
      stopReason: "max_tokens",
      output: "so far",
    });
  });

  test("a last turn that still asks for calls gets none of them", async () => {
    const played = await play(
      agent("stubborn", [asks("echo"), { text: "but I need", ...asks("echo") }], {
        tools,
        budget: { maxSteps: 3, wrapUp: true },
      }),
    );

    expect({ steps: outline(played), stopReason: played.stopReason, output: played.output }).toEqual({
      steps: ['chat "" -> echo', "echo {} = echoed", 'chat "but I need" -> nothing; not run: echo (max_steps)'],
      stopReason: "max_steps",
      output: "but I need",
    });
  });

  test.each([
    { title: "is empty", reply: "" },
    { title: "fails", reply: { error: new ModelError("down") } },
  ])("keeps its last text, and its stop reason, when the last turn $title", async ({ reply }) => {
    const played = await play(
      agent("wise", [{ text: "so far", ...asks("echo") }, reply], { tools, budget: { maxSteps: 3, wrapUp: true } }),
    );

    const { stopReason, output, error } = played;
    expect({ stopReason, output, error, steps: played.totalSteps }).toEqual({
      stopReason: "max_steps",
      output: "so far",
      error: null,
      steps: 3,
    });
  });

  test("has no last turn with maxSteps 1: its only turn is an ordinary one", async () => {
    const model = scripted([{ text: "so far", ...asks("echo") }]);

    const played = await play(agent("wise", model, { tools, budget: { maxSteps: 1, wrapUp: true } }));

    const asked = model.requests.map(({ tools: offered, messages }) => [
      offered.map(({ name }) => name),
      messages.at(-1)?.content,
    ]);
    expect({ steps: outline(played), stopReason: played.stopReason, output: played.output, asked }).toEqual({
      steps: ['chat "so far" -> nothing; not run: echo (max_steps)'],
      stopReason: "max_steps",
      output: "so far",
      asked: [[["echo"], "Do it."]],
    });
  });

  test("has no last turn when the pool has no step left for it", async () => {
    const played = await play(agent("wise", [{ text: "so far", ...asks("echo", "echo") }], { tools, budget: { wrapUp: true } }), {
      pool: { maxSteps: 2 },
    });

    expect({ steps: outline(played), limit: played.limit, output: played.output }).toEqual({
      steps: ['chat "so far" -> echo; not run: echo (max_steps)', "echo {} = echoed"],
      limit: { name: "maxSteps", scope: "pool", value: 2 },
      output: "so far",
    });
  });

  test.each([
    { title: "its deadline", options: { budget: { maxSeconds: 2 } }, reason: "timeout" },
    { title: "a cancel", options: {}, reason: "cancelled" },
  ])("is not asked again after $title", async ({ options, reason }) => {
    const clock = virtualClock();
    const controller = new AbortController();
    clock.setTimeout(() => controller.abort(), 5000);
    const model = scripted([{ text: "so far", ...asks("hang") }]);
    const wise = agent("wise", model, { tools: [doing("hang", () => new Promise(() => undefined))], budget: { wrapUp: true } });

    const ended = await clock.settle(run(wise, "Do it.", { clock, signal: controller.signal, ...options }));

    assertConserved(ended);
    expect({ stopReason: ended.stopReason, output: ended.output, asked: model.requests.length }).toEqual({
      stopReason: reason,
      output: "so far",
      asked: 1,
    });
  });

  test("is not asked again when it has answered by itself within its steps", async () => {
    const played = await play(agent("wise", [asks("echo"), "the answer"], { tools, budget: { maxSteps: 4, wrapUp: true } }));

    expect({ stopReason: played.stopReason, steps: played.totalSteps }).toEqual({ stopReason: "completed", steps: 3 });
  });

  test("may be a specialist: its parent reads the best answer, marked as stopped", async () => {
    const child = agent("child", [asks("echo"), "half of it"], { tools, budget: { maxSteps: 3, wrapUp: true } });

    const played = await play(agent("lead", [asks(ask("child")), "done"], { team: [child] }));

    const { outcome, observation, stopReason } = played.steps[1] as AgentStep;
    expect({ outcome, observation, stopReason }).toEqual({
      outcome: "partial",
      observation: "[stopped: max_steps] half of it",
      stopReason: "max_steps",
    });
  });

  test("its calls under way still end before it is asked", async () => {
    const model = scripted([asks("slow", "slow"), "the best answer"]);
    const slow = doing("slow", ({ signal }) => new Promise((_, fail) => signal.addEventListener("abort", fail)), {
      timeoutSeconds: 2,
    });

    const played = await play(agent("wise", model, { tools: [slow], budget: { maxToolCalls: 1, wrapUp: true } }));

    expect({ seconds: played.seconds, read: model.requests[1]?.messages.slice(3).map(({ content }) => content) }).toEqual({
      seconds: 2,
      read: [
        "AgentToolError: slow did not finish within 2 s",
        "AgentToolError: not run: max_tool_calls",
        last("max_tool_calls").content,
      ],
    });
  });
});
