import { describe, expect, test } from "vitest";
import { DefinitionError, fromAgent, run, scripted } from "../../../src/index.ts";
import { agent, asks, doing, echo, never, play } from "./cast.ts";
import { outline } from "./outline.ts";

const forEver = (): ReturnType<typeof scripted> => scripted([asks("echo")], { repeatLast: true });

describe("the ceilings", () => {
  test.each([
    {
      title: "case 13: maxSteps 4 stops a model that never stops asking after 4 steps",
      maxSteps: 4,
      steps: ["chat", "echo", "chat", "echo"],
    },
    {
      title: "case 13 (decided otherwise): maxSteps 3 is never exceeded by the call that would be the fourth step",
      maxSteps: 3,
      steps: ["chat", "echo", "chat"],
    },
    { title: "case 13 (decided otherwise): maxSteps 1 is one model turn", maxSteps: 1, steps: ["chat"] },
  ])("$title", async ({ maxSteps, steps }) => {
    const {
      stopReason,
      succeeded,
      output,
      error,
      limit,
      steps: taken,
    } = await play(agent("runaway", forEver(), { tools: [echo], budget: { maxSteps } }));

    expect({ stopReason, succeeded, output, error, limit, steps: taken.map(({ name }) => name) }).toEqual({
      stopReason: "max_steps",
      succeeded: false,
      output: "",
      error: null,
      limit: { name: "maxSteps", scope: "budget", value: maxSteps },
      steps,
    });
  });

  test("case 13: the default of 12 steps cuts a runaway after 6 model calls", async () => {
    const { stopReason, totalSteps, usage } = await play(agent("runaway", forEver(), { tools: [echo] }));

    expect({ stopReason, totalSteps, modelCalls: usage.subtree.modelCalls }).toEqual({
      stopReason: "max_steps",
      totalSteps: 12,
      modelCalls: 6,
    });
  });

  test("case 13 (decided otherwise): maxSteps 2 admits one of five calls of a turn and lists the others as not run", async () => {
    const played = await play(
      agent("greedy", [asks("echo", "echo", "echo", "echo", "echo")], { tools: [echo], budget: { maxSteps: 2 } }),
    );

    const notRun = Array<string>(4).fill("echo (max_steps)").join(", ");
    expect({ steps: outline(played), stopReason: played.stopReason }).toEqual({
      steps: [`chat "" -> echo; not run: ${notRun}`, "echo {} = echoed"],
      stopReason: "max_steps",
    });
  });

  test("case 14: maxToolCalls 2 stops with two calls, one a turn", async () => {
    const played = await play(agent("runaway", forEver(), { tools: [echo], budget: { maxToolCalls: 2 } }));

    const { stopReason, limit, toolCalls } = played;
    expect({ steps: outline(played), stopReason, limit, toolCalls }).toEqual({
      steps: [
        'chat "" -> echo',
        "echo {} = echoed",
        'chat "" -> echo',
        "echo {} = echoed",
        'chat "" -> nothing; not run: echo (max_tool_calls)',
      ],
      stopReason: "max_tool_calls",
      limit: { name: "maxToolCalls", scope: "budget", value: 2 },
      toolCalls: ["echo", "echo"],
    });
  });

  test("case 14 (decided otherwise): a model that has used up its calls may still answer", async () => {
    const played = await play(
      agent("modest", [asks("echo", "echo"), "the answer"], { tools: [echo], budget: { maxToolCalls: 2 } }),
    );

    expect({ stopReason: played.stopReason, output: played.output }).toEqual({ stopReason: "completed", output: "the answer" });
  });

  test("case 15 (decided otherwise): the clock interrupts a chain of 0.05 s tools at 0.08 s, inside the second", async () => {
    const slow = agent("slow", scripted([asks("nap")], { repeatLast: true }), {
      tools: [doing("nap", never, { timeoutSeconds: 0.05 })],
      budget: { maxSeconds: 0.08 },
    });

    const played = await play(slow);

    const { stopReason, limit, error, seconds } = played;
    expect({ steps: outline(played), stopReason, limit, error, seconds }).toEqual({
      steps: [
        'chat "" -> nap',
        "nap {} != AgentToolError: nap did not finish within 0.05 s",
        'chat "" -> nap',
        "nap {} !=  ! timeout",
      ],
      stopReason: "timeout",
      limit: { name: "maxSeconds", scope: "budget", value: 0.08 },
      error: "timeout",
      seconds: 0.08,
    });
  });

  test("case 16: a cut run keeps the last text of its model that was not empty, and is not succeeded", async () => {
    const replies = [{ text: "a draft", ...asks("echo") }, asks("echo")];

    const { output, stopReason, succeeded } = await play(agent("cut", replies, { tools: [echo], budget: { maxSteps: 4 } }));

    expect({ output, stopReason, succeeded }).toEqual({ output: "a draft", stopReason: "max_steps", succeeded: false });
  });

  const count = "a whole number of at least 1";
  const seconds = "a number of seconds above 0";
  test.each([
    { budget: { maxSteps: 0 }, field: "maxSteps", allowed: count },
    { budget: { maxSteps: -1 }, field: "maxSteps", allowed: count },
    { budget: { maxSeconds: 0 }, field: "maxSeconds", allowed: seconds },
    { budget: { maxTokens: 0 }, field: "maxTokens", allowed: "a whole number of at least 1, or null for no ceiling" },
    { budget: { maxToolCalls: -1 }, field: "maxToolCalls", allowed: "a whole number of at least 0, or null for no ceiling" },
  ])("case 17: a budget of $budget is refused in a definition and in a run's options", async ({ budget, field, allowed }) => {
    const value = Object.values(budget)[0];
    const wrong = (subject: string): DefinitionError => new DefinitionError({ subject, field, value, allowed });

    expect(() => fromAgent({ name: "plain", model: scripted([]), budget })).toThrow(wrong("agent 'plain': budget"));
    await expect(run(agent("plain", ["never asked"]), "Do it.", { budget })).rejects.toThrow(wrong("the run's options: budget"));
  });

  test("case 17 (decided otherwise): no tool call at all is a budget one may set", async () => {
    const played = await play(agent("barred", [asks("echo")], { tools: [echo], budget: { maxToolCalls: 0 } }));

    expect({ steps: outline(played), stopReason: played.stopReason, limit: played.limit }).toEqual({
      steps: ['chat "" -> nothing; not run: echo (max_tool_calls)'],
      stopReason: "max_tool_calls",
      limit: { name: "maxToolCalls", scope: "budget", value: 0 },
    });
  });
});
