import { describe, expect, it } from "vitest";
import type { Run } from "../../../../src/core/run.ts";
import { redactRun } from "../../../../src/core/redact.ts";
import { runOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";
import { found } from "./found.ts";

// A lead that asks one specialist, then another, and answers.
function inTwoTurns({ first, answer, second, goal = "What of it?" }: { first: string; answer: string; second: string; goal?: string }): Run {
  const calls = (goal: string): { id: string; name: string; arguments: { goal: string }; status: "run"; reason: null }[] => {
    return [{ id: "call_1_0", name: "ask_researcher", arguments: { goal }, status: "run", reason: null }];
  };
  const steps = [
    turn("0#1", [0, 1], { calls: calls(first) }),
    ask("0#1.0", [1, 4], [turn("0/1.0#1", [1, 4])], { arguments: { goal: first }, goal: first, output: answer, observation: answer }),
    turn("0#2", [4, 5], { calls: calls(second) }),
    ask("0#2.0", [5, 7], [turn("0/2.0#1", [5, 7])], { arguments: { goal: second }, goal: second }),
    turn("0#3", [7, 8]),
  ];
  return runOf(steps, { seconds: 8, goal });
}

const SAVING = { kind: "serial_delegations", stepIds: ["0#1.0", "0#2.0"], agent: "lead", path: "0", seconds: 5, togetherSeconds: 3 };

describe("delegations that ran one after another", () => {
  it.each([
    { title: "nothing is borrowed", run: { first: "Tides in Porto?", answer: "Twice a day.", second: "Tides in Faro?" }, findings: [SAVING] },
    { title: "only short words are borrowed", run: { first: "Tides?", answer: "The sun is so.", second: "Is the sun so now?" }, findings: [SAVING] },
    { title: "what is borrowed was asked for before", run: { first: "Tides in Porto?", answer: "Porto has two tides.", second: "Tides of Porto at night?" }, findings: [SAVING] },
    { title: "what is borrowed stands in the goal", run: { first: "Who?", answer: "Magellan.", second: "When was Magellan?", goal: "Tell me of Magellan." }, findings: [SAVING] },
    { title: "a name is borrowed", run: { first: "Who?", answer: "It was Magellan.", second: "When was MAGELLAN born?" }, findings: [] },
    { title: "a number is borrowed", run: { first: "How many?", answer: "There are 7.", second: "Why 7?" }, findings: [] },
    { title: "Chinese is borrowed but has no telling word", run: { first: "谁?", answer: "麦哲伦", second: "麦哲伦?" }, findings: [SAVING] },
  ])("are found where $title, or else not", ({ run, findings }) => {
    expect(found(inTwoTurns(run), "serial_delegations")).toEqual(findings);
  });

  it("are not found where a turn without delegations stands between them", () => {
    const run = runOf([turn("0#1", [0, 1]), ask("0#1.0", [1, 2], []), turn("0#2", [2, 3]), call("0#2.0", [3, 4]), turn("0#3", [4, 5]), ask("0#3.0", [5, 6], [])]);

    expect(found(run, "serial_delegations")).toEqual([]);
  });

  it("count those of one turn once, and start anew where something is borrowed", () => {
    const told = (goal: string): object => ({ arguments: { goal }, goal });
    const run = runOf([
      turn("0#1", [0, 0]),
      ask("0#1.0", [0, 2], [], told("one")),
      ask("0#1.1", [0, 3], [], told("two")),
      turn("0#2", [3, 3]),
      ask("0#2.0", [3, 4], [], { ...told("three"), observation: "a treasure" }),
      turn("0#3", [4, 4]),
      ask("0#3.0", [4, 6], [], told("the treasure")),
      turn("0#4", [6, 6]),
      ask("0#4.0", [6, 7], [], told("four")),
    ]);

    expect(found(run, "serial_delegations").map(({ stepIds, seconds, togetherSeconds }) => ({ stepIds, seconds, togetherSeconds }))).toEqual([
      { stepIds: ["0#1.0", "0#1.1", "0#2.0"], seconds: 4, togetherSeconds: 3 },
      { stepIds: ["0#3.0", "0#4.0"], seconds: 3, togetherSeconds: 2 },
    ]);
  });

  it("are not looked for in a trace without contents", () => {
    expect(found(redactRun(inTwoTurns({ first: "a", answer: "b", second: "c" })), "serial_delegations")).toEqual([]);
  });
});
