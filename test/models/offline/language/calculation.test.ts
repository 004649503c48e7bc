import { describe, expect, test } from "vitest";
import { calculationStrength, holdsCalculation } from "../../../../src/models/offline/language/calculation.ts";
import { matchable } from "../../../../src/models/offline/language/matching.ts";

describe("a text with something to be calculated in it", () => {
  test.each([
    { texts: ["What is 12 * 30?", "12*30", "(3 + 4)*12", "2^10", "What is 10 / 4?", "9 - 4", "15 % of 240", "3 percent of 12", "3 × 4"], holds: true },
    { texts: ["What happened on 2024-01-15?", "pages 3-5", "Is C++ 20 out?", "version 1.2", "the path v1/2", "on 1/2/2024", "call +49 30 12", "50 % of cats", "2 or 3", ""], holds: false },
  ])("is told by its operators: $texts", ({ texts, holds }) => {
    expect(texts.filter((text) => holdsCalculation(text) !== holds)).toEqual([]);
  });
});

describe("a text that speaks of calculating", () => {
  test.each([
    { text: "Calculates: sums, averages and percentages.", speaks: true },
    { text: "Knows arithmetic.", speaks: true },
    { text: "A computing clerk.", speaks: true },
    { text: "Answers one question from the documents.", speaks: false },
  ])("$text: $speaks", ({ text, speaks }) => {
    expect(calculationStrength(matchable(text)) > 0).toBe(speaks);
  });
});
