import { describe, expect, it } from "vitest";
import { ownOnly } from "../../../src/core/usage.ts";
import { diff } from "../../../src/trace/diff/diff.ts";
import { failOn } from "../../../src/trace/diff/fail-on.ts";
import { modelStep, runOf, tokens } from "../../support/trace.ts";
import { ask, turn } from "../analyse/timed.ts";

const run = (cost: number | null, more: Parameters<typeof runOf>[1] = {}): ReturnType<typeof runOf> => {
  return runOf([modelStep({ usage: ownOnly(tokens(100, 0, cost)) })], { seconds: 10, ...more });
};
const cheap = run(1);

describe("failOn", () => {
  it("passes what is the same", () => {
    expect(failOn(diff(cheap, cheap), ["any", "outcome", "output", "structure", "steps", "tokens", "cost", "seconds", "agents", "cost>0", "cost>0%"])).toEqual([]);
  });

  it.each([
    { term: "any", b: run(1, { output: "x" }), reason: "the runs are not the same" },
    { term: "output", b: run(1, { output: "x" }), reason: "the answer differs" },
    { term: "outcome", b: run(1, { stopReason: "max_steps" }), reason: "the run ended completed, then max_steps" },
    { term: "cost", b: run(1.05), reason: "cost: 1, then 1.05" },
    { term: "cost", b: run(0.9), reason: "cost: 1, then 0.9" },
    { term: "cost>10%", b: run(1.1), reason: null },
    { term: "cost>10%", b: run(1.100001), reason: "cost: 1, then 1.100001, more than 10 % above" },
    { term: "cost>0.05", b: run(1.06), reason: "cost: 1, then 1.06, more than 0.05 above" },
    { term: "cost>10%", b: run(0.1), reason: null },
    { term: "cost>10%", b: run(null), reason: "cost known of one run only: 1, then unknown" },
    { term: "seconds>20%", b: run(1, { seconds: 12.5 }), reason: "seconds: 10, then 12.5, more than 20 % above" },
    { term: "steps>0", b: runOf([modelStep(), modelStep()], { seconds: 10 }), reason: "steps: 1, then 2, more than 0 above" },
    { term: "tokens", b: runOf([modelStep()], { seconds: 10 }), reason: "tokens: 100, then 0" },
    { term: "structure", b: runOf([modelStep(), ask("0#1.0", [0, 1], [])]), reason: "delegations: 1 added, 0 removed" },
    { term: "agents", b: runOf([modelStep(), ask("0#1.0", [0, 1], [])]), reason: "agents: 1, then 2" },
  ])("says of $term: $reason", ({ term, b, reason }) => {
    expect(failOn(diff(cheap, b), [term])).toEqual(reason === null ? [] : [{ term, reason }]);
  });

  it("grows from nothing by any percentage", () => {
    expect(failOn(diff(run(0), run(0.000_001)), ["cost>900%"]).length).toBe(1);
    expect(failOn(diff(run(null), run(null)), ["cost", "cost>1%"])).toEqual([]);
  });

  it("names the first delegation whose outcome differs, whatever the run itself came to", () => {
    const inner = (outcome: "answered" | "failed"): ReturnType<typeof ask> => ask("0/1.0#1.0", [0, 1], [turn("0/1.0/1.0#1", [0, 1])], { outcome, goal: "dig" });
    const [a, b] = (["answered", "failed"] as const).map((outcome) => runOf([ask("0#1.0", [0, 1], [inner(outcome)], { goal: "plan" })]));

    expect(a && b && failOn(diff(a, b), ["outcome", "output"])).toEqual([{ term: "outcome", reason: "0/1.0#1.0 ended answered, then failed" }]);
  });

  it.each(["", "costs", "cost>", "cost>x", "cost>-1", "cost>10 %", "cost<5", "outcome>1", "any>5%", "constructor", "Steps"])("refuses the term '%s'", (term) => {
    expect(() => failOn(diff(cheap, cheap), [term])).toThrow(
      expect.objectContaining({
        name: "DefinitionError",
        message: `failOn: a term is '${term}'; allowed: any, outcome, output, structure, steps, tokens, cost, seconds, agents, or one of the last five with a limit, as in cost>10% or steps>3`,
      }),
    );
  });
});
