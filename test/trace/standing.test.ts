import { describe, expect, it } from "vitest";
import { outcomeSchema, stopReasonSchema } from "../../src/core/outcome.ts";
import type { Step } from "../../src/core/run.ts";
import { standingOfEnd, standingOfStep, type Standing } from "../../src/trace/standing.ts";
import { agentStep, modelStep, toolStep } from "../support/trace.ts";

describe("how something stands", () => {
  it.each<{ title: string; step: Step; stands: Standing }>([
    { title: "a turn that answered", step: modelStep(), stands: "good" },
    { title: "a call that failed", step: toolStep("look", { error: "KeyError: a" }), stands: "bad" },
    { title: "a call whose own error begins like a cancel", step: toolStep("look", { error: "cancelled by the bank" }), stands: "bad" },
    { title: "a call that timed out", step: toolStep("look", { error: "timeout" }), stands: "cut" },
    { title: "a call that was cancelled", step: toolStep("look", { error: "cancelled" }), stands: "cut" },
    { title: "a call that was cancelled for a reason", step: toolStep("look", { error: "cancelled: enough" }), stands: "cut" },
    { title: "a call that waits", step: toolStep("look", { open: "queued" }), stands: "queued" },
    { title: "a turn under way", step: modelStep({ open: "running" }), stands: "running" },
    { title: "a delegation whose agent waits", step: agentStep("reader", [], { outcome: null, open: "waiting" }), stands: "waiting" },
    { title: "a delegation that has not ended", step: agentStep("reader", [], { outcome: null }), stands: "running" },
    { title: "an outcome of a later version", step: agentStep("reader", [], { outcome: "constructor" as "failed" }), stands: "bad" },
  ])("$title is $stands", ({ step, stands }) => {
    expect(standingOfStep(step)).toBe(stands);
  });

  it("is known for every outcome and every stop reason", () => {
    const outcomes = outcomeSchema.options.map((outcome) => `${outcome}: ${standingOfStep(agentStep("reader", [], { outcome }))}`);
    const ends = [null, ...stopReasonSchema.options, "__proto__" as "error"].map((reason) => `${reason}: ${standingOfEnd(reason)}`);

    expect(outcomes).toEqual(["answered: good", "empty: good", "partial: cut", "refused: bad", "failed: bad", "blocked: bad", "timed_out: cut", "cancelled: cut"]);
    expect(ends).toEqual([
      "null: running",
      "completed: good",
      "max_steps: cut",
      "max_tool_calls: cut",
      "max_delegations: cut",
      "max_tokens: cut",
      "max_cost: cut",
      "timeout: cut",
      "cancelled: cut",
      "blocked: bad",
      "error: bad",
      "__proto__: cut",
    ]);
  });
});
