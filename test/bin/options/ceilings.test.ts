import { describe, expect, it } from "vitest";
import { budgetFrom, limitsFrom, poolFrom, slotsFrom } from "../../../bin/options/ceilings.ts";

describe("--budget", () => {
  it.each([
    { text: "steps=12", budget: { maxSteps: 12 } },
    { text: "steps=12,seconds=1.5,tool-calls=0,delegations=3,tokens=9000,cost=0.25,wrap-up", budget: { maxSteps: 12, maxSeconds: 1.5, maxToolCalls: 0, maxDelegations: 3, maxTokens: 9000, maxCost: 0.25, wrapUp: true } },
    { text: " steps = 2 , toolCalls=4,wrapUp=false", budget: { maxSteps: 2, maxToolCalls: 4, wrapUp: false } },
    { text: "tokens=none,tool-calls=none", budget: { maxTokens: null, maxToolCalls: null } },
    { text: "tokens=1e6", budget: { maxTokens: 1_000_000 } },
    {
      text: "maxSteps=3,maxSeconds=9,maxToolCalls=4,maxDelegations=1,maxTokens=5,maxCost=2,wrapUp",
      budget: { maxSteps: 3, maxSeconds: 9, maxToolCalls: 4, maxDelegations: 1, maxTokens: 5, maxCost: 2, wrapUp: true },
    },
  ])("reads '$text'", ({ text, budget }) => {
    expect(budgetFrom(text)).toEqual(budget);
  });

  const COUNT = "a whole number of at least 1";
  it.each([
    { text: "", message: "--budget: no ceiling is called ''; there are steps, seconds, tool-calls, delegations, tokens, cost, wrap-up" },
    { text: "agents=3", message: "--budget: no ceiling is called 'agents'; there are steps, seconds, tool-calls, delegations, tokens, cost, wrap-up" },
    { text: "constructor=3", message: "--budget: no ceiling is called 'constructor'; there are steps, seconds, tool-calls, delegations, tokens, cost, wrap-up" },
    { text: "steps=1,steps=2", message: "--budget: 'steps' is given twice" },
    { text: "tool-calls=1,toolCalls=2", message: "--budget: 'toolCalls' is given twice" },
    { text: "steps=1,maxSteps=2", message: "--budget: 'maxSteps' is given twice" },
    { text: "maxStep=3", message: "--budget: no ceiling is called 'maxStep'; there are steps, seconds, tool-calls, delegations, tokens, cost, wrap-up" },
    { text: "maxSteps=0", message: `--budget: maxSteps is '0'; allowed: ${COUNT}` },
    { text: "toolCalls=-1", message: "--budget: toolCalls is '-1'; allowed: a whole number of at least 0, or 'none' for no ceiling" },
    { text: "steps", message: `--budget: steps is ''; allowed: ${COUNT}` },
    { text: "steps=NaN", message: `--budget: steps is 'NaN'; allowed: ${COUNT}` },
    { text: "steps=Infinity", message: `--budget: steps is 'Infinity'; allowed: ${COUNT}` },
    { text: "steps=-1", message: `--budget: steps is '-1'; allowed: ${COUNT}` },
    { text: "steps=1.5", message: `--budget: steps is '1.5'; allowed: ${COUNT}` },
    { text: "steps=0x10", message: `--budget: steps is '0x10'; allowed: ${COUNT}` },
    { text: "steps=none", message: `--budget: steps is 'none'; allowed: ${COUNT}` },
    { text: "seconds=0", message: "--budget: seconds is '0'; allowed: a number of seconds above 0" },
    { text: "tokens=1.5", message: `--budget: tokens is '1.5'; allowed: ${COUNT}, or 'none' for no ceiling` },
    { text: "cost=free", message: "--budget: cost is 'free'; allowed: an amount of money above 0, or 'none' for no ceiling" },
    { text: "wrap-up=maybe", message: "--budget: wrap-up is 'maybe'; allowed: true or false" },
    { text: "steps=\u001b[2J", message: `--budget: steps is '\\e[2J'; allowed: ${COUNT}` },
  ])("refuses '$text'", ({ text, message }) => {
    expect(() => budgetFrom(text)).toThrow(message);
  });
});

describe("--pool", () => {
  it("reads every ceiling a pool has", () => {
    expect(poolFrom("steps=40,agents=6,tool-calls=9,tokens=100,cost=2")).toEqual({ maxSteps: 40, maxAgents: 6, maxToolCalls: 9, maxTokens: 100, maxCost: 2 });
  });

  it("takes the library's names as well", () => {
    expect(poolFrom("maxSteps=40,maxAgents=6,maxToolCalls=9,maxTokens=100,maxCost=2")).toEqual({ maxSteps: 40, maxAgents: 6, maxToolCalls: 9, maxTokens: 100, maxCost: 2 });
  });

  it.each([
    { text: "seconds=3", message: "--pool: no ceiling is called 'seconds'; there are steps, agents, tool-calls, tokens, cost" },
    { text: "agents=0", message: "--pool: agents is '0'; allowed: a whole number of at least 1" },
  ])("refuses '$text'", ({ text, message }) => {
    expect(() => poolFrom(text)).toThrow(message);
  });
});

describe("--concurrency", () => {
  it("reads a whole number", () => {
    expect(slotsFrom("4")).toBe(4);
  });

  it.each(["0", "-1", "1.5", "", "4x", "1e3"])("refuses '%s'", (text) => {
    expect(() => slotsFrom(text)).toThrow(`--concurrency is '${text}'; allowed: a whole number of at least 1`);
  });
});

describe("what bounds a run", () => {
  it.each([
    { flags: {}, limits: {} },
    { flags: { budget: "steps=3" }, limits: { budget: { maxSteps: 3 } } },
    {
      flags: { budget: "steps=3", pool: "agents=2", concurrency: "4", quiet: true },
      limits: { budget: { maxSteps: 3 }, pool: { maxAgents: 2 }, concurrency: { model: 4 } },
    },
  ])("is what the options say and nothing else: $flags", ({ flags, limits }) => {
    expect(limitsFrom(flags)).toStrictEqual(limits);
  });
});
