import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AgentToolError } from "../../src/index.ts";
import { calculate } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";

const tool = calculate();
const FIXED_SEED = { seed: 20260101 };

describe("calculate", () => {
  it.each([
    { expression: "2 + 3 * 4", result: "14" },
    { expression: "(1299.5 * 3 - 200) / 4", result: "924.625" },
    { expression: "0.1 + 0.2", result: "0.3" },
    { expression: "-2^2", result: "-4" },
    { expression: "2^3^2", result: "512" },
    { expression: "2**10", result: "1024" },
    { expression: "2 × 3 ÷ 4 − 1", result: "0.5" },
    { expression: "10 % 3", result: "1" },
    { expression: "5!", result: "120" },
    { expression: "sqrt(16) + hypot(3, 4)", result: "9" },
    { expression: "log10(100) + ln(e) + log2(8)", result: "6" },
    { expression: "if(1 < 2, 3, 4)", result: "3" },
    { expression: "2 > 1 and not (1 > 2) ? 7 : 8", result: "7" },
    { expression: "roundTo(2.345, 2)", result: "2.35" },
    { expression: "0x10 + 0b11", result: "19" },
    { expression: "2.5e3", result: "2500" },
    { expression: "1\n+\n2", result: "3" },
    { expression: "0 * -1", result: "0" },
    { expression: "1/3", result: "0.333333333333333" },
    { expression: "pi", result: "3.14159265358979" },
    { expression: "2^53 - 1", result: "9007199254740991" },
    { expression: "20!", result: "about 2432902008176640000" },
    { expression: "170!", result: "about 7.257415615308e+306" },
    { expression: "5e-324", result: "5e-324" },
    { expression: `${"(".repeat(499)}1${")".repeat(499)}`, result: "1" },
  ])("makes $result of $expression", async ({ expression, result }) => {
    expect(await observe(tool, { expression })).toBe(result);
  });

  it.each([
    { title: "a power too large for any number", expression: "9^9^9^9", says: "the result is no finite number: too large, or divided by 0" },
    { title: "a factorial too large for any number", expression: `9${"!".repeat(900)}`, says: "the result is no finite number: too large, or divided by 0" },
    { title: "a division by 0", expression: "1/0", says: "the result is no finite number: too large, or divided by 0" },
    { title: "a root of a negative number", expression: "sqrt(-1)", says: "the result is no number: 0/0 or the root of a negative number, say" },
    { title: "a comparison alone", expression: "1 < 2", says: "the result is no number but true" },
    { title: "a function instead of its value", expression: "sin", says: "the result is no number" },
    { title: "a function as a choice", expression: "if(1, sin, 2)", says: "the result is no number" },
    { title: "half an expression", expression: "2 *", says: "this is no expression that can be calculated: unexpected TEOF: EOF" },
    { title: "blanks", expression: "  ", says: "this is no expression that can be calculated: unexpected TEOF: EOF" },
    { title: "a thousands separator", expression: "1,234 * 5", says: "this is no expression that can be calculated: parse error [1:3]: Expected EOF" },
    { title: "two statements", expression: "1; 2", says: "';' has no place in a calculation" },
    { title: "a text", expression: '"a"', says: "'\"' has no place in a calculation" },
    { title: "a list", expression: "[1, 2]", says: "'[' has no place in a calculation" },
    { title: "a comment", expression: "6 /* 2", says: "'/*' has no place in a calculation" },
    { title: "digits of another script", expression: "١+١", says: "'١' has no place in a calculation" },
  ])("refuses $title", async ({ expression, says }) => {
    expect(await observe(tool, { expression })).toBe(`AgentToolError: ${says}`);
  });

  it.each([
    "toString", "valueOf(1)", "constructor", "constructor 5", "__proto__", "hasOwnProperty 3", "PI.constructor", "sin.call", "max.constructor",
    "a = 1", "f(x) = x", "random()", "map(f, 3)", "length(3)", "3 in 4", "process", "globalThis", "log(100)", "Infinity", "NaN",
  ])("knows no name in %j but its own", async (expression) => {
    expect(await observe(tool, { expression })).toMatch(/^AgentToolError: unknown name '\w+'; known: sqrt, cbrt, exp, .*, pi, e$/u);
  });

  it("takes no expression of more than 1000 characters, nor an empty one", () => {
    expect([{ expression: "1".repeat(1001) }, { expression: "" }, {}].map((given) => tool.parameters.safeParse(given).success)).toEqual([false, false, false]);
  });

  it("gives a number or an error of its own for whatever it is given", async () => {
    const piece = fc.constantFrom("1", "0", "2.5", "(", ")", "+", "-", "*", "/", "^", "!", "%", "?", ":", ",", ".", "e", "pi", "max", "sin", "not", "if", " ", "toString", "=", "[");
    const expressions = fc.oneof(fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join("")), fc.string({ unit: "binary", maxLength: 30 }));

    await fc.assert(
      fc.asyncProperty(expressions, async (expression) => {
        const observation = await Promise.resolve(tool.execute({ expression } as never, {} as never)).catch((error: unknown) => error);
        if (!(observation instanceof AgentToolError)) expect(observation).toMatch(/^(?:about )?-?\d+(?:\.\d+)?(?:e[+-]\d+)?$/u);
      }),
      { ...FIXED_SEED, numRuns: 2000 },
    );
  });

  it("calculates whole numbers as the language does", async () => {
    const number = fc.integer({ min: -1000, max: 1000 });

    await fc.assert(
      fc.asyncProperty(number, number, number, async (a, b, c) => {
        expect(await observe(tool, { expression: `(${a}) * (${b}) - (${c})` })).toBe(String(a * b - c + 0));
      }),
      { ...FIXED_SEED, numRuns: 200 },
    );
  });
});
