import { describe, expect, it } from "vitest";
import { countOf, countWithOwn, moneyText, secondsText } from "../../src/trace/amounts.ts";

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

  it.each([
    [{ own: 4, subtree: 4 }, "4 steps"],
    [{ own: 1, subtree: 1 }, "1 step"],
    [{ own: 1234, subtree: 11129 }, "11,129 steps (1,234 own)"],
    [{ own: 0, subtree: 3 }, "3 steps (0 own)"],
  ])("of %o the own part is told only where others add to it: %s", (counts, text) => {
    expect(countWithOwn(counts, "step")).toBe(text);
  });
});
