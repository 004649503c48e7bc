import { describe, expect, test } from "vitest";
import {
  DEFAULT_INSTRUCTIONS,
  delegate,
  ModelError,
  run,
  scripted,
  type AgentStep,
  type Delegation,
  type Outcome,
  type ScriptedReply,
} from "../../../src/index.ts";
import { assertConserved, virtualClock } from "../../../src/testing/index.ts";
import { agent, ask, asks, doing, echo, never, play } from "./cast.ts";

/** Exactly one outcome for each delegation, whatever becomes of the specialist. */

type Definition = Parameters<typeof agent>[2];

const endings = ({ outcome, stopReason, error, limit, output, children, totalSteps }: AgentStep) => ({
  outcome,
  stopReason,
  error,
  limit,
  output,
  children: children.map(({ name }) => name),
  totalSteps,
});

interface Row {
  readonly outcome: Outcome;
  readonly title: string;
  readonly replies: readonly ScriptedReply[];
  readonly definition?: Definition;
  readonly terms?: Parameters<typeof delegate>[1];
  readonly expected: Partial<ReturnType<typeof endings>>;
}

const own = (name: string, value: number) => ({ name, scope: "budget", value }) as const;
const half = { text: "half of it" };
const tools = [echo];

const rows: readonly Row[] = [
  {
    outcome: "answered",
    title: "it answers",
    replies: ["found"],
    expected: { stopReason: "completed", error: null, output: "found", children: ["chat"], totalSteps: 2 },
  },
  {
    outcome: "empty",
    title: "it completes without a text",
    replies: [""],
    expected: { stopReason: "completed", error: "the sub-agent produced no answer", children: ["chat"], totalSteps: 2 },
  },
  {
    outcome: "partial",
    title: "its steps are used up",
    replies: [{ ...half, ...asks("echo") }],
    definition: { tools, budget: { maxSteps: 2 } },
    expected: {
      stopReason: "max_steps",
      error: null,
      limit: own("maxSteps", 2),
      output: "half of it",
      children: ["chat", "echo"],
      totalSteps: 3,
    },
  },
  {
    outcome: "partial",
    title: "its tool calls are used up",
    replies: [{ ...half, ...asks("echo") }],
    definition: { tools, budget: { maxToolCalls: 0 } },
    expected: {
      stopReason: "max_tool_calls",
      error: null,
      limit: own("maxToolCalls", 0),
      output: "half of it",
      children: ["chat"],
      totalSteps: 2,
    },
  },
  {
    outcome: "partial",
    title: "its delegations are used up",
    replies: [{ ...half, ...asks(ask("below")) }],
    definition: { team: [agent("below", [])], budget: { maxDelegations: 0 } },
    expected: {
      stopReason: "max_delegations",
      error: null,
      limit: own("maxDelegations", 0),
      output: "half of it",
      children: ["chat"],
      totalSteps: 2,
    },
  },
  {
    outcome: "partial",
    title: "its tokens are used up",
    replies: [{ ...half, ...asks("echo"), usage: { inputTokens: 100, outputTokens: 900 } }],
    definition: { tools, budget: { maxTokens: 1000 } },
    expected: {
      stopReason: "max_tokens",
      error: null,
      limit: own("maxTokens", 1000),
      output: "half of it",
      children: ["chat", "echo"],
      totalSteps: 3,
    },
  },
  {
    outcome: "refused",
    title: "its share comes to nothing",
    replies: [],
    terms: { share: 0.001 },
    expected: {
      stopReason: null,
      error: "AgentToolError: delegation refused: the share comes to 0 steps (at least 1 is needed). Answer with what you have.",
    },
  },
  {
    outcome: "failed",
    title: "its model fails",
    replies: [asks("echo"), { error: new ModelError("backend is down") }],
    definition: { tools },
    expected: {
      stopReason: "error",
      error: "ModelError: backend is down",
      output: "ModelError: backend is down",
      children: ["chat", "echo", "chat"],
      totalSteps: 4,
    },
  },
  {
    outcome: "failed",
    title: "its conclusion cannot be picked",
    replies: ["found"],
    terms: {
      conclusion: () => {
        throw new RangeError("no such line");
      },
    },
    expected: {
      stopReason: "completed",
      error: "the conclusion of 'child' could not be picked: RangeError: no such line",
      children: ["chat"],
      totalSteps: 2,
    },
  },
  {
    outcome: "timed_out",
    title: "its own time is up",
    replies: [{ ...half, ...asks("hang") }],
    definition: { tools: [doing("hang", never)], budget: { maxSeconds: 2 } },
    expected: {
      stopReason: "timeout",
      error: "timeout",
      limit: own("maxSeconds", 2),
      output: "half of it",
      children: ["chat", "hang"],
      totalSteps: 3,
    },
  },
];

