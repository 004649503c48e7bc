import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  conclusionText,
  invalidArgumentsText,
  isToolResult,
  notApprovedText,
  notRunText,
  producedText,
  refusedText,
  renamedText,
  resultText,
  timedOutText,
  unknownToolText,
} from "../../src/core/observation.ts";
import { SEEDED } from "./seed.ts";

function failing(): never {
  throw new Error("a getter failed");
}

class KeyError extends Error {}
class Point {
  readonly x = 1;
  get double(): number {
    return this.x * 2;
  }
}

const cycle: { name: string; self?: unknown } = { name: "a" };
cycle.self = cycle;
const refusing = { get: failing, ownKeys: failing, has: failing, getPrototypeOf: failing, getOwnPropertyDescriptor: failing };
const revoked = Proxy.revocable({}, {});
revoked.revoke();

describe("resultText", () => {
  it.each([
    { title: "text", value: "22 degrees\n", text: "22 degrees\n" },
    { title: "an empty text", value: "", text: "" },
    { title: "undefined", value: undefined, text: "" },
    { title: "null", value: null, text: "null" },
    { title: "a number", value: 0.1, text: "0.1" },
    { title: "a boolean", value: false, text: "false" },
    { title: "an object", value: { a: [1, "b", null] }, text: '{"a":[1,"b",null]}' },
    { title: "a field that is undefined", value: { a: undefined, b: 1 }, text: '{"b":1}' },
    { title: "a date", value: new Date(0), text: '"1970-01-01T00:00:00.000Z"' },
    { title: "a date inside", value: { at: new Date(0) }, text: '{"at":"1970-01-01T00:00:00.000Z"}' },
    { title: "a class instance", value: new Point(), text: '{"x":1}' },
    { title: "what says how it is JSON", value: { toJSON: (): unknown => ({ a: 1 }) }, text: '{"a":1}' },
    { title: "a link", value: new URL("https://example.org/a"), text: '"https://example.org/a"' },
    { title: "an object without a prototype", value: Object.assign(Object.create(null) as object, { a: 1 }), text: '{"a":1}' },
    { title: "an object of another realm", value: runInNewContext("({ a: [1] })") as unknown, text: '{"a":[1]}' },
  ])("writes $title as JSON text", ({ value, text }) => {
    expect(resultText(value)).toBe(text);
  });

  it.each([
    { title: "a cycle", value: cycle, text: "<ref *1> { name: 'a', self: [Circular *1] }" },
    { title: "a map", value: new Map([["a", 1]]), text: "Map(1) { 'a' => 1 }" },
    { title: "a map inside", value: { found: new Map([["a", 1]]) }, text: "{ found: Map(1) { 'a' => 1 } }" },
    { title: "a set", value: [new Set([1])], text: "[ Set(1) { 1 } ]" },
    { title: "a bigint", value: 10n, text: "10n" },
    { title: "a bigint inside", value: { n: [10n] }, text: "{ n: [ 10n ] }" },
    { title: "a function", value: function add() {}, text: "[Function: add]" },
    { title: "a function inside", value: { f: () => 1 }, text: "{ f: [Function: f] }" },
    { title: "a symbol", value: Symbol("s"), text: "Symbol(s)" },
    { title: "a symbol inside", value: [Symbol("s")], text: "[ Symbol(s) ]" },
    { title: "NaN", value: Number.NaN, text: "NaN" },
    { title: "infinity inside", value: { n: -Infinity }, text: "{ n: -Infinity }" },
    { title: "a date that is none", value: new Date(Number.NaN), text: "Invalid Date" },
    { title: "typed bytes", value: new Uint8Array([1, 2]), text: "Uint8Array(2) [ 1, 2 ]" },
    { title: "a buffer inside", value: { bytes: Buffer.from([1, 2]) }, text: "{ bytes: <Buffer 01 02> }" },
    { title: "an array buffer", value: new ArrayBuffer(1), text: "ArrayBuffer { [Uint8Contents]: <00>, byteLength: 1 }" },
    { title: "a pattern", value: /a+/u, text: "/a+/u" },
    { title: "a promise inside", value: { later: Promise.resolve(1) }, text: "{ later: Promise { 1 } }" },
    {
      title: "an error inside, without its stack",
      value: { ok: false, error: new KeyError("zz") },
      text: "{\n  ok: false,\n  error: KeyError: zz\n}",
    },
    { title: "a toJSON that throws", value: { a: 1, toJSON: failing }, text: "{ a: 1, toJSON: [Function: failing] }" },
    { title: "a toJSON that returns nothing", value: { toJSON: (): unknown => undefined }, text: "{ toJSON: [Function: toJSON] }" },
    { title: "a getter that throws", value: Object.defineProperty({}, "a", { get: failing, enumerable: true }), text: "{ a: [Getter] }" },
    { title: "a proxy that refuses every question", value: new Proxy({ a: 1 }, refusing), text: "{ a: 1 }" },
    { title: "a revoked proxy", value: revoked.proxy, text: "<Revoked Proxy>" },
  ])("shows $title the way util.inspect does", ({ value, text }) => {
    expect(resultText(value)).toBe(text);
  });

  it.each([
    { title: "an error", value: new Error("zz"), text: "Error: zz" },
    { title: "an error of a class without a name", value: new KeyError("zz"), text: "KeyError: zz" },
    { title: "an error of another realm", value: runInNewContext("new TypeError('zz')") as unknown, text: "TypeError: zz" },
  ])("describes $title that was returned instead of thrown", ({ value, text }) => {
    expect(resultText(value)).toBe(text);
  });

  it("still says something of a value that cannot be shown at all", () => {
    expect(resultText({ n: 1n, [Symbol.for("nodejs.util.inspect.custom")]: failing })).toBe("Error: a getter failed");
  });

  it("reads what is nested deeper than the call stack", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(20_000)}${"]".repeat(20_000)}`);

    expect(resultText(deep)).toBe("[ [ [ [Array] ] ] ]");
  });

  it("is a text for any value, never [object Object], and JSON text for any JSON", () => {
    const everything = {
      withBigInt: true,
      withBoxedValues: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    };
    fc.assert(
      fc.property(fc.anything(everything), (value) => {
        expect(typeof resultText(value)).toBe("string");
      }),
      { ...SEEDED, numRuns: 500 },
    );
    fc.assert(
      fc.property(fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())), (value) => {
        expect(resultText(value)).toBe(JSON.stringify(value));
      }),
      SEEDED,
    );
  });
});

describe("isToolResult", () => {
  it.each([
    { title: "text and artifacts", value: { text: "ok", artifacts: [] }, is: true },
    { title: "more beside them", value: { text: "ok", artifacts: [], more: 1 }, is: true },
    { title: "text alone", value: { text: "ok" }, is: false },
    { title: "artifacts that are no list", value: { text: "ok", artifacts: {} }, is: false },
    { title: "a text that is none", value: { text: 7, artifacts: [] }, is: false },
    { title: "a list", value: ["ok", []], is: false },
    { title: "a text", value: "ok", is: false },
    { title: "null", value: null, is: false },
    { title: "a proxy that refuses every question", value: new Proxy({}, refusing), is: false },
    { title: "a revoked proxy", value: revoked.proxy, is: false },
  ])("says $is of $title", ({ value, is }) => {
    expect(isToolResult(value)).toBe(is);
  });
});

describe("an observation", () => {
  it.each([
    { title: "an unknown tool", text: unknownToolText("ghost", ["b", "a", "ask_x"]), is: "unknown tool 'ghost'; available: a, ask_x, b" },
    { title: "an unknown tool where there is none", text: unknownToolText("ghost", []), is: "unknown tool 'ghost'; available: none" },
    { title: "a call without a name", text: unknownToolText("", ["a"]), is: "unknown tool ''; available: a" },
    {
      title: "wrong arguments",
      text: invalidArgumentsText("get_weather", "city: Required; (root): no"),
      is: "AgentToolError: invalid arguments for get_weather: city: Required; (root): no",
    },
    { title: "a call that was not run", text: notRunText("max_steps"), is: "AgentToolError: not run: max_steps" },
    { title: "a tool that took too long", text: timedOutText("slow", 5), is: "AgentToolError: slow did not finish within 5 s" },
    { title: "a tool that took too long by its fraction", text: timedOutText("slow", 0.25), is: "AgentToolError: slow did not finish within 0.25 s" },
    { title: "a call that was not approved", text: notApprovedText("delete_all", "no"), is: "AgentToolError: delete_all was not approved: no" },
    {
      title: "a refused delegation",
      text: refusedText("already 3 levels deep (max 3)"),
      is: "AgentToolError: delegation refused: already 3 levels deep (max 3). Answer with what you have.",
    },
  ])("of $title", ({ text, is }) => {
    expect(text).toBe(is);
  });

  it("names available tools without reordering the caller's list", () => {
    const available = ["b", "a"];

    unknownToolText("ghost", available);

    expect(available).toStrictEqual(["b", "a"]);
  });
});

describe("conclusionText", () => {
  it.each([
    { title: "an answer", stopReason: "completed", conclusion: "42", text: "42" },
    { title: "no answer", stopReason: "completed", conclusion: "", text: "(the sub-agent produced no answer)" },
    { title: "a cut answer", stopReason: "max_steps", conclusion: "so far", text: "[stopped: max_steps] so far" },
    { title: "a cut without answer", stopReason: "timeout", conclusion: "", text: "[stopped: timeout] (the sub-agent produced no answer)" },
  ] as const)("tells $title", ({ stopReason, conclusion, text }) => {
    expect(conclusionText(stopReason, conclusion)).toBe(text);
  });
});

describe("what follows an observation", () => {
  it("names the artifacts of a specialist after a blank line", () => {
    expect(conclusionText("error", "") + producedText(["x/a", "x/b"])).toBe(
      "[stopped: error] (the sub-agent produced no answer)\n\nProduced: x/a, x/b",
    );
  });

  it("says under which name an artifact was kept whose name was taken", () => {
    expect(`drawn${renamedText("a.png", "a-2.png")}`).toBe("drawn\n(artifact 'a.png' exists already; kept as 'a-2.png')");
  });
});
