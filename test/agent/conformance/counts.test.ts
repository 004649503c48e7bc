import { describe, expect, test } from "vitest";
import { delegate, type AgentStep, type Run } from "../../../src/index.ts";
import { agent, ask, asks, echo, play, type PlayOptions } from "./cast.ts";
import { outline } from "./outline.ts";

/** Ceilings that count: steps, tool calls, delegations and agents, of one agent and of the whole tree. */

type Definition = Parameters<typeof agent>[2];

const tools = [echo];
const fiveCalls = asks("echo", "echo", "echo", "echo", "echo");
const notRun = (count: number, reason: string, name = "echo"): string =>
  Array<string>(count).fill(`${name} (${reason})`).join(", ");
const endOf = ({ stopReason, limit, output }: Pick<AgentStep, "stopReason" | "limit" | "output">) => ({
  stopReason,
  limit,
  output,
});

describe("the calls of one turn", () => {
  const cut: readonly (readonly [
    title: string,
    definition: Definition,
    options: PlayOptions,
    expected: { steps: readonly string[]; reason: string; limit: Run["limit"] },
  ])[] = [
    [
      "maxToolCalls 2: two of five run",
      { budget: { maxToolCalls: 2 } },
      {},
      {
        steps: [`chat "so far" -> echo, echo; not run: ${notRun(3, "max_tool_calls")}`, "echo {} = echoed", "echo {} = echoed"],
        reason: "max_tool_calls",
        limit: { name: "maxToolCalls", scope: "budget", value: 2 },
      },
    ],
    [
      "maxSteps 4: three of five run",
      { budget: { maxSteps: 4 } },
      {},
      {
        steps: [
          `chat "so far" -> echo, echo, echo; not run: ${notRun(2, "max_steps")}`,
          ...Array<string>(3).fill("echo {} = echoed"),
        ],
        reason: "max_steps",
        limit: { name: "maxSteps", scope: "budget", value: 4 },
      },
    ],
    [
      "a pool of 2 tool calls: two of five run",
      {},
      { pool: { maxToolCalls: 2 } },
      {
        steps: [`chat "so far" -> echo, echo; not run: ${notRun(3, "max_tool_calls")}`, "echo {} = echoed", "echo {} = echoed"],
        reason: "max_tool_calls",
        limit: { name: "maxToolCalls", scope: "pool", value: 2 },
      },
    ],
    [
      "a pool of 3 steps: two of five run",
      {},
      { pool: { maxSteps: 3 } },
      {
        steps: [`chat "so far" -> echo, echo; not run: ${notRun(3, "max_steps")}`, "echo {} = echoed", "echo {} = echoed"],
        reason: "max_steps",
        limit: { name: "maxSteps", scope: "pool", value: 3 },
      },
    ],
    [
      "options go before the definition",
      { budget: { maxToolCalls: 1 } },
      { budget: { maxToolCalls: 4 } },
      {
        steps: [
          `chat "so far" -> echo, echo, echo, echo; not run: ${notRun(1, "max_tool_calls")}`,
          ...Array<string>(4).fill("echo {} = echoed"),
        ],
        reason: "max_tool_calls",
        limit: { name: "maxToolCalls", scope: "budget", value: 4 },
      },
    ],
  ];
  test.each(cut)(
    "%s, the others are listed as not run, and the run ends with that reason",
    async (_title, definition, options, { steps, reason, limit }) => {
      const run = await play(agent("greedy", [{ text: "so far", ...fiveCalls }], { tools, ...definition }), options);

      expect({ steps: outline(run), ...endOf(run) }).toEqual({ steps, stopReason: reason, limit, output: "so far" });
    },
  );

  test("the first call that is denied stops all later ones, also those of another kind", async () => {
    const turn = asks("echo", ask("child"), "echo", ask("child"), "echo");
    const definition = { tools, team: [agent("child", ["found"])], budget: { maxDelegations: 1 } };

    const run = await play(agent("greedy", [turn], definition));

    expect({ steps: outline(run), ...endOf(run) }).toEqual({
      steps: [
        'chat "" -> echo, ask_child, echo; not run: ask_child (max_delegations), echo (max_delegations)',
        "echo {} = echoed",
        'ask_child {"goal":"Help."} answered = found',
        '  chat "found"',
        "echo {} = echoed",
      ],
      stopReason: "max_delegations",
      limit: { name: "maxDelegations", scope: "budget", value: 1 },
      output: "",
    });
  });

  test("maxDelegations 0 admits no delegation, and tool calls still run", async () => {
    const replies = [asks("echo"), asks(ask("child"))];

    const run = await play(agent("lead", replies, { tools, team: [agent("child", [])], budget: { maxDelegations: 0 } }));

    expect({ steps: outline(run), ...endOf(run) }).toEqual({
      steps: ['chat "" -> echo', "echo {} = echoed", 'chat "" -> nothing; not run: ask_child (max_delegations)'],
      stopReason: "max_delegations",
      limit: { name: "maxDelegations", scope: "budget", value: 0 },
      output: "",
    });
  });

  test("unknown and invalid calls count as tool calls, and as steps", async () => {
    const turn = asks("ghost", ["echo", { text: 7 }], "echo");

    const run = await play(agent("clumsy", [turn], { tools, budget: { maxToolCalls: 2 } }));

    expect(outline(run)).toEqual([
      'chat "" -> ghost, echo; not run: echo (max_tool_calls)',
      "ghost {} != unknown tool 'ghost'; available: echo",
      'echo {"text":7} != AgentToolError: invalid arguments for echo: text: Invalid input: expected string, received number',
    ]);
    expect({ calls: run.usage.own.toolCalls, names: run.toolCalls, spent: run.budget.spent.toolCalls }).toEqual({
      calls: 2,
      names: ["ghost", "echo"],
      spent: 2,
    });
  });

  test("a refused delegation counts as a step and as a delegation, not as a tool call", async () => {
    const definition = { team: [agent("child", [])], budget: { maxDelegations: 1, maxToolCalls: 0 } };

    const run = await play(agent("lead", [asks(ask("child")), asks(ask("child"))], definition), { maxDepth: 0 });

    expect({ stopReason: run.stopReason, spent: run.budget.spent }).toEqual({
      stopReason: "max_delegations",
      spent: { steps: 3, seconds: 0, toolCalls: 0, delegations: 1, tokens: run.budget.spent.tokens, cost: null },
    });
  });
});

