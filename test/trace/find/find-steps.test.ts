import { describe, expect, it } from "vitest";
import { ownOnly } from "../../../src/core/usage.ts";
import { findSteps } from "../../../src/trace/find/find-steps.ts";
import { runOf, tokens } from "../../support/trace.ts";
import { ask, call, turn } from "../analyse/timed.ts";
import { hostileRuns } from "../hostile.ts";

const inner = [
  turn("0/1.0#1", [1, 2], { model: "large-1", reasoning: "Perhaps the Harbour.", estimated: 4, usage: ownOnly(tokens(60, 40, 0.25)) }),
  call("0/1.0#1.0", [2.5, 3], { name: "read_page", arguments: { url: "https://porto.test", deep: [{ key: 7 }] }, queuedSeconds: 0.5, error: "KeyError: zz", observation: "KeyError: zz" }),
];
const steps = [
  turn("0#1", [0, 1], { calls: [{ id: "c", name: "ask_researcher", arguments: { goal: "Tide?" }, status: "run", reason: null }] }),
  ask("0#1.0", [1, 3], inner, { goal: "When is the tide?", output: "At noon.", arguments: { goal: "When is the tide?" } }),
  ask("0#1.1", [1, 1], [], { agent: "digger", outcome: "refused", stopReason: null, error: "a cycle" }),
  call("0#1.2", [1, 1.1], { name: "note", note: "still running", artifacts: ["chart.png"], open: "running" }),
  turn("0#2", [3, 4], { output: "The tide is at noon.", attempts: [{ error: "overloaded" }] }),
];
const run = runOf(steps, { seconds: 4 });

describe("findSteps", () => {
  it.each([
    { query: "", ids: ["0#1", "0#1.0", "0/1.0#1", "0/1.0#1.0", "0#1.1", "0#1.2", "0#2"] },
    { query: "noon", ids: ["0#1.0", "0#2"] },
    { query: "HARBOUR", ids: ["0/1.0#1"] },
    { query: "porto.test", ids: ["0/1.0#1.0"] },
    { query: "deep 7", ids: ["0/1.0#1.0"] },
    { query: "chart", ids: ["0#1.2"] },
    { query: '"still running"', ids: ["0#1.2"] },
    { query: "tide -noon", ids: ["0#1"] },
    { query: "agent:researcher", ids: ["0#1.0", "0/1.0#1", "0/1.0#1.0"] },
    { query: "agent:lead kind:agent", ids: ["0#1.0", "0#1.1"] },
    { query: "tool:page", ids: ["0/1.0#1.0"] },
    { query: "model:large", ids: ["0/1.0#1"] },
    { query: "goal:tide", ids: ["0#1.0"] },
    { query: "id:1.0#1", ids: ["0/1.0#1", "0/1.0#1.0"] },
    { query: "error:", ids: ["0/1.0#1.0", "0#1.1"] },
    { query: "error:keyerror", ids: ["0/1.0#1.0"] },
    { query: "-error: kind:tool", ids: ["0#1.2"] },
    { query: "outcome:refused", ids: ["0#1.1"] },
    { query: "-outcome:answered kind:agent", ids: ["0#1.1"] },
    { query: "is:open", ids: ["0#1.2"] },
    { query: "is:failed", ids: ["0/1.0#1.0", "0#1.1"] },
    { query: "is:estimated", ids: ["0/1.0#1"] },
    { query: "is:retried", ids: ["0#2"] },
    { query: "depth>0", ids: ["0/1.0#1", "0/1.0#1.0"] },
    { query: "ms=500", ids: ["0/1.0#1.0"] },
    { query: "ms>1000", ids: ["0#1.0", "0#1.2"] },
    { query: "ms<500", ids: ["0#1.1"] },
    { query: "queued>=500", ids: ["0/1.0#1.0"] },
    { query: "tokens>=100", ids: ["0#1.0", "0/1.0#1"] },
    { query: "cost<1", ids: ["0#1.0", "0/1.0#1"] },
    { query: "cost>=0 kind:tool", ids: [] },
    { query: "nothing-like-it", ids: [] },
  ])("finds $ids with '$query'", ({ query, ids }) => {
    expect(findSteps(run, query).map(({ step }) => step.id)).toEqual(ids);
  });

  it("hands back the run's own steps, and whose they are", () => {
    expect(findSteps(run, "tool:read_page")).toEqual([{ step: inner[1], agent: "researcher", path: "0/1.0", depth: 1 }]);
    expect(findSteps(run, "tool:read_page")[0]?.step).toBe(inner[1]);
  });

  it("says in one line what is wrong with a query, and what is allowed", () => {
    expect(() => findSteps(run, "kind:step\n")).toThrow(
      expect.objectContaining({ name: "DefinitionError", message: "findSteps: the query's part is 'kind:step'; allowed: kind:model kind:tool kind:agent" }),
    );
  });

  it("finds what is hostile as it stands there", () => {
    for (const { text, run: hostile } of hostileRuns()) {
      const query = `"${text.trim().replace(/["\\]/gu, "\\$&")}"`;

      expect(findSteps(hostile, query).length).toBe(findSteps(hostile, "").length);
    }
  });
});
