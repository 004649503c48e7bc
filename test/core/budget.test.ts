import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { budgetOf, DEFAULT_BUDGET, fromMicro, poolOf, toMicro } from "../../src/core/budget.ts";
import { DefinitionError } from "../../src/core/errors.ts";
import { SEEDED } from "./seed.ts";
import { thrownBy } from "./thrown.ts";

const COUNT = "a whole number of at least 1";
const COUNT_OR_ZERO = "a whole number of at least 0, or null for no ceiling";
const COUNT_OR_NONE = "a whole number of at least 1, or null for no ceiling";
const SECONDS = "a number of seconds above 0";
const MONEY = "an amount of money above 0, or null for no ceiling";

const notNumbers = [
  { value: Number.NaN, shown: "NaN" },
  { value: Infinity, shown: "Infinity" },
  { value: -1, shown: "-1" },
  { value: "5", shown: "'5'" },
  { value: true, shown: "true" },
  { value: [], shown: "[]" },
];
const zero = { value: 0, shown: "0" };
const fraction = { value: 1.5, shown: "1.5" };
const none = { value: null, shown: "null" };
const unsafe = { value: 2 ** 53, shown: "9007199254740992" };

const BUDGET_KEYS = "maxSteps, maxSeconds, maxToolCalls, maxDelegations, maxTokens, maxCost, wrapUp";
const wrongBudgets = [
  { field: "maxSteps", allowed: COUNT, wrong: [...notNumbers, zero, fraction, none, unsafe] },
  { field: "maxSeconds", allowed: SECONDS, wrong: [...notNumbers, zero, none] },
  { field: "maxToolCalls", allowed: COUNT_OR_ZERO, wrong: [...notNumbers, fraction, unsafe] },
  { field: "maxDelegations", allowed: COUNT_OR_ZERO, wrong: [...notNumbers, fraction, unsafe] },
  { field: "maxTokens", allowed: COUNT_OR_NONE, wrong: [...notNumbers, zero, fraction, unsafe] },
  { field: "maxCost", allowed: MONEY, wrong: [...notNumbers, zero] },
  { field: "wrapUp", allowed: "true or false", wrong: [none, zero, { value: "yes", shown: "'yes'" }] },
  { field: "maxStep", allowed: `no key of this name; the keys are ${BUDGET_KEYS}`, wrong: [{ value: 3, shown: "3" }] },
];
const POOL_KEYS = "maxSteps, maxAgents, maxTokens, maxCost, maxToolCalls";
const wrongPools = [
  { field: "maxSteps", allowed: COUNT, wrong: [...notNumbers, zero, fraction, none, unsafe] },
  { field: "maxAgents", allowed: COUNT, wrong: [...notNumbers, zero, fraction, none, unsafe] },
  { field: "maxTokens", allowed: COUNT_OR_NONE, wrong: [...notNumbers, zero, fraction, unsafe] },
  { field: "maxCost", allowed: MONEY, wrong: [...notNumbers, zero] },
  { field: "maxToolCalls", allowed: COUNT_OR_ZERO, wrong: [...notNumbers, fraction, unsafe] },
  { field: "maxSeconds", allowed: `no key of this name; the keys are ${POOL_KEYS}`, wrong: [{ value: 3, shown: "3" }] },
];
const notOptions = [
  { value: null, shown: "null" },
  { value: [], shown: "[]" },
  { value: 12, shown: "12" },
  { value: "steps=12", shown: "'steps=12'" },
];

function rows(table: typeof wrongBudgets): { field: string; allowed: string; value: unknown; shown: string }[] {
  return table.flatMap(({ field, allowed, wrong }) => wrong.map((one) => ({ field, allowed, ...one })));
}

