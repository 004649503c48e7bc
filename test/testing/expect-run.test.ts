import { AssertionError } from "node:assert";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../src/core/run.ts";
import { expectRun, type RunExpectations } from "../../src/testing/index.ts";
import { agentStep, modelStep, runOf, toolStep } from "../support/trace.ts";

const reader = agentStep("reader", [toolStep("read"), toolStep("read"), modelStep({ output: "Noon." })], { outcome: "answered" });
const critic = agentStep("critic", [], { outcome: "refused" });
const run: RunRecord = runOf([toolStep("note"), reader, critic, agentStep("reader", [], { outcome: "failed", error: "ill" })], { output: "At noon.", artifacts: [] });

type Expect = (expectations: RunExpectations) => RunExpectations;

interface Case {
  readonly title: string;
  readonly holds: Expect;
  readonly fails: Expect;
  readonly says: string;
  readonly not: string;
}

const CASES: readonly Case[] = [
  { title: "toHaveStopped", holds: (it) => it.toHaveStopped("completed"), fails: (it) => it.toHaveStopped("timeout"), says: "the run of 'lead' ended completed, expected timeout; its output is 'At noon.'", not: "to have ended completed" },
  { title: "toHaveOutput", holds: (it) => it.toHaveOutput("At noon."), fails: (it) => it.toHaveOutput("At one."), says: "the output of 'lead' is 'At noon.', expected 'At one.'", not: "to have the output 'At noon.'" },
  { title: "toHaveOutput with a pattern", holds: (it) => it.toHaveOutput(/NOON/giu), fails: (it) => it.toHaveOutput(/one/u), says: "the output of 'lead' is 'At noon.', expected something like /one/u", not: "to have the output '/NOON/giu'" },
  { title: "toHaveDelegated", holds: (it) => it.toHaveDelegated("reader", 2), fails: (it) => it.toHaveDelegated("critic"), says: "the delegations of 'lead' to 'critic' are 0, expected at least 1; all delegations: [reader answered, critic refused, reader failed]", not: "to have delegated to 'reader' 2 times" },
  { title: "toHaveOutcome", holds: (it) => it.toHaveOutcome("critic", "refused"), fails: (it) => it.toHaveOutcome("reader", "answered"), says: "the delegations to 'reader' ended [answered, failed], expected answered", not: "to have every delegation to 'critic' end refused" },
  { title: "toHaveOutcome of nobody", holds: (it) => it.toHaveOutcome("critic", "refused"), fails: (it) => it.toHaveOutcome("ghost", "answered"), says: "the delegations to 'ghost' are none, expected answered", not: "to have every delegation to 'critic' end refused" },
  { title: "toHaveCalled", holds: (it) => it.toHaveCalled("read", { times: 2, by: "reader" }), fails: (it) => it.toHaveCalled("read", { by: "lead" }), says: "the calls of 'read' by 'lead' are 0, expected at least 1; all calls: [lead note]", not: "to have called 'read' by 'reader' 2 times" },
  { title: "toHaveCalled anywhere", holds: (it) => it.toHaveCalled("read"), fails: (it) => it.toHaveCalled("read", { times: 1 }), says: "the calls of 'read' in the run of 'lead' are 2, expected 1; all calls: [lead note, reader read, reader read]", not: "to have called 'read'" },
  { title: "toHaveUsedTools", holds: (it) => it.toHaveUsedTools(["note"]), fails: (it) => it.toHaveUsedTools([]), says: "the run of 'lead' used the tools [note], expected []", not: "to have used the tools 'note'" },
  { title: "toHaveSpentAtMost", holds: (it) => it.toHaveSpentAtMost({ steps: 7, tokens: 1000 }), fails: (it) => it.toHaveSpentAtMost({ steps: 6, cost: 1 }), says: "the run of 'lead' took more than it may: steps 7 (at most 6), cost unknown (at most 1)", not: 'to have spent at most {"steps":7,"tokens":1000}' },
];

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    expect(error).toBeInstanceOf(AssertionError);
    return (error as Error).message;
  }
  return "";
}

