import { describe, expect, it } from "vitest";
import { median } from "../../bench/measure.ts";
import type { NumberToHold } from "../../bench/numbers.ts";
import { chosen, figure } from "../../bench/show.ts";

describe("figure", () => {
  it.each([
    { value: null, shown: "-" },
    { value: 0, shown: "0" },
    { value: 0.7123, shown: "0.712" },
    { value: 18.25, shown: "18.3" },
    { value: -0.0456, shown: "-0.0456" },
    { value: 2412.4, shown: "2412" },
  ])("shows $value as $shown", ({ value, shown }) => {
    expect(figure(value)).toBe(shown);
  });
});

describe("median", () => {
  it.each([
    { values: [3], middle: 3 },
    { values: [9, 1, 5], middle: 5 },
    { values: [4, 1, 3, 2], middle: 2.5 },
  ])("of $values is $middle", ({ values, middle }) => {
    expect(median(values)).toBe(middle);
  });
});

describe("chosen", () => {
  const numbers = ["W1  turn", "W2  delegation"].map((title): NumberToHold => {
    return { title, must: null, stretch: null, rounds: 1, ready: () => Promise.reject(new Error("not measured here")) };
  });

  it.each([
    { words: [], titles: ["W1  turn", "W2  delegation"] },
    { words: ["W2"], titles: ["W2  delegation"] },
    { words: ["turn", "W2"], titles: ["W1  turn", "W2  delegation"] },
  ])("takes the figures whose title contains one of $words", ({ words, titles }) => {
    expect(chosen(numbers, words).map(({ title }) => title)).toEqual(titles);
  });

  it("names what there is when nothing is found", () => {
    expect(() => chosen(numbers, ["W9"])).toThrow("no figure is called W9; there are:\nW1  turn\nW2  delegation");
  });
});
