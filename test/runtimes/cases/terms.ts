import { z } from "zod";
import { delegate, type Run } from "../../../src/index.ts";
import { ask, asks } from "../../agent/conformance/cast.ts";
import type { RuntimeCase } from "../support/case.ts";
import { agent, doing, echo, played } from "../support/cast.ts";

const tools = [echo, doing("draw", () => ({ text: "drawn", artifacts: [{ name: "chart.png", data: "a chart" }] }))];
const usage = { inputTokens: 10, outputTokens: 5 };
const parameters = z.object({ city: z.string(), days: z.number().int().default(1) });

/** What a picker may look at, but for times. */
function seen(run: Run): string {
  const { id, path, agent: name, instructions, goal, output, stopReason, succeeded, limit, error, usage: used } = run;
  const { steps, budget, pool, toolCalls, totalSteps, offered, artifacts } = run;
  const { seconds: _, ...spent } = budget.spent;
  return JSON.stringify({
    ...{ id, path, name, goal, output, stopReason, succeeded, limit, error, used, spent, toolCalls, totalSteps, instructions },
    pool: pool.maxSteps,
    offered: offered.map(({ turn, tools: those }) => [turn, those.map((each) => each.name)]),
    steps: steps.map((step) => step.name),
    artifacts: artifacts.map((artifact) => [artifact.name, artifact.base64]),
  });
}

