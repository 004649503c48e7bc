import { describe, expect, it } from "vitest";
import { progressLine } from "../../../bin/terminal/progress.ts";
import type { RunHappening } from "../../../src/core/event.ts";
import { agentStep, modelStep, toolStep } from "../../support/trace.ts";

function lineOf(happening: RunHappening, path = "0/1.0"): string | null {
  return progressLine({ sequence: 0, path, agent: "researcher", ...happening });
}

const ended = { type: "run.ended", stopReason: "completed", limit: null, output: "", error: null, seconds: 2.1 } as const;

describe("a line of progress", () => {
  it.each<{ title: string; happening: RunHappening; line: string | null }>([
    { title: "tells who was asked what", happening: { type: "run.started", goal: "What is it?", runId: "r", depth: 1 }, line: '[0/1.0] researcher: asked "What is it?"' },
    { title: "tells that the run has started", happening: { type: "run.started", goal: "What is it?", runId: "r", depth: 0 }, line: "[0/1.0] researcher: started" },
    { title: "tells how a specialist ended", happening: ended, line: "[0/1.0] researcher: completed after 2.10 s" },
    { title: "tells that a tool failed", happening: { type: "step.ended", step: toolStep("search", { error: "KeyError: zz" }) }, line: "[0/1.0] researcher: search failed: KeyError: zz" },
    { title: "tells that a model failed", happening: { type: "step.ended", step: modelStep({ error: "ModelError: down" }) }, line: "[0/1.0] researcher: chat failed: ModelError: down" },
    { title: "tells a refused delegation", happening: { type: "step.ended", step: agentStep("x", [], { outcome: "refused", stopReason: null, error: "no" }) }, line: "[0/1.0] researcher: ask_x failed: no" },
    { title: "leaves a failed delegation to its own run", happening: { type: "step.ended", step: agentStep("x", [], { stopReason: "error", error: "no" }) }, line: null },
    { title: "is silent about what went well", happening: { type: "step.ended", step: toolStep("search") }, line: null },
    { title: "is silent about steps that a cancel ended", happening: { type: "step.ended", step: toolStep("search", { error: "cancelled" }) }, line: null },
    { title: "tells another try", happening: { type: "model.retried", turn: 1, attempt: { error: "429 slow down" } }, line: "[0/1.0] researcher: trying again after: 429 slow down" },
    { title: "tells a question for approval", happening: { type: "approval.asked", stepId: "0#1.0", tool: "delete_all", arguments: "{}" }, line: "[0/1.0] researcher: asks for approval of delete_all" },
    { title: "is silent about text as it arrives", happening: { type: "model.delta", turn: 1, text: "hello" }, line: null },
    { title: "is silent about turns", happening: { type: "turn.started", turn: 1 }, line: null },
  ])("$title", ({ happening, line }) => {
    expect(lineOf(happening)).toBe(line);
  });

  it("leaves the end of the whole run to its summary", () => {
    expect(lineOf(ended, "0")).toBeNull();
  });

  it("is escaped, one line, and no wider than 120 columns", () => {
    const line = lineOf({ type: "run.started", goal: `a\u001b[2J\nb\u202e ${"long ".repeat(100)}`, runId: "r", depth: 1 });

    expect(line).toBe(`[0/1.0] researcher: asked "a\\e[2J b\\u{202e} ${"long ".repeat(100)}`.slice(0, 119).trimEnd() + "…");
  });
});