describe("the outcome of a delegation", () => {
  test.each(rows)(
    "is $outcome when $title, and the parent goes on",
    async ({ outcome, replies, definition, terms, expected }) => {
      const member: Delegation = delegate(agent("child", replies, definition), terms);

      const { steps, stopReason, output } = await play(agent("lead", [asks(ask("child")), "done"], { team: [member] }));

      const nothing = { stopReason: null, limit: null, output: "", children: [], totalSteps: 1 };
      expect(endings(steps[1] as AgentStep)).toEqual({ outcome, ...nothing, ...expected });
      expect({ stopReason, output }).toEqual({ stopReason: "completed", output: "done" });
    },
  );

  test.each([
    {
      outcome: "timed_out",
      title: "its parent's time is up",
      options: { budget: { maxSeconds: 3 } },
      expected: { stopReason: "timeout", error: "timeout", limit: { name: "maxSeconds", scope: "pool", value: 3 } },
    },
    {
      outcome: "cancelled",
      title: "the run is cancelled",
      options: {},
      expected: { stopReason: "cancelled", error: "cancelled", limit: null },
    },
  ])("is $outcome when $title, at every level, and what was done is kept", async ({ outcome, options, expected }) => {
    const clock = virtualClock();
    const controller = new AbortController();
    clock.setTimeout(() => controller.abort(), 5000);
    const child = agent("child", [asks("hang")], { tools: [doing("hang", never)] });
    const mid = agent("mid", [{ ...half, ...asks(ask("child")) }], { team: [child] });

    const ended = await clock.settle(
      run(agent("lead", [asks(ask("mid"))], { team: [mid] }), "Do it.", { clock, signal: controller.signal, ...options }),
    );

    assertConserved(ended);
    const upper = ended.steps[1] as AgentStep;
    expect([endings(upper), endings(upper.children[1] as AgentStep)]).toEqual([
      { outcome, ...expected, output: "half of it", children: ["chat", "ask_child"], totalSteps: 5 },
      { outcome, ...expected, output: "", children: ["chat", "hang"], totalSteps: 3 },
    ]);
    expect(ended.stopReason).toBe(expected.stopReason);
  });

  test("is one for each of a turn's delegations, whatever became of the others", async () => {
    const team = [
      agent("good", [{ text: "good", delaySeconds: 1 }]),
      agent("mute", [""]),
      agent("down", [{ error: new ModelError("down") }]),
      agent("late", [asks("hang")], { tools: [doing("hang", never)], budget: { maxSeconds: 2 } }),
      delegate(agent("poor", []), { share: 0.001 }),
    ];

    const { steps, output } = await play(
      agent("lead", [asks(ask("good"), ask("mute"), ask("down"), ask("late"), ask("poor")), "done"], { team }),
    );

    const outcomes = steps.flatMap((step) => (step.kind === "agent" ? [`${step.agent} ${step.outcome}`] : []));
    expect({ outcomes, output }).toEqual({
      outcomes: ["good answered", "mute empty", "down failed", "late timed_out", "poor refused"],
      output: "done",
    });
  });
});

describe("what a delegation keeps of its specialist", () => {
  const usage = { inputTokens: 100, outputTokens: 20 };

  test("is who it was, what it was told and offered, its ceilings and what it spent of them", async () => {
    const child = agent(
      "child",
      [
        { ...asks("echo"), usage },
        { text: "found", usage },
      ],
      { tools, budget: { maxSteps: 5 } },
    );
    const model = scripted([
      { ...asks(ask("child")), usage },
      { text: "done", usage },
    ]);

    const { steps, usage: whole } = await play(agent("lead", model, { team: [child] }));

    const { agent: name, id, runId, goal, instructions, offered, budget, usage: used } = steps[1] as AgentStep;
    expect({
      name,
      id,
      runId,
      goal,
      instructions,
      offered: offered.map((entry) => `${entry.turn}: ${entry.tools.map((each) => each.name).join(", ")}`),
      budget,
      used,
    }).toEqual({
      name: "child",
      id: "0#1.0",
      runId: "run-1:0/1.0",
      goal: "Help.",
      instructions: DEFAULT_INSTRUCTIONS,
      offered: ["1: echo"],
      budget: {
        maxSteps: 5,
        maxSeconds: 120,
        maxToolCalls: null,
        maxDelegations: null,
        maxTokens: null,
        maxCost: null,
        wrapUp: false,
        spent: { steps: 3, seconds: 0, toolCalls: 1, delegations: 0, tokens: 240, cost: null },
      },
      used: { own: used.own, subtree: used.own },
    });
    const nothing = { cachedTokens: 0, reasoningTokens: 0, cost: null };
    expect([used.own, whole.own, whole.subtree]).toEqual([
      { modelCalls: 2, toolCalls: 1, delegations: 0, inputTokens: 200, outputTokens: 40, ...nothing },
      { modelCalls: 2, toolCalls: 0, delegations: 1, inputTokens: 200, outputTokens: 40, ...nothing },
      { modelCalls: 4, toolCalls: 1, delegations: 1, inputTokens: 400, outputTokens: 80, ...nothing },
    ]);
  });

  test("is nothing used when it was refused, and the refusal counts in its parent's own steps and delegations", async () => {
    const {
      steps,
      usage: whole,
      budget,
      pool,
    } = await play(agent("lead", [asks(ask("child")), "done"], { team: [agent("child", [])] }), { maxDepth: 0 });

    const zero = {
      modelCalls: 0,
      toolCalls: 0,
      delegations: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
      cost: null,
    };
    expect((steps[1] as AgentStep).usage).toEqual({ own: zero, subtree: zero });
    expect({ own: whole.own.delegations, spent: budget.spent, pool: pool.spent }).toMatchObject({
      own: 1,
      spent: { steps: 3, delegations: 1, toolCalls: 0 },
      pool: { steps: 3, agents: 0 },
    });
  });
});