describe("expectRun", () => {
  it.each(CASES)("$title holds, or names the difference", ({ holds, fails, says }) => {
    expect(messageOf(() => holds(expectRun(run)))).toBe("");
    expect(messageOf(() => fails(expectRun(run)))).toBe(says);
  });

  it.each(CASES)("$title is turned round by not", ({ holds, fails, not }) => {
    expect(messageOf(() => fails(expectRun(run).not))).toBe("");
    expect(messageOf(() => holds(expectRun(run).not))).toBe(`the run of 'lead' was expected not ${not}`);
  });

  it("chains, and not turns round all that follow", () => {
    expect(messageOf(() => expectRun(run).toHaveCompleted().toHaveDelegated("reader", 2).not.toHaveDelegated("ghost").toHaveArtifact("a.png"))).toBe("");
    expect(messageOf(() => expectRun(run).toHaveArtifact("a.png"))).toBe("the run of 'lead' has no artifact named 'a.png'; produced: []");
    expect(messageOf(() => expectRun(run).not.not.toHaveStopped("error"))).not.toBe("");
  });

  it("shows what a model said without letting it act on the terminal", () => {
    expect(messageOf(() => expectRun({ ...run, output: "\u001b[2J" }).toHaveOutput("x"))).not.toContain("\u001b");
  });

  it.each<{ title: string; wrong: (it: RunExpectations) => unknown; says: string }>([
    { title: "a ceiling that is no number", wrong: (it) => it.toHaveSpentAtMost({ tokens: Number.NaN }), says: "assertSpentAtMost: tokens is NaN; allowed: a number of at least 0" },
    { title: "a ceiling that is missing", wrong: (it) => it.toHaveSpentAtMost({ tokens: undefined } as never), says: "assertSpentAtMost: tokens is undefined; allowed: a number of at least 0" },
    { title: "a ceiling on nothing", wrong: (it) => it.toHaveSpentAtMost({ step: 1 } as never), says: "assertSpentAtMost: terms is { step: 1 }; allowed: an object with keys among steps, tokens, cost, seconds" },
    { title: "no ceiling at all", wrong: (it) => it.toHaveSpentAtMost({}), says: "assertSpentAtMost: terms is {}; allowed: an object with at least one of steps, tokens, cost, seconds" },
    { title: "half a time", wrong: (it) => it.toHaveDelegated("reader", 0.5), says: "assertDelegated: times is 0.5; allowed: a whole number of at least 0" },
    { title: "times that are no terms", wrong: (it) => it.toHaveCalled("read", 3 as never), says: "toHaveCalled: terms is 3; allowed: an object with keys among times, by" },
    { title: "an outcome that there is not", wrong: (it) => it.toHaveOutcome("reader", "done" as never), says: "assertOutcome: outcome is 'done'; allowed: answered, empty, partial, refused, failed, blocked, timed_out, cancelled" },
    { title: "a reason that there is not", wrong: (it) => it.toHaveStopped("done" as never), says: "assertStopped: reason is 'done'; allowed: completed, max_steps, max_tool_calls, max_delegations, max_tokens, max_cost, timeout, cancelled, blocked, error" },
  ])("refuses $title, under not as well", ({ wrong, says }) => {
    expect(() => wrong(expectRun(run))).toThrow(expect.objectContaining({ name: "DefinitionError", message: says }));
    expect(() => wrong(expectRun(run).not)).toThrow(expect.objectContaining({ name: "DefinitionError", message: says }));
  });

  it.each([
    { given: Promise.resolve(run), says: "expectRun: run is 'a promise'; allowed: a run; one that is under way must be awaited first" },
    { given: undefined, says: "expectRun: run is undefined; allowed: a run; one that is under way must be awaited first" },
  ])("takes nothing but a run: $says", ({ given, says }) => {
    expect(() => expectRun(given as never).not.toHaveCompleted()).toThrow(expect.objectContaining({ name: "DefinitionError", message: says }));
  });

  it("names a few of many calls", () => {
    const many = runOf(Array.from({ length: 500 }, (_, index) => toolStep(`${index}${"x".repeat(300)}`)));
    const message = messageOf(() => expectRun(many).toHaveCalled("y"));

    expect(message.endsWith("…, and 480 more]")).toBe(true);
    expect(message.length).toBeLessThan(3_000);
  });
});
