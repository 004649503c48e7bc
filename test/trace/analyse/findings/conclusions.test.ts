import { describe, expect, it } from "vitest";
import { redactRun } from "../../../../src/core/redact.ts";
import { ownOnly } from "../../../../src/core/usage.ts";
import { runOf, tokens } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";
import { found } from "./found.ts";

const CONCLUSION = "The tide in Porto turns every six hours and a bit.";
const one = (later: Parameters<typeof turn>[2] | null, conclusion = CONCLUSION): ReturnType<typeof runOf> => {
  const usage = ownOnly(tokens(60, 40, 0.5));
  const delegation = ask("0#1.0", [1, 2], [turn("0/1.0#1", [1, 2], { usage, output: conclusion })], { goal: "How often does the tide turn?", output: conclusion });
  return runOf([turn("0#1", [0, 1]), delegation, ...(later === null ? [] : [turn("0#2", [2, 3], later)])], { seconds: 3 });
};
const UNUSED = { kind: "unused_conclusion", stepIds: ["0#1.0"], agent: "researcher", why: "not_repeated", tokens: 100, cost: 0.5 };
const callOf = (args: object): object => ({ id: "call_2_0", name: "note", arguments: args, status: "run", reason: null });

describe("a conclusion", () => {
  it.each([
    { title: "four words of it in an answer", later: { output: "As I hear, in porto TURNS -- every day." }, findings: [] },
    { title: "four words of it in the arguments of a call", later: { calls: [callOf({ text: ["it turns every six hours"] })] as never }, findings: [] },
    { title: "four words of it in the reasoning", later: { reasoning: "six hours and a bit, then" }, findings: [] },
    { title: "three words in a row only", later: { output: "It turns every six days." }, findings: [UNUSED] },
    { title: "nothing of it", later: { output: "I do not know." }, findings: [UNUSED] },
    { title: "no later turn", later: null, findings: [{ ...UNUSED, why: "no_later_turn" }] },
  ])("with $title: $findings.length unused", ({ later, findings }) => {
    expect(found(one(later), "unused_conclusion")).toEqual(findings);
  });

  it.each([
    { conclusion: "Six.", later: "They say six.", unused: 0 },
    { conclusion: "Six.", later: "They say sixty.", unused: 1 },
    { conclusion: "How often does the tide turn?", later: "No idea.", unused: 0 },
    { conclusion: "潮汐每天两次", later: "答案是每天两次。", unused: 0 },
    { conclusion: "潮汐每天两次", later: "我不知道", unused: 1 },
    { conclusion: "", later: "No idea.", unused: 0 },
    { conclusion: "?!", later: "No idea.", unused: 0 },
  ])("'$conclusion' is unused $unused times where '$later' follows", ({ conclusion, later, unused }) => {
    expect(found(one({ output: later }, conclusion), "unused_conclusion").length).toBe(unused);
  });

  it("is judged by its own parent, and not by what was said before it", () => {
    const inner = ask("0/1.0#1.0", [1, 2], [turn("0/1.0/1.0#1", [1, 2])], { agent: "digger", output: "gold lies under the oak" });
    const outer = ask("0#1.0", [1, 3], [turn("0/1.0#1", [1, 1]), inner, turn("0/1.0#2", [2, 3], { output: "Nothing." })], { output: "Nothing." });
    const run = runOf([turn("0#1", [0, 1], { output: "gold lies under the oak" }), outer, turn("0#2", [3, 4], { output: "Nothing. Gold lies under the oak" })]);

    expect(found(run, "unused_conclusion").map(({ stepIds }) => stepIds)).toEqual([["0/1.0#1.0"]]);
  });

  it.each(["refused", "failed", "cancelled", "timed_out", "blocked"] as const)("that is none, because it was %s, is not judged", (outcome) => {
    const run = runOf([ask("0#1.0", [0, 1], [], { outcome, output: "some four words here" }), turn("0#2", [1, 2], { output: "No." })]);

    expect(found(run, "unused_conclusion")).toEqual([]);
  });

  it("without a word is found as such", () => {
    expect(found(runOf([ask("0#1.0", [0, 1], [], { output: "" })]), "empty_conclusion")).toEqual([{ kind: "empty_conclusion", stepIds: ["0#1.0"], agent: "researcher" }]);
  });

  it("is not judged in a trace without contents", () => {
    expect(found(redactRun(one({ output: "No." })), "unused_conclusion")).toEqual([]);
  });
});

describe("repeated calls", () => {
  it("are those of one name with the same arguments, whatever the order of their keys, in the whole run", () => {
    const inner = [call("0/1.1#1.0", [4, 6], { arguments: { b: [1, { d: 1, c: 2 }], a: "x" } })];
    const run = runOf([
      call("0#1.0", [0, 1], { arguments: { a: "x", b: [1, { c: 2, d: 1 }] } }),
      ask("0#1.1", [3, 6], inner),
      call("0#1.2", [6, 7], { arguments: { a: "x", b: [{ c: 2, d: 1 }, 1] } }),
      call("0#1.3", [7, 8], { name: "other", arguments: { a: "x", b: [1, { c: 2, d: 1 }] } }),
      call("0#1.4", [8, 9], { arguments: { a: "x", b: [1, { c: 2, d: 1 }] }, error: "KeyError: x" }),
    ]);

    expect(found(run, "repeated_calls")).toEqual([
      { kind: "repeated_calls", stepIds: ["0#1.0", "0/1.1#1.0", "0#1.4"], name: "search", failed: 1, repeatedSeconds: 3 },
    ]);
  });

  it("are not looked for in a trace without contents", () => {
    expect(found(redactRun(runOf([call("0#1.0", [0, 1]), call("0#1.1", [0, 1])])), "repeated_calls")).toEqual([]);
  });
});
