import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  AgentToolError,
  DEFAULT_INSTRUCTIONS,
  delegate,
  fromAgent,
  renderDelegationTable,
  renderLoopTrace,
  scripted,
  skill,
  tool,
  type AgentLogic,
  type ScriptedModel,
  type Step,
} from "../src/index.ts";
import { facts } from "../src/memory/facts.ts";
import { factsPrompt } from "../src/memory/facts-prompt.ts";
import { memoryFactStore } from "../src/memory/memory-fact-store.ts";
import { agent, asks, doing, echo, play } from "./agent/conformance/cast.ts";
import { pythonJson, seedMessage, seedSize } from "./support/seed.ts";

/** Every figure of the two pages this library grew from, by their own recipes. */

const transcriptOf = ({ requests }: ScriptedModel): string[][] =>
  requests.map(({ messages }) => messages.map((message) => pythonJson(seedMessage(message))));

describe("the page on agents", () => {
  const weather = tool({
    name: "get_weather",
    description: "Get the current weather for a city.",
    parameters: z.object({ city: z.string() }),
    execute: ({ city }) => `${city}: 22 graus, ceu limpo`,
  });

  test("the first call sees 2 messages and the second 4, literally", async () => {
    const model = scripted([asks(["get_weather", { city: "Recife" }]), "22 graus"]);

    await play(agent("weather", model, { tools: [weather] }), { goal: "Qual o tempo no Recife?" });

    const first = [
      `{"role": "system", "content": "${DEFAULT_INSTRUCTIONS}"}`,
      '{"role": "user", "content": "Qual o tempo no Recife?"}',
    ];
    expect(transcriptOf(model)).toEqual([
      first,
      [
        ...first,
        '{"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "get_weather", "arguments": {"city": "Recife"}}}]}',
        '{"role": "tool", "content": "Recife: 22 graus, ceu limpo"}',
      ],
    ]);
  });

  test("a tool is offered with its name, its description and the schema of its arguments", async () => {
    const model = scripted(["answered"]);

    await play(agent("weather", model, { tools: [weather] }));

    expect(model.requests[0]?.tools).toEqual([
      {
        name: "get_weather",
        description: "Get the current weather for a city.",
        parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
      },
    ]);
  });

  test("a tool that fails with `disco cheio` is read as `AgentToolError: disco cheio`, and the run completes", async () => {
    const full = doing("save", () => {
      throw new AgentToolError("disco cheio");
    });
    const model = scripted([asks("save"), "saved elsewhere"]);

    const { stopReason } = await play(agent("saver", model, { tools: [full] }));

    expect({ stopReason, read: transcriptOf(model)[1]?.at(-1) }).toEqual({
      stopReason: "completed",
      read: '{"role": "tool", "content": "AgentToolError: disco cheio"}',
    });
  });

  test("an agent without tools ends in 1 step and is offered none", async () => {
    const model = scripted(["one shot"]);

    const { totalSteps, stopReason } = await play(agent("plain", model));

    expect({ totalSteps, stopReason, offered: model.requests.map(({ tools }) => tools) }).toEqual({
      totalSteps: 1,
      stopReason: "completed",
      offered: [[]],
    });
  });

  test("three tools of 40 characters each make 2, 4, 6, 8 messages and 384, 557, 729, 902 characters, in 4 calls and 7 steps", async () => {
    const names = ["alpha", "beta", "gamma"];
    const model = scripted([...names.map((name) => asks(name)), "done"]);

    const run = await play(agent("plain", model, { tools: names.map((name) => doing(name, () => "x".repeat(40))) }), {
      goal: "x".repeat(19),
    });

    const sizes = model.requests.map(({ messages }) => seedSize(messages));
    expect({
      messages: model.requests.map(({ messages }) => messages.length),
      sizes,
      compact: model.requests.map(({ messages }) => messages.map((message) => JSON.stringify(seedMessage(message))).join("").length),
      prefixes: sizes.reduce((sum, size) => sum + size, 0),
      calls: run.usage.own.modelCalls,
      steps: run.totalSteps,
      tools: run.toolCalls,
    }).toEqual({
      messages: [2, 4, 6, 8],
      sizes: [384, 557, 729, 902],
      compact: [378, 539, 699, 860],
      prefixes: 2572,
      calls: 4,
      steps: 7,
      tools: names,
    });
  });

  test("a model that never stops asking is cut by max_steps=4 with 4 steps and an empty output", async () => {
    const model = scripted([asks("echo")], { repeatLast: true });

    const { stopReason, succeeded, totalSteps, output } = await play(
      agent("runaway", model, { tools: [echo], budget: { maxSteps: 4 } }),
    );

    expect({ stopReason, succeeded, totalSteps, output }).toEqual({
      stopReason: "max_steps",
      succeeded: false,
      totalSteps: 4,
      output: "",
    });
  });

  test("the defaults are 12 steps, 120 seconds and no ceiling on tool calls", async () => {
    const { budget } = await play(agent("plain", ["answered"]));

    expect([budget.maxSteps, budget.maxSeconds, budget.maxToolCalls]).toEqual([12, 120, null]);
  });

  test("a delegation nests the specialist's trace: children=3 total_steps=4", async () => {
    const researcher = agent("researcher", [asks("echo"), "found"], { tools: [echo] });

    const run = await play(agent("lead", [asks(["ask_researcher", { goal: "Find it." }]), "done"], { team: [researcher] }));

    expect(renderDelegationTable(run).split("\n")).toEqual([
      "model  chat             children=0 total_steps=1",
      "agent  ask_researcher   children=3 total_steps=4",
      "model  chat             children=0 total_steps=1",
    ]);
  });

  test("a skill's tool is offered from the call after the one that loads it, and its text is read whole", async () => {
    const invoicing = skill({
      name: "invoicing",
      description: "Ler e validar notas fiscais.",
      instructions: "Guia completo, longo.",
      tools: [doing("parse_nfe", () => "total: 120")],
    });
    const model = scripted([asks(["load_skill", { name: "invoicing" }]), asks("parse_nfe"), "120"]);

    const { steps } = await play(agent("clerk", model, { skills: [invoicing] }));

    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ["load_skill"],
      ["load_skill", "parse_nfe"],
      ["load_skill", "parse_nfe"],
    ]);
    // The page prints it without the final full stop, which the code of the original has.
    expect(steps[1]?.observation).toBe(
      "# Skill: invoicing\n\nLer e validar notas fiscais.\n\nGuia completo, longo.\n\nTools now available: parse_nfe.",
    );
  });

  test("what is known stands at the end of the system message, after a blank line and a heading", async () => {
    const store = memoryFactStore();
    await facts(store).remember("timezone", "America/Recife");
    const model = scripted(["Pronto."]);

    await play(agent("assistant", model, { instructions: `Você é um assistente.${await factsPrompt(store)}` }));

    expect(transcriptOf(model)[0]?.[0]).toBe(
      '{"role": "system", "content": "Você é um assistente.\\n\\nWhat you already know:\\n- timezone: America/Recife"}',
    );
  });
});

