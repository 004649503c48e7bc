import { describe, expect, it } from "vitest";
import { Interpretation, type InterpretationEnd } from "../../../src/tools/sandbox/interpretation.ts";
import { newMachine } from "../../../src/tools/sandbox/machine.ts";
import { Printer } from "../../../src/tools/sandbox/printer.ts";

interface Interpreted {
  readonly printed: readonly string[];
  readonly end: InterpretationEnd;
}

async function interpreted(code: string, maxChars = 1000): Promise<Interpreted> {
  const printed: string[] = [];
  const program = { code, memoryMegabytes: 32, maxChars };
  const end = new Interpretation(await newMachine(32), program, new Printer((line) => printed.push(line), maxChars)).run();
  return { printed, end };
}

async function shown(code: string): Promise<string> {
  const { printed, end } = await interpreted(code);
  const last = end.type === "returned" ? `=> ${end.text}` : end.type === "threw" ? `threw ${end.text} in line ${end.line}` : end.type;
  return [...printed, last].join("\n");
}

describe("Interpretation", () => {
  it.each([
    { title: "a number", code: "const a = 6; a * 7", result: "=> 42" },
    { title: "a text as it is", code: "'grüße'", result: "=> grüße" },
    { title: "an object", code: "({ a: 1, b: [true, null, 'x'], c: undefined, d: 2n ** 64n })", result: '=> {"a":1,"b":[true,null,"x"],"c":undefined,"d":18446744073709551616n}' },
    { title: "a map, a set and a date", code: "[new Map([[1, 'a']]), new Set([2]), new Date(0)]", result: '=> [[[1,"a"]],[2],"1970-01-01T00:00:00.000Z"]' },
    { title: "a function, a symbol and an error", code: "[Math.max, () => 1, Symbol('s'), new TypeError('no')]", result: "=> [[function max],[function],Symbol(s),TypeError: no]" },
    { title: "a circle", code: "const a = {}; a.self = a; const m = new Map(); m.set(1, m); [a, m]", result: '=> [{"self":[circular]},[[1,[circular]]]]' },
    { title: "more levels than it shows", code: "let a = 1; for (let i = 0; i < 1e5; i++) a = [a]; a", result: `=> ${"[".repeat(20)}[deeper]${"]".repeat(20)}` },
    { title: "nothing", code: "let a = 1", result: "=> undefined" },
    { title: "a text with a NUL in it", code: "'a\\0b'", result: "=> a\\u0000b" },
    { title: "what a promise comes to", code: "(async () => { await null; return 5 })()", result: "=> 5" },
    { title: "a promise without an end", code: "new Promise(() => {})", result: "=> a promise that nothing will settle: there are no timers here" },
    { title: "what was printed, in order", code: "console.log('a', 1, { b: [2] }); console.error(); Promise.resolve().then(() => console.info('later')); 'end'", result: 'a 1 {"b":[2]}\n\nlater\n=> end' },
  ])("shows $title", async ({ code, result }) => {
    expect(await shown(code)).toBe(result);
  });

  it.each([
    { title: "an error and its line", code: "let a = 1;\nfoo()", says: "threw ReferenceError: 'foo' is not defined in line 2" },
    { title: "a promise that is rejected", code: "(async () => { throw new TypeError('no') })()", says: "threw TypeError: no in line 1" },
    { title: "something that is no error", code: "throw 'x'", says: "threw x in line null" },
    { title: "null", code: "throw null", says: "threw null in line null" },
    { title: "a program that is none", code: "let = ;", says: "threw SyntaxError: unexpected token in expression: ';' in line 1" },
    { title: "what was printed before", code: "console.log('a'); throw new Error('b')", says: "a\nthrew Error: b in line 1" },
  ])("says what was thrown: $title", async ({ code, says }) => {
    expect(await shown(code)).toBe(says);
  });

  it.each([
    { title: "through a constructor", code: "this.constructor.constructor('return process')()", says: "threw ReferenceError: 'process' is not defined in line 1" },
    { title: "through the constructor of console.log", code: "console.log.constructor('return typeof process + typeof require')()", says: "=> undefinedundefined" },
    { title: "through an import", code: "import('node:fs').then(() => 'got it', String)", says: "=> ReferenceError: could not load module 'node:fs'" },
    { title: "through the caller of console.log", code: "console.log.caller", says: "threw TypeError: invalid property access in line 1" },
    { title: "through a stack of its own making", code: "const e = new Error('x'); e.stack = 'at program.js:7'; throw e", says: "threw Error: x in line 7" },
    { title: "by changing what JSON and lists do", code: "JSON.stringify = () => 'HA'; Array.from = null; String = null; ({ a: new Map([[1, 2]]) })", says: '=> {"a":[[1,2]]}' },
    { title: "by changing how functions are called", code: "Function.prototype.call = Function.prototype.apply = () => { throw 1 }; console.log([1]); [2]", says: "[1]\n=> [2]" },
    { title: "by making everything a promise", code: "Object.prototype.then = function (resolve) { resolve(7) }; ({ a: 1 })", says: '=> {"a":1}' },
    { title: "by making everything fail", code: "Object.prototype.toJSON = () => { throw 1 }; ({ a: 1 })", says: "=> a value that cannot be shown" },
    { title: "by setting a prototype", code: "const o = JSON.parse('{\"__proto__\": {\"x\": 1}}'); [o.x, {}.x, Object.getPrototypeOf(console) === Object.prototype]", says: "=> [undefined,undefined,true]" },
  ])("finds no way out $title", async ({ code, says }) => {
    expect(await shown(code)).toBe(says);
    expect([Object.hasOwn(Object.prototype, "then"), Object.hasOwn(Object.prototype, "toJSON")]).toEqual([false, false]);
  });

  it("keeps the beginning of what is printed and of the value, and counts the rest", async () => {
    const { printed, end } = await interpreted("for (let i = 0; i < 5; i++) console.log('line ' + i); 'y'.repeat(50)", 20);

    expect(printed).toEqual(["line 0", "line 1", "line 2".slice(0, 6)]);
    expect(end).toEqual({ type: "returned", text: "y".repeat(20), chars: 50, omitted: 2 });
  });

  it("tells an empty throw from one that had no room for its error", async () => {
    expect((await interpreted("throw null")).end).toEqual({ type: "threw", text: "null", line: null, omitted: 0 });
    expect((await interpreted("let p = {}; for (;;) p = Object.create(p)")).end).toEqual({ type: "out_of_memory" });
  });
});
