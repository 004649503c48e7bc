import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  AgentToolError,
  DefinitionError,
  DEFAULT_INSTRUCTIONS,
  fromAgent,
  ModelError,
  scripted,
  tool,
} from "../../../src/index.ts";
import { agent, asks, doing, echo, play } from "./cast.ts";
import { outline } from "./outline.ts";

describe("the loop", () => {
  test("case 1: a plain answer is the output of a run that completed without a tool call", async () => {
    const { output, stopReason, succeeded, error, limit, toolCalls, totalSteps } = await play(agent("plain", ["the answer"]));

    expect({ output, stopReason, succeeded, error, limit, toolCalls, totalSteps }).toEqual({
      output: "the answer",
      stopReason: "completed",
      succeeded: true,
      error: null,
      limit: null,
      toolCalls: [],
      totalSteps: 1,
    });
  });

  test.each([
    { title: "tools", rest: { tools: [echo] } },
    { title: "a team", rest: { team: [agent("child", [])] } },
    { title: "a team that is read later", rest: { team: () => [] } },
  ])("case 2 (decided otherwise): $title on a model that cannot call tools is a wrong definition", ({ rest }) => {
    const model = scripted(["never asked"], { name: "mute", supportsTools: false });

    expect(() => fromAgent({ name: "handy", model, ...rest })).toThrow(
      new DefinitionError({
        subject: "agent 'handy'",
        field: "model",
        value: "mute",
        allowed: "a model that can call tools, since the agent has tools, skills or a team",
      }),
    );
  });

  test("case 2: a model that cannot call tools answers for an agent that has none", async () => {
    const model = scripted(["one shot"], { supportsTools: false });

    const { output, stopReason } = await play(agent("plain", model));

    expect({ output, stopReason, offered: model.requests.map(({ tools }) => tools) }).toEqual({
      output: "one shot",
      stopReason: "completed",
      offered: [[]],
    });
  });

  test.each([
    { title: "its own", instructions: "Be brief.", expected: "Be brief." },
    { title: "the default", instructions: undefined, expected: DEFAULT_INSTRUCTIONS },
  ])("case 3: the first two messages are $title instructions and the goal, unchanged", async ({ instructions, expected }) => {
    const model = scripted(["yes"]);
    const goal = "  What\n\tis “this”? {{budget}} ";

    await play(agent("plain", model, instructions === undefined ? {} : { instructions }), { goal });

    expect(model.requests.map(({ messages }) => messages)).toEqual([
      [
        { role: "system", content: expected },
        { role: "user", content: goal },
      ],
    ]);
  });

  test("case 4 (decided otherwise): a tool is offered as its name, description and schema, without a provider's wrapping", async () => {
    const model = scripted(["fine"]);
    const child = agent("child", []);

    await play(agent("lead", model, { tools: [echo], team: [child] }));

    expect(model.requests[0]?.tools).toEqual([
      {
        name: "echo",
        description: "Says the text again.",
        parameters: { type: "object", properties: { text: { default: "echoed", type: "string" } } },
      },
      {
        name: "ask_child",
        description: "Knows about child.",
        parameters: {
          type: "object",
          properties: {
            goal: { type: "string", description: "All that the specialist is told: it sees nothing of this conversation." },
          },
          required: ["goal"],
        },
      },
    ]);
  });

  test("case 5: a tool's result is the last message of the second request, under the id of its call", async () => {
    const model = scripted([{ text: "let me see", ...asks(["echo", { text: "hello" }]) }, "done"]);

    await play(agent("caller", model, { tools: [echo] }));

    expect(model.requests[1]?.messages.slice(2)).toEqual([
      { role: "assistant", content: "let me see", toolCalls: [{ id: "call_1_0", name: "echo", arguments: { text: "hello" } }] },
      { role: "tool", content: "hello", callId: "call_1_0" },
    ]);
  });

  test("case 6: a step keeps what was asked and what came of it, and steps are numbered from 0", async () => {
    const slow = doing("slow", ({ signal }) => new Promise((done) => signal.addEventListener("abort", done)), {
      timeoutSeconds: 0.5,
    });
    const { steps } = await play(agent("caller", [asks(["echo", { text: "hello" }], "slow"), "done"], { tools: [echo, slow] }));

    expect(
      steps.map(({ index, kind, name, arguments: args, output, error, seconds }) => ({
        index,
        kind,
        name,
        args,
        output,
        error,
        seconds,
      })),
    ).toEqual([
      { index: 0, kind: "model", name: "chat", args: null, output: "", error: null, seconds: 0 },
      { index: 1, kind: "tool", name: "echo", args: { text: "hello" }, output: "hello", error: null, seconds: 0 },
      {
        index: 2,
        kind: "tool",
        name: "slow",
        args: {},
        output: "",
        error: "AgentToolError: slow did not finish within 0.5 s",
        seconds: 0.5,
      },
      { index: 3, kind: "model", name: "chat", args: null, output: "done", error: null, seconds: 0 },
    ]);
  });

  test("case 7: two calls of one turn both run, and the model reads them in the order it asked", async () => {
    const model = scripted([asks(["echo", { text: "first" }], ["echo", { text: "second" }]), "done"]);

    const run = await play(agent("caller", model, { tools: [echo] }));

    expect(outline(run)).toEqual([
      'chat "" -> echo, echo',
      'echo {"text":"first"} = first',
      'echo {"text":"second"} = second',
      'chat "done"',
    ]);
    expect(model.requests[1]?.messages.slice(3)).toEqual([
      { role: "tool", content: "first", callId: "call_1_0" },
      { role: "tool", content: "second", callId: "call_1_1" },
    ]);
  });

  test("case 8: an unknown tool ends nothing, and the model reads which ones there are", async () => {
    const run = await play(
      agent("caller", [asks("ghost"), "recovered"], { tools: [echo, doing("act", () => "acted")], team: [agent("child", [])] }),
    );

    expect({ steps: outline(run), stopReason: run.stopReason, toolCalls: run.toolCalls }).toEqual({
      steps: ['chat "" -> ghost', "ghost {} != unknown tool 'ghost'; available: act, ask_child, echo", 'chat "recovered"'],
      stopReason: "completed",
      toolCalls: ["ghost"],
    });
  });

  test.each([
    {
      title: "case 9: a tool's deliberate failure",
      thrown: () => new AgentToolError("disco cheio"),
      expected: "AgentToolError: disco cheio",
    },
    {
      title: "case 10: any other exception",
      thrown: () => Object.assign(new Error("zz"), { name: "KeyError" }),
      expected: "KeyError: zz",
    },
  ])("$title reads the same in the trace and to the model, and the run completes", async ({ thrown, expected }) => {
    const model = scripted([asks("fails"), "recovered"]);
    const fails = doing("fails", () => {
      throw thrown();
    });

    const { steps, stopReason, output } = await play(agent("caller", model, { tools: [fails] }));

    const step = steps[1];
    expect({
      error: step?.error,
      observation: step?.observation,
      read: model.requests[1]?.messages.at(-1)?.content,
      stopReason,
      output,
    }).toEqual({
      error: expected,
      observation: expected,
      read: expected,
      stopReason: "completed",
      output: "recovered",
    });
  });

  test.each([
    {
      title: "at the first turn",
      replies: [{ error: new ModelError("backend is down") }],
      steps: ['chat "" ! ModelError: backend is down'],
    },
    {
      title: "at a later turn, and the steps taken are kept",
      replies: [asks("echo"), { error: new ModelError("backend is down") }],
      steps: ['chat "" -> echo', "echo {} = echoed", 'chat "" ! ModelError: backend is down'],
    },
  ])("case 11: a model that fails ends the run with error $title", async ({ replies, steps }) => {
    const run = await play(agent("caller", replies, { tools: [echo] }));

    const { stopReason, succeeded, output, error } = run;
    expect({ steps: outline(run), stopReason, succeeded, output, error }).toEqual({
      steps,
      stopReason: "error",
      succeeded: false,
      output: "ModelError: backend is down",
      error: "ModelError: backend is down",
    });
  });

  test.each([
    { sent: '"Recife"', problem: "not a JSON object but a string" },
    { sent: "[1]", problem: "not a JSON object but an array" },
    { sent: 7, problem: "not a JSON object but a number" },
    { sent: '{"city": ', problem: "not valid JSON (Unexpected end of JSON input)" },
  ])("case 12 (decided otherwise): arguments $sent are an observation and the tool does not run", async ({ sent, problem }) => {
    let ran = false;
    const weather = tool({ name: "weather", description: "Tells.", parameters: z.object({}), execute: () => (ran = true) });

    const run = await play(agent("caller", [asks(["weather", sent]), "recovered"], { tools: [weather] }));

    expect({ observation: run.steps[1]?.observation, ran, stopReason: run.stopReason }).toEqual({
      observation: `AgentToolError: invalid arguments for weather: (root): ${problem}`,
      ran: false,
      stopReason: "completed",
    });
  });

  test.each([undefined, null, "", "  ", "null", "{}"])(
    "case 12: arguments that are missing, null or empty (%j) count as {}",
    async (sent) => {
      const run = await play(agent("caller", [{ calls: [{ name: "echo", arguments: sent }] }, "done"], { tools: [echo] }));

      expect(run.steps[1]?.observation).toBe("echoed");
    },
  );
});
