import { describe, expect, it } from "vitest";
import { numberIn, pairsFrom } from "../../../bin/options/pairs.ts";

const FIELDS = { steps: "maxSteps", "tool-calls": "maxToolCalls" };
const read = (text: string): Record<string, string> =>
  pairsFrom({ option: "--budget", text, fields: FIELDS, noun: "ceiling", read: (field, value, key) => `${key} → ${field}: ${value}` });

describe("pairs of keys and values", () => {
  it.each([
    { text: "steps=12", pairs: { maxSteps: "steps → maxSteps: 12" } },
    { text: " steps = 12 , tool-calls=3", pairs: { maxSteps: "steps → maxSteps: 12", maxToolCalls: "tool-calls → maxToolCalls: 3" } },
    { text: "toolCalls=3", pairs: { maxToolCalls: "toolCalls → maxToolCalls: 3" } },
    { text: "maxToolCalls=3", pairs: { maxToolCalls: "maxToolCalls → maxToolCalls: 3" } },
    { text: "steps", pairs: { maxSteps: "steps → maxSteps: " } },
    { text: "steps=a=b", pairs: { maxSteps: "steps → maxSteps: a=b" } },
  ])("are read from '$text'", ({ text, pairs }) => {
    expect(read(text)).toEqual(pairs);
  });

  it.each([
    { text: "", says: "--budget: no ceiling is called ''; there are steps, tool-calls" },
    { text: "stps=1", says: "--budget: no ceiling is called 'stps'; there are steps, tool-calls" },
    { text: "__proto__=1", says: "--budget: no ceiling is called '__proto__'; there are steps, tool-calls" },
    { text: "steps=1,maxSteps=2", says: "--budget: 'maxSteps' is given twice" },
  ])("are refused in '$text'", ({ text, says }) => {
    expect(() => read(text)).toThrow(says);
  });
});

describe("the number that a text is", () => {
  it.each([
    { texts: ["12", "1.5", ".5", "5.", "1e3", "-2", "+2"], numbers: [12, 1.5, 0.5, 5, 1000, -2, 2] },
    { texts: ["", " ", "0x10", "1_000", "12px", "Infinity", "1e", "--1", "١"], numbers: Array<number>(9).fill(NaN) },
  ])("$texts", ({ texts, numbers }) => {
    expect(texts.map(numberIn)).toEqual(numbers);
  });
});
