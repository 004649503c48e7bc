import { describe, expect, it } from "vitest";
import type { Step } from "../../../src/core/run.ts";
import { ownOnly } from "../../../src/core/usage.ts";
import { diff } from "../../../src/trace/diff/diff.ts";
import { renderDiff } from "../../../src/trace/diff/render-diff.ts";
import { widthOf } from "../../../src/trace/width.ts";
import { runOf, snapshotOf, tokens } from "../../support/trace.ts";
import { ask, call, turn } from "../analyse/timed.ts";
import { hostileRuns } from "../hostile.ts";

const usage = ownOnly(tokens(60, 40, 0.25));
const asked = (id: string, goal: string, output: string): Step => {
  const inner = [turn(`${id.replace("#", "/")}#1`, [1, 2], { usage, output })];
  return ask(id, [1, 2], inner, { goal, arguments: { goal }, output, observation: output });
};
const a = runOf([turn("0#1", [0, 1]), asked("0#1.0", "tides", "The tide is at noon today."), asked("0#1.1", "winds", "West.")], { seconds: 2, output: "At noon." });
const b = runOf(
  [
    turn("0#1", [0, 1], { model: "large" }),
    asked("0#1.0", "storms", "None."),
    asked("0#1.1", "tides", "The tide is at one today."),
    asked("0#1.2", "winds", "West."),
    call("0#1.3", [1, 1.5]),
  ],
  { seconds: 2.5, output: "At one, and no storm, as far as anybody knows." },
);

describe("renderDiff", () => {
  it("tells figures, the first difference, and the tree of what differs", () => {
    expect(renderDiff(diff(a, b))).toBe(`              a       b   change
steps         5       8       +3
agents        3       4       +1
seconds  2.00 s  2.50 s  +0.50 s
tokens      200     300     +100
cost        0.5    0.75    +0.25

first difference: model chat 0#1: model
  a: scripted
  b: large

~ lead "What is there?" → completed, +3 steps, +100 tok, +0.50 s
  ~ model chat 0#1: model
  + tool search 0#1.3
  - conclusion: At noon.
  + conclusion: At one, and no storm, as far as anybody knows.
  = 1 delegation the same
  + ask_researcher 0#1.0 "storms" → answered, 2 steps, 100 tok
  ~ ask_researcher 0#1.0 (0#1.1) "tides" → answered
    ~ model chat 0/1.0#1 (0/1.1#1): output
    ~ conclusion: The tide is at[- noon-]{+ one+} today.`);
  });

  it("says what has not ended in one of the runs", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;
    const ended = runOf([ask("0#1.0", [0, 1], [], { goal: "list", output: "red" })], { output: "red" });
    const under = snapshotOf([ask("0#1.0", [0, 1], [], { goal: "list", ...open })]);
    const heads = (text: string): string[] => text.split("\n").filter((line) => line.includes("→")).map((line) => line.replace(/, [+-]1\.00 s$/u, ""));

    expect(heads(renderDiff(diff(ended, under)))).toEqual(['~ lead "What is there?" → completed, then not ended', '  ~ ask_researcher 0#1.0 "list" → answered, then not ended']);
    expect(heads(renderDiff(diff(under, ended)))).toEqual(['~ lead "What is there?" → not ended, then completed', '  ~ ask_researcher 0#1.0 "list" → not ended, then answered']);
  });

  it("says so when nothing differs", () => {
    expect(renderDiff(diff(a, a)).split("\n\n")[1]).toBe("nothing differs but times and figures");
  });

  it("shows changed lines of a conclusion of several lines, and how outcomes changed", () => {
    const one = runOf([ask("0#1.0", [0, 1], [], { goal: "list", output: "red\ngreen\nblue\n" })]);
    const other = runOf([ask("0#1.0", [0, 1], [], { goal: "list", output: "red\nblue\nblack\n", outcome: "partial", stopReason: "max_steps" })]);

    expect(renderDiff(diff(one, other)).split("\n\n")[2]).toBe(
      [
        `~ lead "What is there?" → completed`,
        `  ~ ask_researcher 0#1.0 "list" → answered, then partial`,
        `    - conclusion: green`,
        `    + conclusion: black`,
      ].join("\n"),
    );
  });

  it("stops moving to the right where a tree is deep, and says how deep it is", () => {
    const deep = (output: string): Step => {
      let step: Step = turn("x#1", [0, 1], { output });
      for (let level = 0; level < 60; level++) step = ask("x#1.0", [0, 1], [step], { goal: `level ${level}`, output: "same" });
      return step;
    };
    const lines = renderDiff(diff(runOf([deep("one")]), runOf([deep("two")])), { width: 70 }).split("\n");

    expect(lines.slice(-3)).toEqual([
      `                [59] ~ ask_researcher x#1.0 "level 1" → answered`,
      `                [60] ~ ask_researcher x#1.0 "level 0" → answered`,
      `                [61] ~ model chat x#1: output`,
    ]);
  });

  it("fits into any width, whatever is in the trace", () => {
    const runs = hostileRuns();
    runs.forEach(({ run }, index) => {
      const compared = diff(run, runs[(index + 1) % runs.length]?.run ?? run);
      for (const width of [20, 33, 100]) {
        const lines = renderDiff(compared, { width }).split("\n");

        expect(lines.filter((line) => widthOf(line) > width || line !== line.trimEnd())).toEqual([]);
        expect(lines.join("").match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/u)).toBeNull();
      }
    });
  });

  it("has colours only when asked, and refuses a width that is none", () => {
    expect(renderDiff(diff(a, b))).not.toContain("\u001b");
    expect(renderDiff(diff(a, b), { color: true })).toContain("\u001b[32m+ tool search 0#1.3\u001b[39m");
    expect(() => renderDiff(diff(a, b), { width: 5 })).toThrow("renderDiff: width is 5; allowed: a whole number of columns from 20 to 1000");
  });
});
