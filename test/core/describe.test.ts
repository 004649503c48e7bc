import { createHook } from "node:async_hooks";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeError, describeValue, inspected, isError, jsonProblem, oneLine } from "../../src/core/describe.ts";
import { AgentToolError } from "../../src/core/errors.ts";
import { SEEDED } from "./seed.ts";

function failing(): never {
  throw new Error("a getter failed");
}

function errorWith(field: string, property: PropertyDescriptor): Error {
  return Object.defineProperty(new Error("zz"), field, { configurable: true, ...property });
}

class KeyError extends Error {}
class RangeCheck extends RangeError {}
class NamedError extends Error {
  override name = "Named";
}

const hostileProxy = new Proxy({}, { getPrototypeOf: failing, get: failing, ownKeys: failing });
const hostileError = new Proxy(new Error("zz"), { get: failing, getPrototypeOf: failing, getOwnPropertyDescriptor: failing });
const revoked = Proxy.revocable({}, {});
revoked.revoke();

describe("oneLine", () => {
  it.each([
    { title: "line breaks of every kind", text: "a\nb\r\nc\u2028d\u2029e\u0085f", line: "a b c d e f" },
    { title: "runs of white space", text: "a \t  b\u00A0\u00A0c", line: "a b c" },
    { title: "white space around", text: "\n  a  \n", line: "a" },
    { title: "nothing", text: "", line: "" },
  ])("brings $title on one line", ({ text, line }) => {
    expect(oneLine(text)).toBe(line);
  });
});

describe("jsonProblem", () => {
  it.each([
    "Expected property name or '}' in JSON at position 2 (line 1 column 3)",
    "Expected property name or '}' in JSON at position 2",
    "Expected property name or '}' \n in JSON at position 2",
  ])("says the same of %j, whichever Node said it", (message) => {
    expect(jsonProblem(new SyntaxError(message))).toBe("Expected property name or '}' in JSON at position 2");
  });
});

describe("describeValue", () => {
  it.each([
    { value: "text", shown: "'text'" },
    { value: undefined, shown: "undefined" },
    { value: null, shown: "null" },
    { value: -0, shown: "-0" },
    { value: 10n, shown: "10n" },
    { value: Symbol("s"), shown: "Symbol(s)" },
    { value: { a: [1, { b: "two\nlines" }] }, shown: "{ a: [ 1, { b: 'two\\nlines' } ] }" },
    { value: new Map([["a", 1]]), shown: "Map(1) { 'a' => 1 }" },
    { value: Object.create(null) as object, shown: "[Object: null prototype] {}" },
    { value: hostileProxy, shown: "{}" },
    { value: revoked.proxy, shown: "<Revoked Proxy>" },
    { value: { [Symbol.for("nodejs.util.inspect.custom")]: failing }, shown: "a value of type object that cannot be shown" },
  ])("shows $shown", ({ value, shown }) => {
    expect(describeValue(value)).toBe(shown);
  });

  it("shows the beginning of what is long", () => {
    expect(describeValue("x".repeat(1_000))).toBe(`'${"x".repeat(200)}'... 800 more characters`);
    expect(describeValue(new Array(30).fill(1))).toBe(`[ ${"1, ".repeat(20)}... 10 more items ]`);
  });

  it("is one line and never throws, whatever the value", () => {
    const everything = { withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, withSparseArray: true };
    fc.assert(
      fc.property(fc.anything(everything), (value) => {
        expect(describeValue(value)).not.toMatch(/[\n\r\u0085\u2028\u2029]/u);
      }),
      SEEDED,
    );
  });
});

describe("inspected", () => {
  const error = Object.assign(new Error("zz", { cause: new TypeError("why") }), { code: 7 });

  it.each([
    { title: "a list of errors", value: [new Error("zz"), new KeyError("x"), 1], shown: "[\n  Error: zz,\n  KeyError: x,\n  1\n]" },
    { title: "an error with fields and a cause", value: error, shown: "Error: zz {\n  code: 7,\n  [cause]: TypeError: why\n}" },
    {
      title: "an error of errors",
      value: new AggregateError([error], "all"),
      shown: "AggregateError: all {\n  [errors]: [\n    Error: zz {\n      code: 7,\n      [cause]: TypeError: why\n    }\n  ]\n}",
    },
    { title: "a map to errors", value: new Map([["a", new Error("zz")]]), shown: "Map(1) {\n  'a' => Error: zz\n}" },
    { title: "a text that looks like a stack", value: ["x\n    at f (a.js:1:2)"], shown: "[ 'x\\n    at f (a.js:1:2)' ]" },
  ])("shows $title without stacks", ({ value, shown }) => {
    expect(inspected(value)).toBe(shown);
  });

  it("takes the options of util.inspect", () => {
    expect(inspected([[[[1]]]], { depth: 0 })).toBe("[ [Array] ]");
  });
});

