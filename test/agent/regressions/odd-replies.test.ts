import { describe, expect, test } from "vitest";
import { z } from "zod";
import { delegate, fromAgent, parseTrace, run, tool, type Model, type ModelReply } from "../../../src/index.ts";
import { assertConserved } from "../../../src/testing/index.ts";
import { leftoversOf } from "../../support/quiet.ts";
import { agent, asks, doing } from "../conformance/cast.ts";

/** Replies, arguments and results that are shaped like nothing a script would hold. */

/** A model that gives its replies as they are, unchecked. */
function raw(...replies: readonly unknown[]): Model {
  return { name: "raw", supportsTools: true, respond: ({ turn }) => Promise.resolve(replies[turn - 1] as ModelReply) };
}

const named = (name: string, model: Model, rest: object = {}) => fromAgent({ name, description: `Knows about ${name}.`, model, ...rest });

test("a hole in a list of calls is a call without a name, and the run goes on", async () => {
  const ended = await run(named("lead", raw({ text: "", calls: new Array(2) }, { text: "fine" })), "Do it.");

  expect([ended.output, ...ended.steps.map(({ name, observation }) => `${name}: ${observation}`), ...leftoversOf({ run: ended })]).toEqual([
    "fine",
    "chat: ",
    "unknown: unknown tool ''; available: none",
    "unknown: unknown tool ''; available: none",
    "chat: ",
  ]);
});

test("a hole in a list of artifacts is an observation", async () => {
  const make = doing("make", () => ({ text: "made", artifacts: new Array(1) }));
  const ended = await run(agent("lead", [asks("make"), "fine"], { tools: [make] }), "Do it.");

  expect(ended.steps[1]?.observation).toBe("AgentToolError: an artifact must be an object: { name, data }");
  expect(leftoversOf({ run: ended })).toEqual([]);
});

test("arguments that throw when they are read become text, and the run goes on", async () => {
  const args = Object.defineProperty({}, "a", {
    enumerable: true,
    get: () => {
      throw new Error("no reading");
    },
  });
  const ended = await run(named("lead", raw({ text: "", calls: [{ name: "ghost", arguments: args }] }, { text: "fine" })), "Do it.");

  expect({ output: ended.output, leftovers: leftoversOf({ run: ended }) }).toEqual({ output: "fine", leftovers: [] });
});

describe("token counts beyond any model", () => {
  test.each([Number.MAX_SAFE_INTEGER, 2e9])("are no report: %d", async (inputTokens) => {
    const usage = { inputTokens, outputTokens: inputTokens };
    const call = { text: "", calls: [{ name: "ghost", arguments: {} }], usage };

    const ended = await run(named("lead", raw(call, call, { text: "fine", usage })), "Do it.");

    assertConserved(ended);
    expect(ended.steps.every((step) => step.kind !== "model" || step.estimated > 0)).toBe(true);
    expect(parseTrace(JSON.stringify(ended), "the trace").output).toBe("fine");
  });
});

describe("arguments that a schema lets through as they are", () => {
  const given = { deep: { list: [1] } };

  test("belong to the tool: what it does to them reaches neither trace nor history", async () => {
    const spoil = tool({
      name: "spoil",
      description: "Spoils its arguments.",
      parameters: z.object({ deep: z.any() }),
      execute: ({ deep }) => (deep as { list: unknown[] }).list.push(deep),
    });
    const ended = await run(agent("lead", [asks(["spoil", given]), "fine"], { tools: [spoil] }), "Do it.");

    expect(ended.output).toBe("fine");
    expect(ended.steps[1]?.arguments).toEqual(given);
  });

  test("belong to the goal builder of a delegation", async () => {
    const goal = ({ deep }: { deep?: unknown }): string => `a list of ${(deep as { list: unknown[] }).list.push(deep)}`;
    const helper = delegate(agent("helper", ["done"]), { parameters: z.object({ deep: z.any() }), goal });
    const ended = await run(agent("lead", [asks(["ask_helper", given]), "fine"], { team: [helper] }), "Do it.");

    expect(ended.output).toBe("fine");
    expect(ended.steps[1]?.arguments).toEqual(given);
  });
});

describe("artifacts handed down", () => {
  test.each([
    { title: "strict", parameters: z.strictObject({ topic: z.string() }) },
    { title: "with a catch-all of another type", parameters: z.object({ topic: z.string() }).catchall(z.number()) },
    { title: "loose", parameters: z.looseObject({ topic: z.string() }) },
    { title: "plain", parameters: z.object({ topic: z.string() }) },
  ])("are no parameter, so a schema that is $title has nothing to say against them", async ({ parameters }) => {
    const make = doing("make", () => ({ text: "made", artifacts: [{ name: "a.png", data: "x" }] }));
    const list = doing("list", ({ artifacts }) => artifacts.names());
    const helper = delegate(agent("helper", [asks("list"), "done"], { tools: [list] }), { parameters });
    const script = [asks("make"), asks(["ask_helper", { topic: "bikes", artifacts: ["a.png"] }]), "fine"];

    const { steps } = await run(agent("lead", script, { tools: [make], team: [helper] }), "Do it.");

    const step = steps[3];
    if (step?.kind !== "agent") throw new Error("the fourth step is no delegation");
    expect([step.outcome, step.goal, step.children[1]?.observation]).toEqual(["answered", '{"topic":"bikes"}', '["a.png"]']);
  });
});
