import { describe, expect, it } from "vitest";
import { pythonFloat, pythonString, pythonText } from "../../src/trace/python.ts";

// Every expectation was printed by CPython 3: repr of the string, of the float, of json.loads of the value.
describe("values the way Python prints them", () => {
  it.each([
    ["base", "'base'"],
    ["it's", `"it's"`],
    [`a"b`, `'a"b'`],
    [`a"b'c`, `'a"b\\'c'`],
    ["tab\tand\nline\r", "'tab\\tand\\nline\\r'"],
    ["back\\slash", "'back\\\\slash'"],
    ["\u001b[31m\u007f\u009f\u00a0", "'\\x1b[31m\\x7f\\x9f\\xa0'"],
    ["\u202e\u200d\ue000\u2028", "'\\u202e\\u200d\\ue000\\u2028'"],
    ["São Paulo 日本 😀", "'São Paulo 日本 😀'"],
    ["\u{e0001}", "'\\U000e0001'"],
    ["", "''"],
  ])("the text %j is %s", (text, expected) => {
    expect(pythonString(text)).toBe(expected);
  });

  it.each([
    [18, "18.0"],
    [0.15, "0.15"],
    [-0, "-0.0"],
    [1e15, "1000000000000000.0"],
    [1e16, "1e+16"],
    [123456789012345680, "1.2345678901234568e+17"],
    [0.0001, "0.0001"],
    [0.00001, "1e-05"],
    [1.5e300, "1.5e+300"],
    [Infinity, "inf"],
    [-Infinity, "-inf"],
    [NaN, "nan"],
  ])("the float %d is %s", (value, expected) => {
    expect(pythonFloat(value)).toBe(expected);
  });

  it.each([
    [{ key: "base", value: "120" }, "{'key': 'base', 'value': '120'}"],
    [{ a: [1, 2.5, null, true, false, { b: "c" }] }, "{'a': [1, 2.5, None, True, False, {'b': 'c'}]}"],
    [{}, "{}"],
    [[], "[]"],
    [null, "None"],
    [18, "18"],
    [1e21, "1e+21"],
  ])("the JSON value %j is %s", (value, expected) => {
    expect(pythonText(value)).toBe(expected);
  });
});