/** The terms under which a specialist is lent. */
export const terms: readonly RuntimeCase[] = [
  {
    title: "typed parameters make the goal by its builder",
    lead: agent("builder", [asks(["ask_child", { city: "Recife" }]), asks(["ask_child", { city: 7 }]), "done"], {
      team: [
        delegate(agent("child", [({ messages }) => messages[1]?.content ?? ""]), {
          parameters,
          goal: ({ city, days }) => `${city}, ${days} day(s).`,
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"city":"Recife"} answered = Recife, 1 day(s).',
      '  chat "Recife, 1 day(s)."',
      'chat "" -> ask_child',
      'ask_child {"city":7} refused = AgentToolError: invalid arguments for ask_child: city: Invalid input: expected string, received number',
      'chat "done"',
    ],
  },
  {
    title: "typed parameters make the goal as JSON without a builder, under a name of the terms' own",
    lead: agent("named", [asks(["look_up", { city: "Recife", days: 2 }]), "done"], {
      team: [
        delegate(agent("child", [({ messages }) => messages[1]?.content ?? ""]), {
          name: "look_up",
          description: "Looks a city up.",
          parameters,
        }),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> look_up',
      'look_up {"city":"Recife","days":2} answered = {"city":"Recife","days":2}',
      '  chat "{\\"city\\":\\"Recife\\",\\"days\\":2}"',
      'chat "done"',
    ],
  },
  {
    title: "a conclusion is picked from the specialist's whole run",
    lead: agent("picker", [asks(ask("child")), "done"], {
      team: [
        delegate(
          agent(
            "child",
            played([{ ...asks("echo", "draw", ask("below")), usage }, { text: "found", usage }], { input: 1, output: 1 }),
            {
              tools,
              team: [agent("below", played([{ text: "deep", usage }], { input: 1, output: 1 }))],
              instructions: "Look closely.",
            },
          ),
          { conclusion: seen },
        ),
      ],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = {"id":"picker:0/1.0","path":"0/1.0","name":"child","goal":"Help.","output":"found","stopReason":"completed","succeeded":true,"limit":null,"error":null,"used":{"own":{"modelCalls":2,"toolCalls":2,"delegations":1,"inputTokens":20,"outputTokens":10,"cachedTokens":0,"reasoningTokens":0,"cost":0.00003},"subtree":{"modelCalls":3,"toolCalls":2,"delegations":1,"inputTokens":30,"outputTokens":15,"cachedTokens":0,"reasoningTokens":0,"cost":0.000045}},"spent":{"steps":5,"toolCalls":2,"delegations":1,"tokens":45,"cost":0.000045},"toolCalls":["echo","draw"],"totalSteps":6,"instructions":"Look closely.","pool":120,"offered":[[1,["echo","draw","ask_below"]],[2,["echo","draw","ask_below"]]],"steps":["chat","echo","draw","ask_below","chat"],"artifacts":[["chart.png","YSBjaGFydA=="]]}\n\nProduced: child/chart.png',
      '  chat "" -> echo, draw, ask_below',
      "  echo {} = echoed",
      "  draw {} = drawn",
      '  ask_below {"goal":"Help."} answered = deep',
      '    chat "deep"',
      '  chat "found"',
      'chat "done"',
    ],
  },
  {
    title: "a conclusion is picked one level down as at the top, with the ceilings of the whole run in sight",
    lead: agent("picker-below", [asks(ask("middle")), "done"], {
      team: [
        agent("middle", [asks(ask("child")), ({ messages }) => messages.at(-1)?.content ?? ""], {
          team: [
            delegate(agent("child", ["found"]), {
              conclusion: ({ id, path, pool, budget }) => JSON.stringify({
                id,
                path,
                pool: { ...pool, spent: null },
                maxSteps: budget.maxSteps,
              }),
            }),
          ],
          budget: { maxSteps: 7 },
        }),
      ],
      budget: { maxSteps: 9, maxToolCalls: 5 },
    }),
    options: { pool: { maxAgents: 10 } },
    expected: [
      "completed: done",
      'chat "" -> ask_middle',
      'ask_middle {"goal":"Help."} answered = {"id":"picker-below:0/1.0/1.0","path":"0/1.0/1.0","pool":{"maxSteps":90,"maxAgents":10,"maxTokens":null,"maxCost":null,"maxToolCalls":5,"spent":null},"maxSteps":12}',
      '  chat "" -> ask_child',
      '  ask_child {"goal":"Help."} answered = {"id":"picker-below:0/1.0/1.0","path":"0/1.0/1.0","pool":{"maxSteps":90,"maxAgents":10,"maxTokens":null,"maxCost":null,"maxToolCalls":5,"spent":null},"maxSteps":12}',
      '    chat "found"',
      '  chat "{\\"id\\":\\"picker-below:0/1.0/1.0\\",\\"path\\":\\"0/1.0/1.0\\",\\"pool\\":{\\"maxSteps\\":90,\\"maxAgents\\":10,\\"maxTokens\\":null,\\"maxCost\\":null,\\"maxToolCalls\\":5,\\"spent\\":null},\\"maxSteps\\":12}"',
      'chat "done"',
    ],
  },
  {
    title: "a conclusion is picked from a specialist that was cut, and a picker that throws is a failure",
    lead: agent("picker-cut", [
      asks(ask("child"), ["ask_thrown", { goal: "Help." }], ["ask_nothing", { goal: "Help." }]),
      "done",
    ], {
      team: (() => {
        const child = agent("child", [{ text: "half", ...asks("echo") }], { tools, budget: { maxSteps: 2 } });
        const thrown = (): never => {
          throw new RangeError("no such line");
        };
        return [
          delegate(child, { conclusion: ({ stopReason, output }) => `${stopReason} after ${output}` }),
          delegate(child, { name: "ask_thrown", conclusion: thrown }),
          delegate(child, { name: "ask_nothing", conclusion: () => "" }),
        ];
      })(),
    }),
    expected: [
      "completed: done",
      "0/1.0: maxSteps 2 of the budget",
      "0/1.1: maxSteps 2 of the budget",
      "0/1.2: maxSteps 2 of the budget",
      'chat "" -> ask_child, ask_thrown, ask_nothing',
      'ask_child {"goal":"Help."} partial = [stopped: max_steps] max_steps after half',
      '  chat "half" -> echo',
      "  echo {} = echoed",
      `ask_thrown {"goal":"Help."} failed = [stopped: error] the conclusion of 'child' could not be picked: RangeError: no such line ! the conclusion of 'child' could not be picked: RangeError: no such line`,
      '  chat "half" -> echo',
      "  echo {} = echoed",
      'ask_nothing {"goal":"Help."} partial = [stopped: max_steps] (the sub-agent produced no answer)',
      '  chat "half" -> echo',
      "  echo {} = echoed",
      'chat "done"',
    ],
  },
  {
    title: "a long conclusion is cut for the parent and kept whole",
    lead: agent("long", [asks(ask("child")), "done"], {
      team: [delegate(agent("child", ["0123456789".repeat(30)]), { maxConclusionChars: 200 })],
    }),
    expected: [
      "completed: done",
      'chat "" -> ask_child',
      'ask_child {"goal":"Help."} answered = 01234567890123456789012345678901234567890123456789012345678901234567890123456\n[… 100 or more characters left out of 300 …]\n34567890123456789012345678901234567890123456789012345678901234567890123456789',
      '  chat "012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"',
      'chat "done"',
    ],
  },
];
