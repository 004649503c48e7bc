import { describe, expect, it, test } from "vitest";
import { DefinitionError, ModelError } from "../../src/core/errors.ts";
import type { Model, ModelPrice } from "../../src/core/model.ts";
import { withFallback } from "../../src/models/fallback.ts";
import { offline } from "../../src/models/offline.ts";
import { withPrices, type PriceTable } from "../../src/models/prices.ts";
import { withRetry } from "../../src/models/retry.ts";
import { scripted } from "../../src/models/scripted.ts";
import { fromAgent } from "../../src/agent/from-agent.ts";
import { run } from "../../src/agent/run.ts";
import { ask, playing } from "./asking.ts";
import { describeModelContract } from "./contract.ts";

const table: PriceTable = { small: { input: 0.5, output: 2 }, large: { input: 5, cached: 0.5, output: 20 } };
const usage = { inputTokens: 1_000, outputTokens: 100 };
const named = (name: string, price?: ModelPrice): Model => ({ ...playing([{ reply: { text: "here I am", usage } }], name), ...(price ? { price } : {}) });

describeModelContract("a model with prices", (pace) => {
  const echo = scripted([({ messages, turn }) => ({ text: `${messages.at(-1)?.content}`, delaySeconds: pace === "slow" ? turn : 0 })], { repeatLast: true });
  return withPrices(echo, { input: 1, output: 2 });
});

describe("withPrices", () => {
  test.each<{ title: string; model: Model; prices: ModelPrice | PriceTable; expected: ModelPrice | undefined }>([
    { title: "one price is the model's", model: named("any"), prices: { input: 1, output: 2 }, expected: { input: 1, output: 2 } },
    { title: "a price of nothing is a price", model: named("any"), prices: { input: 0, output: 0 }, expected: { input: 0, output: 0 } },
    { title: "a table is asked for the model's name", model: named("large"), prices: table, expected: { input: 5, cached: 0.5, output: 20 } },
    { title: "a model that the table does not have has none", model: named("medium"), prices: table, expected: undefined },
    { title: "an empty table knows nothing", model: named("medium"), prices: {}, expected: undefined },
    { title: "a name that every object has is in no table", model: named("constructor"), prices: table, expected: undefined },
    { title: "a price of the model's own stays where the table has none", model: offline(), prices: table, expected: { input: 0, output: 0 } },
    { title: "the table goes before the model's own price", model: named("small", { input: 9, output: 9 }), prices: table, expected: { input: 0.5, output: 2 } },
    { title: "a table may have models called input and output", model: named("input"), prices: { input: { input: 1, output: 2 }, output: { input: 3, output: 4 } }, expected: { input: 1, output: 2 } },
  ])("$title", ({ model, prices, expected }) => {
    const priced = withPrices(model, prices);

    expect({ ...priced, respond: undefined }).toStrictEqual({
      name: model.name,
      supportsTools: true,
      ...(expected ? { price: expected } : {}),
      respond: undefined,
    });
  });

  it("hands on replies as they are", async () => {
    expect((await ask(withPrices(named("small"), table))).reply).toStrictEqual({ text: "here I am", usage });
  });

  it("keeps the prices it was given", () => {
    const prices = { small: { input: 1, output: 2 } };
    const priced = withPrices(named("small"), prices);
    prices.small.input = 100;

    expect(priced.price).toEqual({ input: 1, output: 2 });
  });

  test.each([
    { title: "of the model that answered", first: named("small"), prices: table, expected: { model: "small", price: { input: 0.5, output: 2 } } },
    { title: "null where the table does not have that model", first: named("medium"), prices: table, expected: { model: "medium", price: null } },
    { title: "the model's own where the table does not have it", first: named("medium", { input: 7, output: 7 }), prices: table, expected: { model: "medium", price: { input: 7, output: 7 } } },
    { title: "the one given for all", first: named("medium"), prices: { input: 1, output: 2 }, expected: { model: "medium", price: { input: 1, output: 2 } } },
  ])("around a fallback, the price is $title", async ({ first, prices, expected }) => {
    const { reply } = await ask(withPrices(withFallback([first, named("large")]), prices));

    expect(reply).toStrictEqual({ text: "here I am", usage, ...expected });
  });

  test("around a fallback, failed tries are priced by their model too", async () => {
    const failing = playing([{ error: new ModelError("cut off", { usage }) }], "large");

    const { told } = await ask(withPrices(withFallback([failing, named("small")]), table));

    expect(told).toEqual([{ error: "ModelError: cut off", usage, model: "large", price: table.large }]);
  });

  test.each([
    { title: "in the table", model: named("small"), expected: { input: 0.5, output: 2 } },
    { title: "of its own", model: named("medium", { input: 7, output: 7 }), expected: { input: 7, output: 7 } },
    { title: "at all", model: named("medium"), expected: null },
  ])("a reply that names a version of the model costs what the model does, when it has a price $title", async ({ model, expected }) => {
    const versioned: Model = { ...model, respond: async (...given) => ({ ...(await model.respond(...given)), model: "version-2" }) };

    expect((await ask(withPrices(versioned, table))).reply).toMatchObject({ model: "version-2", price: expected });
  });
});

