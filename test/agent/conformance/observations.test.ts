import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AgentToolError, delegate, fromAgent, scripted, tool, type AgentLogic, type ScriptedReply } from "../../../src/index.ts";
import { agent, ask, asks, doing, echo, never, play, type Asked, type PlayOptions } from "./cast.ts";

/** Every row of the table of observation texts, as the next request of the model has it: whole messages, in call order. */

type Definition = Parameters<typeof agent>[2];

/** What the model reads after a turn that asked for these calls. */
async function readBack(calls: readonly Asked[], definition: Definition, options: PlayOptions = {}): Promise<string[]> {
  const model = scripted([asks(...calls), "done"]);
  await play(agent("caller", model, definition), options);
  const messages = model.requests[1]?.messages.slice(3) ?? [];
  expect(messages.map(({ role, callId }) => `${role} ${callId}`)).toEqual(calls.map((_, index) => `tool call_1_${index}`));
  return messages.map(({ content }) => content);
}

describe("what a model reads of its tools", () => {
  class Refusal extends Error {}
  const circular: Record<string, unknown> = { name: "loop" };
  circular.self = circular;

  const thrown: readonly (readonly [title: string, value: unknown, expected: string])[] = [
    ["an error with a name", Object.assign(new Error("zz"), { name: "KeyError" }), "KeyError: zz"],
    ["a deliberate failure", new AgentToolError("disco cheio"), "AgentToolError: disco cheio"],
    ["an error of a class of one's own", new Refusal("not today"), "Refusal: not today"],
    ["an error without a message", new TypeError(), "TypeError"],
    ["a text", "boom", "Error: 'boom'"],
    ["an object", { code: 7 }, "Error: { code: 7 }"],
    ["nothing", undefined, "Error: undefined"],
  ];
  test.each(thrown)("a tool that throws %s", async (_title, value, expected) => {
    const fails = doing("fails", () => {
      throw value;
    });

    expect(await readBack(["fails"], { tools: [fails] })).toEqual([expected]);
  });

  const returned: readonly (readonly [title: string, value: unknown, expected: string])[] = [
    ["text", "as it is\n", "as it is\n"],
    ["nothing", undefined, ""],
    ["null", null, "null"],
    ["a number", 0.5, "0.5"],
    ["an object", { city: "Recife", degrees: [22, null] }, '{"city":"Recife","degrees":[22,null]}'],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["a cycle", circular, "<ref *1> { name: 'loop', self: [Circular *1] }"],
    ["a Map", new Map([["a", 1]]), "Map(1) { 'a' => 1 }"],
    ["a bigint", 10n, "10n"],
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a function", never, "[Function: never]"],
    ["text with artifacts", { text: "drawn", artifacts: [{ name: "a.txt", data: "a" }] }, "drawn"],
  ];
  test.each(returned)("a tool that returns %s", async (_title, value, expected) => {
    const tools = [doing("at_once", () => value), doing("later", () => Promise.resolve(value))];

    const [atOnce, later] = await readBack(["at_once", "later"], { tools });

    expect(atOnce).toBe(expected);
    expect(later).toBe(expected.replace("drawn", "drawn\n(artifact 'a.txt' exists already; kept as 'a-2.txt')"));
  });

  test.each([
    {
      title: "some",
      definition: { tools: [doing("b", () => ""), doing("a", () => "")], team: [agent("child", [])] },
      available: "a, ask_child, b",
    },
    { title: "none", definition: {}, available: "none" },
  ])("unknown tools, where there are $title", async ({ definition, available }) => {
    expect(await readBack(["ghost", ""], definition)).toEqual([
      `unknown tool 'ghost'; available: ${available}`,
      `unknown tool ''; available: ${available}`,
    ]);
  });

  const weather = tool({
    name: "get_weather",
    description: "Tells the weather.",
    parameters: z
      .object({ city: z.string(), at: z.object({ hours: z.array(z.number().max(24)) }).optional() })
      .refine(({ city }) => city !== "Atlantis", "no such place"),
    execute: () => "never reached",
  });

  test("wrong arguments: each problem with its path, on one line, without a link", async () => {
    const wrong = "AgentToolError: invalid arguments for get_weather: ";
    const calls: Asked[] = [
      ["get_weather", {}],
      ["get_weather", { city: 7, at: { hours: [1, 99] } }],
      ["get_weather", { city: "Atlantis" }],
      ["get_weather", "Recife"],
      ["get_weather", "[]"],
      ["get_weather", '"Recife"'],
      ["get_weather", ""],
    ];

    const read = await readBack(calls, { tools: [weather] });

    expect(read).toEqual([
      `${wrong}city: Invalid input: expected string, received undefined`,
      `${wrong}city: Invalid input: expected string, received number; at.hours.1: Too big: expected number to be <=24`,
      `${wrong}(root): no such place`,
      `${wrong}(root): not valid JSON (Unexpected token 'R', "Recife" is not valid JSON)`,
      `${wrong}(root): not a JSON object but an array`,
      `${wrong}(root): not a JSON object but a string`,
      `${wrong}city: Invalid input: expected string, received undefined`,
    ]);
  });

  test("a time limit, and a missing artifact", async () => {
    const tools = [
      doing("slow", never, { timeoutSeconds: 5 }),
      doing("find", ({ artifacts }) => artifacts.require("chart.png").name),
    ];

    expect(await readBack(["slow", "find"], { tools }, { artifacts: [{ name: "bike.png", data: "" }] })).toEqual([
      "AgentToolError: slow did not finish within 5 s",
      "AgentToolError: no artifact named 'chart.png'; available: bike.png",
    ]);
  });

  test("calls that were not run, when a further turn follows", async () => {
    const model = scripted([asks(["echo", { text: "one" }, "a"], ["echo", {}, "b"], ["ghost", {}, "c"]), "the best answer"]);

    const run = await play(agent("caller", model, { tools: [echo], budget: { maxToolCalls: 1, wrapUp: true } }));

    expect(model.requests[1]?.messages.slice(3)).toEqual([
      { role: "tool", content: "one", callId: "a" },
      { role: "tool", content: "AgentToolError: not run: max_tool_calls", callId: "b" },
      { role: "tool", content: "AgentToolError: not run: max_tool_calls", callId: "c" },
      { role: "user", content: "Your budget is used up (max_tool_calls). Give your best answer now, from what you have." },
    ]);
    expect(run.totalSteps).toBe(3);
  });
});

