import { describe, expect, test } from "vitest";
import { expressionsIn, programIn } from "../../../actors/embedded/expressions.ts";

describe("what can be calculated in a text as it stands there", () => {
  test.each([
    { text: "What is 12 * 30?", found: ["12 * 30"] },
    { text: "Calculate 15 % of 1,299 and (3 + 4) * 12.", found: ["15 / 100 * 1299", "(3 + 4) * 12"] },
    { text: "the sum of 3, 4 and 5, the average of 1,000 and 2,000", found: ["(3 + 4 + 5)", "(1000 + 2000) / 2"] },
    { text: "2 × 3 (see 4 ÷ 2)", found: ["2 × 3", "4 ÷ 2"] },
    { text: "12 * 30, 12 * 30", found: ["12 * 30"] },
    { text: "pages 3-5 of 2024-01-15, version 1.2, 7 days", found: [] },
    { text: "9 - 4 and 3/4 of it", found: ["9 - 4", "3/4"] },
    { text: ") 1 + 2 ((", found: ["1 + 2"] },
    { text: "", found: [] },
  ])("$text", ({ text, found }) => {
    expect(expressionsIn(text)).toEqual(found);
  });

  test.each(["1 ", "1+", "(", "1,", "1 % of ", "sum of 1, ", "9".repeat(50), "((1+1) "])("a long text of %j is read soon", (piece) => {
    expect(Array.isArray(expressionsIn(piece.repeat(20_000)))).toBe(true); // in quadratic time it would not come back
  });
});

describe("the program of a text", () => {
  test.each([
    { text: "Run this:\n```js\n1 + 1\n```\n", program: "1 + 1\n" },
    { text: "```javascript\na\n```\n```js\nb\n```", program: "a\n" },
    { text: "```\n1\n```", program: null },
    { text: "```js\nnot closed", program: null },
  ])("of $text is $program", ({ text, program }) => {
    expect(programIn(text)).toBe(program);
  });
});
