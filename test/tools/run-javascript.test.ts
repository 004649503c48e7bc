import { describe, expect, it } from "vitest";
import { DefinitionError } from "../../src/index.ts";
import { runJavaScript, type RunJavaScriptOptions } from "../../src/tools/index.ts";
import { observe } from "./observe.ts";

const tool = runJavaScript({ timeoutSeconds: 20 }); // what ends by itself has time to, also where the machine is busy
const impatient = runJavaScript({ timeoutSeconds: 0.3 });
const STOPPED = "AgentToolError: the program did not end within 0.3 s and was stopped";
const OUT_OF_MEMORY = "AgentToolError: the program ran out of memory (64 MB)";

describe("runJavaScript", () => {
  it("gives what was printed and the value of the last expression", async () => {
    expect(await observe(tool, { code: "console.log('a', { b: 1 });\n[1, 2].map((n) => n * 2)" })).toBe('a {"b":1}\n=> [2,4]');
  });

  it("says what was thrown, where, and what was printed before", async () => {
    expect(await observe(tool, { code: "console.log('a');\nfoo()" })).toBe(
      "AgentToolError: the program threw ReferenceError: 'foo' is not defined (line 2); before that it printed:\na",
    );
    expect(await observe(tool, { code: "throw 'x'" })).toBe("AgentToolError: the program threw x");
  });

  it("keeps nothing from one call to the next", async () => {
    await observe(tool, { code: "globalThis.left = 1; Array.prototype.left = 2" });

    expect(await observe(tool, { code: "[typeof left, [].left]" })).toBe('=> ["undefined",undefined]');
  });

  it("keeps the beginning of long output and long values, and says so", async () => {
    const code = "for (let i = 0; i < 300; i++) console.log('x'.repeat(99)); 'y'.repeat(3e6)";

    const observation = await observe(tool, { code });

    const lines = Array.from({ length: 100 }, () => "x".repeat(99));
    expect(observation.split("\n")).toEqual([
      ...lines,
      "[… more was printed than is kept (10000 characters); lines left out or cut: 200]",
      `=> ${"y".repeat(10_000)}`,
      "[… the rest is left out: 10000 of 3000000 characters are shown]",
    ]);
  });

  it("ends a program at once when its signal fires, with the signal's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");

    const observation = observe(runJavaScript({ timeoutSeconds: 600 }), { code: "for (;;);" }, controller.signal);
    controller.abort(reason);

    await expect(observation).rejects.toBe(reason);
  });

  it.each([
    { title: "no time", options: { timeoutSeconds: 0 }, says: "timeoutSeconds is 0; allowed: a number of seconds above 0, at most 86400" },
    { title: "less memory than the interpreter takes", options: { memoryMegabytes: 15 }, says: "memoryMegabytes is 15; allowed: a whole number of megabytes from 16 to 1024" },
    { title: "an unknown key", options: { memory: 64 }, says: "memory is 64; allowed: no key of this name" },
  ])("refuses $title when it is made", ({ options, says }) => {
    expect(() => runJavaScript(options as RunJavaScriptOptions)).toThrow(new DefinitionError(parsed(says)));
  });
});

// "field is value; allowed: what", as the message of a DefinitionError has it.
function parsed(says: string): ConstructorParameters<typeof DefinitionError>[0] {
  const [, field = "", value = "", allowed = ""] = /^(\w+) is (\S+); allowed: (.*)$/u.exec(says) ?? [];
  return { subject: "runJavaScript", field, value: Number(value), allowed };
}

describe("a program in runJavaScript", () => {
  it.each([
    { title: "a loop without end", code: "for (;;);", says: STOPPED },
    { title: "promises without end", code: "(function again() { Promise.resolve().then(again) })()", says: STOPPED },
    { title: "an expression that tries everything", code: "/(a+)+$/.test('a'.repeat(40) + 'b')", says: STOPPED },
    { title: "a getter that never returns", code: "const e = new Error('x'); Object.defineProperty(e, 'stack', { get() { for (;;); } }); throw e", says: STOPPED },
    { title: "a toJSON that never returns", code: "({ toJSON() { for (;;); } })", says: STOPPED },
    { title: "memory taken again and again", code: "for (;;) { try { const a = []; for (;;) a.push(new ArrayBuffer(1e6)) } catch {} }", says: STOPPED },
    { title: "a call that calls itself", code: "(function f() { f() })()", says: "AgentToolError: the program threw InternalError: stack overflow (line 1)" },
    { title: "JSON of 100 000 brackets", code: "JSON.parse('['.repeat(1e5))", says: "AgentToolError: the program threw SyntaxError: stack overflow (line 1)" },
    { title: "a program of 100 000 brackets", code: "eval('('.repeat(1e5))", says: "AgentToolError: the program threw SyntaxError: stack overflow (line 1)" },
    { title: "a chain of 100 000 proxies", code: "let p = {}; for (let i = 0; i < 1e5; i++) p = new Proxy(p, {}); p.x", says: "AgentToolError: the program threw InternalError: stack overflow (line 1)" },
    { title: "lists without end", code: "const a = []; for (;;) a.push(new Array(1000).fill(1))", says: OUT_OF_MEMORY },
    { title: "small objects without end", code: "let p = {}; for (;;) p = Object.create(p)", says: OUT_OF_MEMORY },
    { title: "a text of half a gigabyte", code: "'x'.repeat(2 ** 29)", says: OUT_OF_MEMORY },
    { title: "a text that doubles", code: "let s = 'x'; for (;;) s += s", says: "AgentToolError: the program threw InternalError: string too long (line 1)" },
    { title: "a number that squares", code: "let a = 3n; for (;;) a = a * a", says: "AgentToolError: the program threw RangeError: BigInt is too large to allocate (line 1)" },
  ])("is stopped, and the process none the worse: $title", async ({ code, says }) => {
    expect(await observe(says.startsWith(STOPPED) ? impatient : tool, { code })).toBe(says);
  });

  it("has told what it printed when it is stopped, and cannot flood the process with it", async () => {
    const observation = await observe(runJavaScript({ timeoutSeconds: 3 }), { code: "console.log('begun'); for (;;) console.log('x'.repeat(1e6))" });

    const [head, ...lines] = observation.split("\n");
    expect(head).toBe("AgentToolError: the program did not end within 3 s and was stopped; before that it printed:");
    expect(lines.map((line) => [line.slice(0, 5), line.length])).toEqual([["begun", 5], ["xxxxx", 9994]]);
  });

  it("sees nothing of the process around it", async () => {
    const names = ["process", "require", "module", "fetch", "Worker", "setTimeout", "WebAssembly", "Atomics", "std", "os", "print"];

    expect(await observe(tool, { code: `[${names.map((name) => `typeof ${name}`).join()}].every((type) => type === 'undefined')` })).toBe("=> true");
    expect(await observe(tool, { code: "this.constructor.constructor('return process')()" })).toBe(
      "AgentToolError: the program threw ReferenceError: 'process' is not defined (line 1)",
    );
    expect(await observe(tool, { code: "import('node:fs').then(() => 'got it', String)" })).toBe("=> ReferenceError: could not load module 'node:fs'");
  });

  it("has as much memory as it is given", async () => {
    const code = "const a = []; for (let i = 0; i < 100; i++) a.push(new Uint8Array(1e6)); a.length";

    expect(await observe(tool, { code })).toBe(OUT_OF_MEMORY);
    expect(await observe(runJavaScript({ timeoutSeconds: 20, memoryMegabytes: 200 }), { code })).toBe("=> 100");
  });
});