describe("what a model reads of its specialists", () => {
  const write = doing("write", ({ agent: name }) => ({
    text: "",
    artifacts: [
      { name: "a.md", data: name },
      { name: "b.md", data: name },
    ],
  }));

  const ended: readonly (readonly [
    title: string,
    replies: readonly ScriptedReply[],
    definition: Definition,
    expected: string,
  ])[] = [
    ["answered", ["the conclusion"], {}, "the conclusion"],
    ["without a text", [""], {}, "(the sub-agent produced no answer)"],
    ["with artifacts", [asks("write"), "written"], { tools: [write] }, "written\n\nProduced: child/a.md, child/b.md"],
    [
      "with artifacts and without a text",
      [asks("write"), ""],
      { tools: [write] },
      "(the sub-agent produced no answer)\n\nProduced: child/a.md, child/b.md",
    ],
    [
      "cut with a text",
      [{ text: "so far", ...asks("echo") }],
      { tools: [echo], budget: { maxSteps: 1 } },
      "[stopped: max_steps] so far",
    ],
    [
      "cut without one",
      [asks("echo")],
      { tools: [echo], budget: { maxToolCalls: 0 } },
      "[stopped: max_tool_calls] (the sub-agent produced no answer)",
    ],
    [
      "cut with artifacts",
      [asks("write", "write")],
      { tools: [write], budget: { maxSteps: 2 } },
      "[stopped: max_steps] (the sub-agent produced no answer)\n\nProduced: child/a.md, child/b.md",
    ],
    [
      "out of time",
      [{ text: "so far", ...asks("hang") }],
      { tools: [doing("hang", never)], budget: { maxSeconds: 2 } },
      "[stopped: timeout] so far",
    ],
    [
      "failed",
      [{ error: Object.assign(new Error("down"), { name: "RuntimeError" }) }],
      {},
      "[stopped: error] RuntimeError: down",
    ],
  ];
  test.each(ended)("one that ended %s", async (_title, replies, definition, expected) => {
    expect(await readBack([ask("child")], { team: [agent("child", replies, definition)] })).toEqual([expected]);
  });

  test("several of one turn in the order they were asked for, whichever ended first", async () => {
    const slow = agent("slow", [{ text: "slow", delaySeconds: 3 }]);
    const quick = agent("quick", [{ text: "quick", delaySeconds: 1 }]);

    expect(
      await readBack([ask("slow"), ["echo", { text: "tool" }], ask("quick"), ask("slow_too")], {
        tools: [echo],
        team: [slow, quick, agent("slow_too", [{ text: "too", delaySeconds: 2 }])],
      }),
    ).toEqual(["slow", "tool", "quick", "too"]);
  });

  test("a long conclusion is cut in the middle for the parent and kept whole in the trace", async () => {
    const long = `${"a".repeat(60)}${"z".repeat(60)}`;
    const model = scripted([asks(ask("child")), "done"]);

    const { steps } = await play(agent("lead", model, { team: [delegate(agent("child", [long]), { maxConclusionChars: 100 })] }));

    expect({ read: model.requests[1]?.messages.at(-1)?.content, kept: steps[1]?.output }).toEqual({
      read: `${"a".repeat(28)}\n[… 20 or more characters left out of 120 …]\n${"z".repeat(27)}`,
      kept: long,
    });
  });
});