describe("a promise", () => {
  it("is shown without what Node keeps on it for itself while asynchronous calls are traced", () => {
    const hook = createHook({ init: () => undefined }).enable();
    try {
      expect([describeValue(Promise.resolve("x")), describeValue([Promise.resolve(1)])]).toEqual(["Promise { 'x' }", "[ Promise { 1 } ]"]);
    } finally {
      hook.disable();
    }
  });
});

describe("isError", () => {
  it.each([
    { title: "an error", value: new TypeError("zz"), is: true },
    { title: "an error of another realm", value: runInNewContext("new Error('zz')") as unknown, is: true },
    { title: "an error without a prototype", value: Object.setPrototypeOf(new Error("zz"), null) as unknown, is: true },
    { title: "an object made from an error's prototype", value: Object.create(Error.prototype) as unknown, is: true },
    { title: "an object that only looks like one", value: { name: "Error", message: "zz" }, is: false },
    { title: "a text", value: "zz", is: false },
    { title: "nothing", value: null, is: false },
    { title: "a proxy that refuses every question", value: hostileProxy, is: false },
    { title: "a revoked proxy", value: revoked.proxy, is: false },
  ])("says $is of $title", ({ value, is }) => {
    expect(isError(value)).toBe(is);
  });
});

describe("describeError", () => {
  it.each([
    { title: "an error", error: new Error("zz"), text: "Error: zz" },
    { title: "a built-in error", error: new TypeError("zz"), text: "TypeError: zz" },
    { title: "an error without a message", error: new RangeError(), text: "RangeError" },
    { title: "a class that sets no name", error: new KeyError("zz"), text: "KeyError: zz" },
    { title: "a class that sets no name, on top of a built-in one", error: new RangeCheck("zz"), text: "RangeCheck: zz" },
    { title: "a class that sets its name", error: new NamedError("zz"), text: "Named: zz" },
    { title: "an unnamed class", error: new (class extends Error {})("zz"), text: "Error: zz" },
    { title: "an error that was given a built-in name", error: errorWith("name", { value: "TypeError" }), text: "TypeError: zz" },
    { title: "our own error", error: new AgentToolError("disk full"), text: "AgentToolError: disk full" },
    { title: "an error of another realm", error: runInNewContext("new TypeError('zz')") as unknown, text: "TypeError: zz" },
    { title: "a class of another realm", error: runInNewContext("class Far extends Error {}; new Far('zz')") as unknown, text: "Far: zz" },
    { title: "several errors", error: new AggregateError([new Error("a")], "all failed"), text: "AggregateError: all failed" },
    { title: "an abort", error: new DOMException("the run was cancelled", "AbortError"), text: "AbortError: the run was cancelled" },
    { title: "a frozen error", error: Object.freeze(new KeyError("zz")), text: "KeyError: zz" },
    { title: "a message of several lines, as it is", error: new Error("a\nb"), text: "Error: a\nb" },
    { title: "an error with an empty name", error: errorWith("name", { value: "" }), text: "Error: zz" },
    { title: "an error whose name is no text", error: errorWith("name", { value: 7 }), text: "Error: zz" },
    { title: "an error whose name cannot be read", error: errorWith("name", { get: failing }), text: "Error: zz" },
    { title: "an error whose message is no text", error: errorWith("message", { value: { a: 1 } }), text: "Error" },
    { title: "an error whose message cannot be read", error: errorWith("message", { get: failing }), text: "Error" },
    { title: "an error without a prototype", error: Object.setPrototypeOf(new Error("zz"), null) as unknown, text: "Error: zz" },
    { title: "an error behind a proxy that refuses every question", error: hostileError, text: "Error: Error: zz" },
    { title: "a text", error: "zz", text: "Error: 'zz'" },
    { title: "an object", error: { code: 7 }, text: "Error: { code: 7 }" },
    { title: "nothing", error: undefined, text: "Error: undefined" },
    { title: "a proxy that refuses every question", error: hostileProxy, text: "Error: {}" },
  ])("describes $title", ({ error, text }) => {
    expect(describeError(error)).toBe(text);
  });

});
