import { describe, expect, it } from "vitest";
import { countOf, moneyText, ownOf, ownOfNoun, secondsText } from "../../src/trace/amounts.ts";

describe("amounts in words", () => {
  it.each([
    [0, "0 s"],
    [0.0004, "0 s"],
    [0.004, "0.004 s"],
    [0.25, "0.25 s"],
    [1.256, "1.26 s"],
    [12.34, "12.3 s"],
    [60, "60 s"],
    [340.2, "340 s"],
  ])("%d seconds are written %s", (seconds, text) => {
    expect(secondsText(seconds)).toBe(text);
  });

  it.each([
    [0, "0 steps"],
    [1, "1 step"],
    [1234567, "1,234,567 steps"],
  ])("%d steps are written %s", (count, text) => {
    expect(countOf(count, "step")).toBe(text);
  });

  it.each([
    [0, "0"],
    [0.0123, "0.0123"],
    [2.5, "2.5"],
    [10, "10"],
    [0.000001, "0.000001"],
  ])("the amount of money %d is written %s", (amount, text) => {
    expect(moneyText(amount)).toBe(text);
  });

  it("tells one's own part only where others add to it", () => {
    expect([ownOf(4, 4), ownOf(4, 1900), ownOfNoun(1, 1, "step"), ownOfNoun(0, 3, "step")]).toEqual(["4", "4 of 1,900", "1 step", "0 of 3 steps"]);
  });
});