describe("a run that always asks for one tool", () => {
  test.each([
    { maxSteps: 3, steps: ['chat "" -> echo', "echo {} = echoed", 'chat "" -> nothing; not run: echo (max_steps)'] },
    { maxSteps: 4, steps: ['chat "" -> echo', "echo {} = echoed", 'chat "" -> echo', "echo {} = echoed"] },
  ])("has $maxSteps steps under maxSteps $maxSteps, stops with max_steps and puts out nothing", async ({ maxSteps, steps }) => {
    const run = await play(agent("runaway", Array(4).fill(asks("echo")), { tools, budget: { maxSteps } }));

    expect({ steps: outline(run), totalSteps: run.totalSteps, ...endOf(run) }).toEqual({
      steps,
      totalSteps: maxSteps,
      stopReason: "max_steps",
      limit: { name: "maxSteps", scope: "budget", value: maxSteps },
      output: "",
    });
  });
});

describe("the pool of the whole tree", () => {
  const busy = (name: string, rest: Definition = {}) => agent(name, Array(9).fill(asks("echo")), { tools, ...rest });
  const childOf = ({ steps }: Run): AgentStep => steps[1] as AgentStep;

  test("cuts a specialist and then its parent, both by the pool, at exactly that many steps", async () => {
    const run = await play(agent("lead", [asks(ask("busy")), "never asked"], { team: [busy("busy")] }), {
      pool: { maxSteps: 5 },
    });

    const limit = { name: "maxSteps", scope: "pool", value: 5 };
    expect({
      steps: outline(run),
      totalSteps: run.totalSteps,
      spent: run.pool.spent.steps,
      root: run.limit,
      child: childOf(run).limit,
    }).toEqual({
      steps: [
        'chat "" -> ask_busy',
        'ask_busy {"goal":"Help."} partial = [stopped: max_steps] (the sub-agent produced no answer)',
        '  chat "" -> echo',
        "  echo {} = echoed",
        '  chat "" -> nothing; not run: echo (max_steps)',
      ],
      totalSteps: 5,
      spent: 5,
      root: limit,
      child: limit,
    });
  });

  test("is 10 times the root's steps unless it is given, whichever way the root got them", async () => {
    const plain = agent("plain", Array(3).fill("yes"), { budget: { maxSteps: 7 } });

    const pools = await Promise.all([
      play(plain),
      play(plain, { budget: { maxSteps: 2 } }),
      play(plain, { pool: { maxSteps: 5, maxAgents: 3 } }),
    ]);

    expect(pools.map(({ pool }) => [pool.maxSteps, pool.maxAgents])).toEqual([
      [70, 64],
      [20, 64],
      [5, 3],
    ]);
  });

  test("holds the root's tool calls against the whole tree", async () => {
    const run = await play(
      agent("lead", [asks("echo", ask("busy")), "done"], { tools, team: [busy("busy")], budget: { maxToolCalls: 3 } }),
    );

    expect({
      ...endOf(childOf({ ...run, steps: run.steps.slice(1) })),
      calls: run.usage.subtree.toolCalls,
      root: run.stopReason,
    }).toEqual({
      stopReason: "max_tool_calls",
      limit: { name: "maxToolCalls", scope: "pool", value: 3 },
      output: "",
      calls: 3,
      root: "completed",
    });
  });

  test("starts no more agents than maxAgents, and refuses the next with an observation", async () => {
    const run = await play(
      agent("lead", [asks(ask("child"), ask("child"), ask("child")), "done"], { team: [agent("child", ["one", "two"])] }),
      { pool: { maxAgents: 2 } },
    );

    expect({
      outcomes: run.steps.flatMap((step) => (step.kind === "agent" ? [step.outcome] : [])),
      agents: run.pool.spent.agents,
      stopReason: run.stopReason,
    }).toEqual({
      outcomes: ["answered", "answered", "refused"],
      agents: 2,
      stopReason: "completed",
    });
  });

  const whose: readonly (readonly [
    title: string,
    budget: Definition,
    terms: Parameters<typeof delegate>[1],
    limit: Run["limit"],
  ])[] = [
    ["its own", { budget: { maxSteps: 3 } }, {}, { name: "maxSteps", scope: "budget", value: 3 }],
    ["its share", {}, { share: { maxSteps: 3 } }, { name: "maxSteps", scope: "share", value: 3 }],
    [
      "its own, when its share is larger",
      { budget: { maxSteps: 3 } },
      { share: { maxSteps: 5 } },
      { name: "maxSteps", scope: "budget", value: 3 },
    ],
    ["its own tool calls", { budget: { maxToolCalls: 2 } }, {}, { name: "maxToolCalls", scope: "budget", value: 2 }],
    ["its share of tool calls", {}, { share: { maxToolCalls: 2 } }, { name: "maxToolCalls", scope: "share", value: 2 }],
    ["a share of no tool call", {}, { share: { maxToolCalls: 0 } }, { name: "maxToolCalls", scope: "share", value: 0 }],
    ["the pool's steps", { budget: { maxSteps: 40 } }, {}, { name: "maxSteps", scope: "pool", value: 10 }],
  ];
  test.each(whose)("names the ceiling that cut a specialist: %s", async (_title, definition, terms, limit) => {
    const run = await play(agent("lead", [asks(ask("busy")), "done"], { team: [delegate(busy("busy", definition), terms)] }), {
      pool: { maxSteps: 10 },
    });

    expect(childOf(run).limit).toEqual(limit);
  });

  test("names a share that was handed down further as a share", async () => {
    const mid = agent("mid", [asks(ask("busy")), "back"], { team: [busy("busy")] });

    const run = await play(agent("lead", [asks(ask("mid")), "done"], { team: [delegate(mid, { share: { maxToolCalls: 1 } })] }));

    expect((childOf(run).children[1] as AgentStep).limit).toEqual({ name: "maxToolCalls", scope: "share", value: 1 });
  });
});
