import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../src/core/json.ts";
import type { Step } from "../../src/core/run.ts";
import { renderLoopTrace } from "../../src/trace/loop-trace.ts";
import { agentStep, callingStep, modelStep, runOf, snapshotOf, toolStep } from "../support/trace.ts";

type Arguments = Record<string, string | number>;

function turn(thought: string, name: string, args: Arguments, observation: string): Step[] {
  const given = args as Record<string, string> & JsonValue; // plain JSON by its type
  return [callingStep([[name, given]], { output: thought }), toolStep(name, { arguments: given, output: observation, observation })];
}

const GOAL = "What is 120 plus 15% tax, stored in kv?";
const ANSWER = "the total including 15% tax is 138.0";

const demo = runOf(
  [
    ...turn("store the base price", "kv_set", { key: "base", value: "120" }, "stored base"),
    ...turn("compute 15% tax", "calculator", { expr: "120 * 0.15" }, "18.0"),
    ...turn("store the tax", "kv_set", { key: "tax", value: "18.0" }, "stored tax"),
    ...turn("compute total", "calculator", { expr: "120 + 18.0" }, "138.0"),
    ...turn("verify base", "kv_get", { key: "base" }, "120"),
    modelStep({ output: ANSWER }),
  ],
  { goal: GOAL, output: ANSWER },
);

describe("the loop trace", () => {
  it("prints the demo's twelve records and its tail", () => {
    expect(renderLoopTrace(demo)).toBe(
      [
        "[00    user] What is 120 plus 15% tax, stored in kv?",
        "[01 thought] store the base price",
        "[02  action] kv_set({'key': 'base', 'value': '120'}) -> stored base",
        "[03 thought] compute 15% tax",
        "[04  action] calculator({'expr': '120 * 0.15'}) -> 18.0",
        "[05 thought] store the tax",
        "[06  action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax",
        "[07 thought] compute total",
        "[08  action] calculator({'expr': '120 + 18.0'}) -> 138.0",
        "[09 thought] verify base",
        "[10  action] kv_get({'key': 'base'}) -> 120",
        "[11   final] the total including 15% tax is 138.0",
        "",
        "final answer: the total including 15% tax is 138.0",
        "turns used:   5",
        "tools used:   ['calculator', 'kv_get', 'kv_set']",
      ].join("\n"),
    );
  });

  it("prints the page's own abridged output in its short form", () => {
    expect(renderLoopTrace(demo, { form: "page" })).toBe(
      [
        "[00   user] What is 120 plus 15% tax, stored in kv?",
        "[01 thought] store the base price",
        "[02 action] kv_set({'key': 'base', 'value': '120'}) -> stored base",
        "[03 thought] compute 15% tax",
        "[04 action] calculator({'expr': '120 * 0.15'}) -> 18.0",
        "[05 thought] store the tax",
        "[06 action] kv_set({'key': 'tax', 'value': '18.0'}) -> stored tax",
        "[07 thought] compute total",
        "[08 action] calculator({'expr': '120 + 18.0'}) -> 138.0",
        "final answer: the total including 15% tax is 138.0",
      ].join("\n"),
    );
  });

  it("ends in 'budget exhausted' with 26 records after twelve turns that always act", () => {
    const steps = Array.from({ length: 12 }, () => turn("again", "spin", {}, "round")).flat();
    const lines = renderLoopTrace(runOf(steps, { stopReason: "max_steps", output: "again" })).split("\n");

    expect(lines.slice(24)).toEqual([
      "[24  action] spin({}) -> round",
      "[25   final] budget exhausted",
      "",
      "final answer: budget exhausted",
      "turns used:   12",
      "tools used:   ['spin']",
    ]);
  });

  it("prints numbers of the tools it is told of the way Python prints floats", () => {
    const run = runOf([...turn("", "calculator", { expr: "1" }, "18"), ...turn("", "kv_get", { key: "n" }, "18")]);

    expect(renderLoopTrace(run, { floats: ["calculator"] }).split("\n").slice(1, 5)).toEqual([
      "[01 thought] ",
      "[02  action] calculator({'expr': '1'}) -> 18.0",
      "[03 thought] ",
      "[04  action] kv_get({'key': 'n'}) -> 18",
    ]);
  });

  it("shows every call of a turn, delegations and calls that were not run included", () => {
    const calls = callingStep(["ask_reader", "search"], { output: "both" });
    calls.calls.push({ id: "call_1_2", name: "read", arguments: { n: 1 }, status: "not_run", reason: "max_steps" });
    const steps = [calls, agentStep("reader", [], { arguments: { goal: "g" }, observation: "read it" }), toolStep("search", { observation: "hit" })];

    expect(renderLoopTrace(runOf(steps, { stopReason: "max_steps" })).split("\n").slice(1, 6)).toEqual([
      "[01 thought] both",
      "[02  action] ask_reader({'goal': 'g'}) -> read it",
      "[03  action] search({}) -> hit",
      "[04  action] read({'n': 1}) -> not run: max_steps",
      "[05   final] budget exhausted",
    ]);
  });

  it.each([
    { title: "an error's message is its answer", run: runOf([], { stopReason: "error", output: "RuntimeError: down" }), final: "RuntimeError: down" },
    { title: "without an answer it says why it stopped", run: runOf([], { stopReason: "timeout" }), final: "timeout" },
    { title: "an empty answer stays empty", run: runOf([]), final: "" },
    { title: "a run under way says so", run: snapshotOf([]), final: "running" },
  ])("$title", ({ run, final }) => {
    expect(renderLoopTrace(run).split("\n")[1]).toBe(`[01   final] ${final}`);
  });

  it("escapes everything that models, tools and users wrote", () => {
    const run = runOf(turn("a\u001b[2Jb", "t\u0007", { k: "\u202e" }, "x\ny"), { goal: "g\u009b", output: "o\u001b" });

    expect(renderLoopTrace(run).split("\n").slice(0, 6)).toEqual([
      "[00    user] g\\u{9b}",
      "[01 thought] a\\e[2Jb",
      "[02  action] t\\u{7}({'k': '\\u202e'}) -> x\\ny",
      "[03   final] o\\e",
      "",
      "final answer: o\\e",
    ]);
  });
});
