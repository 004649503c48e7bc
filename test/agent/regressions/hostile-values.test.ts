import { createActor } from "xstate";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { DefinitionError, delegate, fromAgent, run, scripted, start, tool, type AgentDefinition, type RunOptions } from "../../../src/index.ts";
import { thrownBy } from "../../core/thrown.ts";
import { agent } from "../conformance/cast.ts";

/** Values that throw when they are read, or that no type would let through, are wrong definitions and nothing else. */

const thrown = new Error("no reading");
const refuse = (): never => {
  throw thrown;
};
const hostile = (): never => new Proxy({}, { get: refuse, ownKeys: refuse }) as never;
const withGetter = (field: string): never => Object.defineProperty({ name: "lead", model: scripted([]) }, field, { get: refuse, enumerable: true }) as never;

describe("a definition that throws when it is read", () => {
  test.each([
    { title: "an agent", define: () => fromAgent(hostile()) },
    { title: "an agent's model", define: () => fromAgent({ name: "lead", model: hostile() }) },
    { title: "a field of an agent", define: () => fromAgent(withGetter("instructions")) },
    { title: "the name of an agent", define: () => fromAgent(withGetter("name")) },
    { title: "a budget", define: () => fromAgent({ name: "lead", model: scripted([]), budget: hostile() }) },
    { title: "a tool", define: () => tool(hostile()) },
    { title: "a tool's parameters", define: () => tool({ name: "t", description: "d", parameters: hostile(), execute: () => "" }) },
    { title: "the terms of a delegation", define: () => delegate(agent("helper", []), hostile()) },
    { title: "a share", define: () => delegate(agent("helper", []), { share: hostile() }) },
  ])("is a DefinitionError that says so: $title", ({ define }) => {
    const error = thrownBy(define);

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as DefinitionError).value).toBe(thrown);
  });

  test("names the agent whose name can be read", () => {
    expect(thrownBy(() => fromAgent(withGetter("instructions")))).toHaveProperty(
      "message",
      "agent 'lead': what a field holds is Error: no reading; allowed: data that can be read",
    );
  });

  test("is read once: what was checked is what is used", async () => {
    const told: unknown[] = ["Be brief.", 5];
    const definition: AgentDefinition = { name: "lead", model: scripted(["fine"]) };
    Object.defineProperty(definition, "instructions", { get: () => told.shift(), enumerable: true });

    expect((await run(fromAgent(definition), "Do it.")).instructions).toBe("Be brief.");
  });
});

describe("a team that is read when the run starts", () => {
  const allowed = "allowed: a list of agents and delegations";

  test.each([
    { title: "throws", team: refuse, message: `agent 'lead': team is Error: no reading; ${allowed}` },
    {
      title: "is a list that throws",
      team: () => new Proxy([], { get: refuse }),
      message: `agent 'lead': team is Error: no reading; ${allowed}`,
    },
    {
      title: "has a hole",
      team: () => new Array<never>(1),
      message: "agent 'lead': team.0 is undefined; allowed: what fromAgent(...) or delegate(...) returns",
    },
    {
      title: "makes a wrong member",
      team: () => [agent("Helper", [])],
      message: "agent 'Helper': name is 'Helper'; allowed: a name of at most 64 characters: a small letter, then small letters, digits, _ and -",
    },
  ])("is a wrong definition when it $title", async ({ team, message }) => {
    const error = await run(agent("lead", ["fine"], { team }), "Do it.").catch((reason: unknown) => reason);

    expect(error).toBeInstanceOf(DefinitionError);
    expect((error as Error).message).toBe(message);
  });
});

const wrongOptions: readonly { readonly title: string; readonly options: unknown; readonly message: string | RegExp }[] = [
  { title: "null", options: null, message: "the run's options: the value is null; allowed: an object of options" },
  { title: "a list", options: [], message: "the run's options: the value is []; allowed: an object of options" },
  { title: "a function", options: refuse, message: "the run's options: the value is [Function: refuse]; allowed: an object of options" },
  {
    title: "a signal that only looks like one",
    options: { signal: Object.create(AbortSignal.prototype) as AbortSignal },
    message: /^the run's options: what a field holds is TypeError.*; allowed: data that can be read$/u,
  },
  { title: "an observer that is none", options: { onEvent: 5 }, message: "the run's options: onEvent is 5; allowed: a function" },
  { title: "an inspector that is none", options: { inspect: 5 }, message: "the run's options: inspect is 5; allowed: a function or an Observer" },
  {
    title: "options that throw",
    options: hostile(),
    message: "the run's options: what a field holds is Error: no reading; allowed: data that can be read",
  },
];

describe("wrong options", () => {
  test.each(wrongOptions)("are refused alike by run and start: $title", async ({ options, message }) => {
    const lead = agent("lead", ["fine"]);

    expect(() => start(lead, "Do it.", options as RunOptions)).toThrow(message);
    await expect(run(lead, "Do it.", options as RunOptions)).rejects.toThrow(message);
    expect(thrownBy(() => start(lead, "Do it.", options as RunOptions))).toBeInstanceOf(DefinitionError);
  });

  test("end a bare actor `failed`, also when they throw", () => {
    const actor = createActor(agent("lead", ["fine"]), { input: hostile() });

    actor.start();

    const { status, value, output } = actor.getSnapshot();
    expect({ status, value, error: output?.error }).toEqual({ status: "done", value: "failed", error: "Error: no reading" });
  });
});

describe("the price of a model", () => {
  test.each([
    { price: 5, message: "agent 'lead': model.price: the value is 5; allowed: prices, { input, output, cached? }" },
    { price: {}, message: "agent 'lead': model.price: input is undefined; allowed: an amount of money of at least 0" },
    { price: { input: Number.NaN, output: 1 }, message: "agent 'lead': model.price: input is NaN; allowed: an amount of money of at least 0" },
    { price: { input: 1, output: -1 }, message: "agent 'lead': model.price: output is -1; allowed: an amount of money of at least 0" },
    { price: { input: 1, output: Infinity }, message: "agent 'lead': model.price: output is Infinity; allowed: an amount of money of at least 0" },
    { price: { input: 1, output: 1, cached: "1" }, message: "agent 'lead': model.price: cached is '1'; allowed: an amount of money of at least 0" },
  ])("is money, or the definition is wrong: $price", ({ price, message }) => {
    const model = { name: "m", supportsTools: true, price, respond: () => Promise.resolve({ text: "" }) };

    expect(thrownBy(() => fromAgent({ name: "lead", model: model as never, budget: { maxCost: 1 } }))).toHaveProperty("message", message);
  });

  test("costs what can still be booked, however high it is", async () => {
    const price = { input: 1e308, output: 1e308 };
    const lead = agent("lead", scripted([{ text: "dear", usage: { inputTokens: 7, outputTokens: 5 } }], { price }));

    const { usage } = await run(lead, "Do it.");

    expect(usage.own.cost).toBe(Number.MAX_SAFE_INTEGER / 1e6);
  });
});

test("a zod object that throws when JSON Schema is made of it is a wrong definition", () => {
  const parameters = z.object({
    get broken(): z.ZodString {
      return refuse();
    },
  });

  expect(thrownBy(() => delegate(agent("helper", []), { parameters }))).toBeInstanceOf(DefinitionError);
});