describe("the cost of a run", () => {
  const one = (model: Model, maxCost?: number) => fromAgent({ name: "one", model, ...(maxCost === undefined ? {} : { budget: { maxCost } }) });

  it("is what the tokens cost at the price", async () => {
    expect((await run(one(withPrices(named("large"), table)), "go")).usage.own.cost).toBe(0.007);
  });

  it("is null, not zero, when the price is not known", async () => {
    const { usage: used, budget, pool } = await run(one(withPrices(named("medium"), table)), "go");

    expect([used.own.cost, used.subtree.cost, budget.spent.cost, pool.spent.cost]).toEqual([null, null, null, null]);
  });

  it("has a ceiling only where the price is known", async () => {
    expect((await run(one(withPrices(named("large"), table), 1), "go")).stopReason).toBe("completed");
    await expect(async () => run(one(withPrices(named("medium"), table), 1), "go")).rejects.toThrow("the price of 'medium' is not");
  });

  it("counts failed tries at the same price", async () => {
    const failing = playing([{ error: new ModelError("cut off", { retryable: true, usage }) }, { reply: { text: "here I am", usage } }], "large");

    const { usage: used } = await run(one(withRetry(withPrices(failing, table), { baseSeconds: 0 })), "go");

    expect({ modelCalls: used.own.modelCalls, cost: used.own.cost }).toEqual({ modelCalls: 2, cost: 0.014 });
  });
});

describe("a wrong price", () => {
  const model = named("small");
  const money = "an amount of money of at least 0";
  test.each<{ title: string; prices: unknown; says: string }>([
    { title: "nothing", prices: undefined, says: "prices is undefined; allowed: a price, { input, output, cached? }, or a table of prices by model name" },
    { title: "a list", prices: [], says: "prices is []; allowed: a price" },
    { title: "a number", prices: 3, says: "prices is 3; allowed: a price" },
    { title: "half a price", prices: { input: 1 }, says: `price.output is undefined; allowed: ${money}` },
    { title: "a price with a typing error", prices: { input: 1, ouput: 2 }, says: "price.ouput is 2; allowed: no field of this name; there are input, cached, output" },
    { title: "a negative price", prices: { input: -1, output: 2 }, says: `price.input is -1; allowed: ${money}` },
    { title: "a price in words", prices: { input: "1", output: 2 }, says: `price.input is '1'; allowed: ${money}` },
    { title: "a price that is no number", prices: { input: NaN, output: 2 }, says: `price.input is NaN; allowed: ${money}` },
    { title: "cached tokens without end", prices: { input: 1, cached: Infinity, output: 2 }, says: `price.cached is Infinity; allowed: ${money}` },
    { title: "an entry that is no price", prices: { small: 3 }, says: "prices.small is 3; allowed: { input, cached, output }" },
    { title: "an entry of another model that is no price", prices: { ...table, other: { input: 1 } }, says: `prices.other.output is undefined; allowed: ${money}` },
    { title: "an entry without value", prices: { small: null }, says: "prices.small is null; allowed: { input, cached, output }" },
  ])("$title is refused when it is given", ({ prices, says }) => {
    const make = (): Model => withPrices(model, prices as PriceTable);

    expect(make).toThrow(DefinitionError);
    expect(make).toThrow(`withPrices of 'small': ${says}`);
  });

  it("is refused for something that is no model", () => {
    expect(() => withPrices("gpt" as never, table)).toThrow("withPrices: model is 'gpt'; allowed: a model: { name, supportsTools, respond }");
  });
});