describe("the page on the loop", () => {
  const kept = new Map<string, string>();
  const key = z.string();
  const calculator = tool({
    name: "calculator",
    description: "Works out a product or a sum.",
    parameters: z.object({ expr: z.string().regex(/^[\d.]+ [*+] [\d.]+$/u) }),
    execute: ({ expr }) => {
      const [left, operator, right] = expr.split(" ");
      return operator === "*" ? Number(left) * Number(right) : Number(left) + Number(right);
    },
  });
  const set = tool({
    name: "kv_set",
    description: "Keeps a value.",
    parameters: z.object({ key, value: z.string() }),
    execute: (entry) => {
      kept.set(entry.key, entry.value);
      return `stored ${entry.key}`;
    },
  });
  const get = tool({
    name: "kv_get",
    description: "Finds a value.",
    parameters: z.object({ key }),
    execute: (entry) => kept.get(entry.key) ?? `missing:${entry.key}`,
  });
  const loop = (model: ScriptedModel, maxSteps: number): AgentLogic =>
    agent("loop", model, { tools: [calculator, set, get], budget: { maxSteps } });
  const demo = () =>
    loop(
      scripted([
        { text: "store the base price", ...asks(["kv_set", { key: "base", value: "120" }]) },
        { text: "compute 15% tax", ...asks(["calculator", { expr: "120 * 0.15" }]) },
        { text: "store the tax", ...asks(["kv_set", { key: "tax", value: "18.0" }]) },
        { text: "compute total", ...asks(["calculator", { expr: "120 + 18.0" }]) },
        { text: "check the base", ...asks(["kv_get", { key: "base" }]) },
        "the total including 15% tax is 138.0",
      ]),
      12,
    );
  const goal = "What is 120 plus 15% tax, stored in kv?";

  test("the demonstration prints as the page prints it", async () => {
    const run = await play(demo(), { goal });

    expect(renderLoopTrace(run, { form: "page", floats: ["calculator"] }).split("\n")).toEqual([
      "[00   user] What is 120 plus 15% tax, stored in kv?",
      "[01 thought] store the base price",
      "[02 action] kv_set({'key': 'base', 'value': '120'}) -> stored base",
      "[03 thought] compute 15% tax",
      "[04 action] calculator({'expr': '120 * 0.15'}) -> 18.0",
      "[05 thought] store the tax",
      "[06 action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax",
      "[07 thought] compute total",
      "[08 action] calculator({'expr': '120 + 18.0'}) -> 138.0",
      "final answer: the total including 15% tax is 138.0",
    ]);
  });

  test("the demonstration in full has 12 records, 5 turns and 3 tools", async () => {
    const run = await play(demo(), { goal });

    expect(renderLoopTrace(run, { floats: ["calculator"] }).split("\n")).toEqual([
      "[00    user] What is 120 plus 15% tax, stored in kv?",
      "[01 thought] store the base price",
      "[02  action] kv_set({'key': 'base', 'value': '120'}) -> stored base",
      "[03 thought] compute 15% tax",
      "[04  action] calculator({'expr': '120 * 0.15'}) -> 18.0",
      "[05 thought] store the tax",
      "[06  action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax",
      "[07 thought] compute total",
      "[08  action] calculator({'expr': '120 + 18.0'}) -> 138.0",
      "[09 thought] check the base",
      "[10  action] kv_get({'key': 'base'}) -> 120",
      "[11   final] the total including 15% tax is 138.0",
      "",
      "final answer: the total including 15% tax is 138.0",
      "turns used:   5",
      "tools used:   ['calculator', 'kv_get', 'kv_set']",
    ]);
  });

  test("12 turns that all act end in `budget exhausted`, with 26 records", async () => {
    const model = scripted([{ text: "look again", ...asks(["kv_get", { key: "nothing" }]) }], { repeatLast: true });

    const lines = renderLoopTrace(await play(loop(model, 24), { goal })).split("\n");

    const records = lines.filter((line) => line.startsWith("["));
    expect({ calls: model.requests.length, records: records.length, final: records.at(-1), turns: lines.at(-2) }).toEqual({
      calls: 12,
      records: 26,
      final: "[25   final] budget exhausted",
      turns: "turns used:   12",
    });
  });
});