describe("what a model reads of a delegation that is refused", () => {
  const refused = (reason: string): string => `AgentToolError: delegation refused: ${reason}. Answer with what you have.`;

  test("for a cycle: the name, the path and the limit", async () => {
    const child: AgentLogic = agent("child", [asks(ask("lead")), "alone then"], { team: () => [lead] });
    const model = scripted([asks(ask("child")), "done"]);
    const lead: AgentLogic = agent("lead", model, { team: [child] });

    const { steps } = await play(lead);

    expect(steps[1]?.kind === "agent" && steps[1].children[1]?.observation).toBe(
      refused("a cycle, 'lead' already stands 1 time on the path lead > child (max 1 without recursion)"),
    );
    expect(steps[1]?.observation).toBe("alone then");
  });

  const child = agent("child", ["found", "found too"]);
  const rows: readonly (readonly [
    title: string,
    definition: Definition,
    options: PlayOptions,
    calls: number,
    expected: readonly string[],
  ])[] = [
    ["for depth", { team: [child] }, { maxDepth: 0 }, 1, [refused("already 0 levels deep (max 0)")]],
    [
      "for a used-up pool of agents",
      { team: [child] },
      { pool: { maxAgents: 1 } },
      2,
      ["found", refused("already 1 specialists started in this run (max 1)")],
    ],
    [
      "for a used-up share",
      { team: [delegate(child, { share: 0.1 })] },
      { pool: { maxSteps: 11 } },
      1,
      [refused("the share comes to 0 steps (at least 1 is needed)")],
    ],
  ];
  test.each(rows)("%s: the reason, the number, the limit", async (_title, definition, options, calls, expected) => {
    expect(await readBack(Array<Asked>(calls).fill(ask("child")), definition, options)).toEqual(expected);
  });

  test("for typed parameters that do not fit: the reason, as for a tool", async () => {
    const typed = delegate(child, { parameters: z.object({ city: z.string() }), goal: ({ city }) => `About ${city}.` });

    expect(await readBack([["ask_child", { town: "Recife" }]], { team: [typed] })).toEqual([
      "AgentToolError: invalid arguments for ask_child: city: Invalid input: expected string, received undefined",
    ]);
  });

  test("an agent that may delegate to itself is refused nothing but depth", async () => {
    const model = scripted.byPath({ "*": [asks(ask("self")), "back"] });
    const self: AgentLogic = fromAgent({
      name: "self",
      description: "Itself.",
      model,
      team: () => [delegate(self, { recursion: true })],
    });

    await play(self, { maxDepth: 1 });

    expect(model.requests.map(({ path, turn, messages }) => `${path} ${turn} ${messages.at(-1)?.content}`)).toEqual([
      "0 1 Do it.",
      "0/1.0 1 Help.",
      `0/1.0 2 ${refused("already 1 levels deep (max 1)")}`,
      "0 2 back",
    ]);
  });
});