describe("budgetOf", () => {
  it("fills in 12 steps, 120 seconds and no other ceiling", () => {
    const expected = { maxSteps: 12, maxSeconds: 120, maxToolCalls: null, maxDelegations: null, maxTokens: null, maxCost: null, wrapUp: false };

    expect(budgetOf("the budget", {})).toStrictEqual(expected);
    expect(budgetOf("the budget", undefined)).toStrictEqual(expected);
    expect(DEFAULT_BUDGET).toStrictEqual(expected);
  });

  it("takes every ceiling that is given, fractions of seconds and money and ceilings of 0 calls among them", () => {
    const given = { maxSteps: 1, maxSeconds: 0.25, maxToolCalls: 0, maxDelegations: 0, maxTokens: 1, maxCost: 0.000001, wrapUp: true };

    expect(budgetOf("the budget", given)).toStrictEqual(given);
  });

  it("fills what is left out, or undefined, from the base, and lets null lift a ceiling of the base", () => {
    const base = { ...DEFAULT_BUDGET, maxSteps: 5, maxToolCalls: 3, maxTokens: 900 };

    expect(budgetOf("the budget", { maxSteps: undefined, maxToolCalls: null, maxSeconds: 7 }, base)).toStrictEqual({
      ...base,
      maxToolCalls: null,
      maxSeconds: 7,
    });
  });

  it.each(rows(wrongBudgets))("refuses $field: $shown", ({ field, value, shown, allowed }) => {
    const error = thrownBy(() => budgetOf("agent 'a': budget", { [field]: value }));

    expect(error).toBeInstanceOf(DefinitionError);
    expect(String(error)).toBe(`DefinitionError: agent 'a': budget: ${field} is ${shown}; allowed: ${allowed}`);
  });

  it.each(notOptions)("refuses $shown in place of options", ({ value, shown }) => {
    const error = thrownBy(() => budgetOf("agent 'a': budget", value));

    expect(String(error)).toBe(`DefinitionError: agent 'a': budget: the value is ${shown}; allowed: an object of ceilings`);
  });
});

describe("poolOf", () => {
  it("gives ten times the root's steps, 64 agents, and the root's own ceilings of tokens, money and tool calls", () => {
    const root = { ...DEFAULT_BUDGET, maxSteps: 7, maxTokens: 5_000, maxCost: 0.5, maxToolCalls: 9, maxDelegations: 2 };

    expect(poolOf("the pool", undefined, root)).toStrictEqual({
      maxSteps: 70,
      maxAgents: 64,
      maxTokens: 5_000,
      maxCost: 0.5,
      maxToolCalls: 9,
    });
  });

  it("takes every ceiling that is given, and null to lift one of the root's", () => {
    const root = { ...DEFAULT_BUDGET, maxTokens: 5_000 };

    expect(poolOf("the pool", { maxSteps: 3, maxAgents: 1, maxTokens: null, maxCost: 2.5, maxToolCalls: 0 }, root)).toStrictEqual({
      maxSteps: 3,
      maxAgents: 1,
      maxTokens: null,
      maxCost: 2.5,
      maxToolCalls: 0,
    });
  });

  it("fills in what is undefined", () => {
    expect(poolOf("the pool", { maxAgents: undefined }, DEFAULT_BUDGET).maxAgents).toBe(64);
  });

  it("stays a count that JSON and the trace can hold when the root's steps are as good as unlimited", () => {
    const root = { ...DEFAULT_BUDGET, maxSteps: Number.MAX_SAFE_INTEGER };

    expect(poolOf("the pool", undefined, root).maxSteps).toBe(Number.MAX_SAFE_INTEGER);
  });

  it.each(rows(wrongPools))("refuses $field: $shown", ({ field, value, shown, allowed }) => {
    const error = thrownBy(() => poolOf("the run's options: pool", { [field]: value }, DEFAULT_BUDGET));

    expect(String(error)).toBe(`DefinitionError: the run's options: pool: ${field} is ${shown}; allowed: ${allowed}`);
  });

  it.each(notOptions)("refuses $shown in place of options", ({ value, shown }) => {
    const error = thrownBy(() => poolOf("the pool", value, DEFAULT_BUDGET));

    expect(String(error)).toBe(`DefinitionError: the pool: the value is ${shown}; allowed: an object of ceilings`);
  });
});

describe("micro-units", () => {
  it.each([
    { amount: 0, micro: 0 },
    { amount: 0.1, micro: 100_000 },
    { amount: 0.000_000_4, micro: 0 },
    { amount: 0.000_000_5, micro: 1 },
    { amount: 1.005, micro: 1_005_000 },
    { amount: 1e300, micro: Number.MAX_SAFE_INTEGER },
    { amount: Number.MAX_VALUE, micro: Number.MAX_SAFE_INTEGER },
  ])("are $micro for $amount", ({ amount, micro }) => {
    expect(toMicro(amount)).toBe(micro);
  });

  it("survive the way to money and back", () => {
    fc.assert(
      fc.property(fc.nat({ max: 10 ** 12 }), (micro) => {
        expect(toMicro(fromMicro(micro))).toBe(micro);
      }),
      SEEDED,
    );
  });
});