describe("the runaway: an agent that delegates to itself in every turn", () => {
  const ORIGINAL = { modelCalls: 1554, steps: 3108 }; // the toolkit of the page on agents, with the same script and its defaults

  /** How many delegations of a tree had each outcome; one that had none is counted as `none`. */
  const countOutcomes = (steps: readonly Step[], counts: Record<string, number> = {}): Record<string, number> => {
    for (const step of steps) {
      if (step.kind !== "agent") continue;
      const outcome = step.outcome ?? "none";
      counts[outcome] = (counts[outcome] ?? 0) + 1;
      countOutcomes(step.children, counts);
    }
    return counts;
  };

  const runaway = (): AgentLogic => {
    const model = scripted([asks(["ask_self", { goal: "Again." }])], { repeatLast: true });
    const self: AgentLogic = fromAgent({
      name: "self",
      description: "Itself.",
      model,
      team: () => [delegate(self, { recursion: true })],
    });
    return self;
  };

  test("stays inside the pool of its defaults: 60 model calls and 120 steps, where the original made 1 554 and 3 108", async () => {
    const { stopReason, limit, totalSteps, usage, pool, budget } = await play(runaway());

    const used = usage.subtree;
    expect({
      stopReason,
      limit,
      totalSteps,
      modelCalls: used.modelCalls,
      delegations: used.delegations,
      pool: pool.spent,
      root: budget.spent.steps,
    }).toEqual({
      stopReason: "max_steps",
      limit: { name: "maxSteps", scope: "pool", value: 120 },
      totalSteps: 120,
      modelCalls: 60,
      delegations: 60,
      pool: { steps: 120, agents: 12, tokens: used.inputTokens + used.outputTokens, cost: null, toolCalls: 0 },
      root: 2,
    });
    expect([ORIGINAL.modelCalls / used.modelCalls, ORIGINAL.steps / totalSteps]).toEqual([25.9, 25.9]);
  });

  test("every one of its 60 delegations has an outcome: 12 were cut by the pool or their own steps, 48 refused for depth", async () => {
    expect(countOutcomes((await play(runaway())).steps)).toEqual({ partial: 12, refused: 48 });
  });

  test.each([1, 2, 3, 5, 12, 40])("never exceeds a pool of %i steps, at any moment", async (maxSteps) => {
    const { totalSteps, ledger, pool } = await play(runaway(), { pool: { maxSteps } });

    const spent = ledger.filter(({ resource, scope }) => resource === "steps" && scope === "pool").map((entry) => entry.spent);
    expect({
      totalSteps,
      most: Math.max(...spent),
      rising: spent.every((value, index) => value >= (spent[index - 1] ?? 0)),
      told: pool.spent.steps,
    }).toEqual({
      totalSteps: maxSteps,
      most: maxSteps,
      rising: true,
      told: maxSteps,
    });
  });

  test("never starts more agents than its pool allows, and goes on with refusals", async () => {
    const { steps, totalSteps, stopReason, pool } = await play(runaway(), { pool: { maxAgents: 3 } });

    expect({
      agents: pool.spent.agents,
      outcomes: countOutcomes(steps),
      totalSteps,
      stopReason,
      last: steps.at(-1)?.observation,
    }).toEqual({
      agents: 3,
      outcomes: { partial: 3, refused: 21 },
      totalSteps: 48,
      stopReason: "max_steps",
      last: "AgentToolError: delegation refused: already 3 specialists started in this run (max 3). Answer with what you have.",
    });
  });
});
