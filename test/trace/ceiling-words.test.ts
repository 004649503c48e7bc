import { expect, test } from "vitest";
import { ceilingNoun } from "../../src/trace/ceiling-words.ts";

test.each([
  ["maxSteps", "step"],
  ["maxToolCalls", "tool call"],
  ["maxDelegations", "delegation"],
  ["maxTokens", "token"],
  ["maxAgents", "agent"],
  ["maxSeconds", null],
  ["maxCost", null],
  ["constructor", null],
])("the ceiling %s counts: %s", (name, noun) => {
  expect(ceilingNoun(name)).toBe(noun);
});
