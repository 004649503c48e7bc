import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { openedTrace } from "../../../viewer/trace/trace.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, snapshotOf, toolStep, TRACE_START } from "../../support/trace.ts";

const notesOf = (run: RunRecord): readonly string[] | undefined => openedTrace(JSON.parse(JSON.stringify(run)), "")?.notes;
const reader = (children: Parameters<typeof agentStep>[1], changes: Parameters<typeof agentStep>[2] = {}) =>
  agentStep("reader", children, { id: "0#1.0", runId: "run-1:0/1.0", seconds: 2, ...changes });

describe("what is odd about a trace", () => {
  it("is nothing where nothing is", () => {
    expect(notesOf(syntheticRun({ steps: 200, depth: 5 }))).toEqual([]);
  });

  it.each<{ title: string; run: RunRecord; note: string }>([
    {
      title: "a run that has not ended",
      run: snapshotOf([modelStep({ open: "running" })], { seconds: 1 }),
      note: "The run had not ended when this trace was taken; 1 step was still open.",
    },
    {
      title: "steps that never closed in a run that has ended",
      run: runOf([modelStep({ open: "running" }), toolStep("a", { id: "0#1.0", open: "queued" })], { seconds: 1 }),
      note: "The run has ended, but 2 steps were never closed.",
    },
    {
      title: "two steps with one id",
      run: runOf([modelStep(), modelStep()], { seconds: 1 }),
      note: "1 step has an id that another step has; a link by id leads to the first.",
    },
    {
      title: "an orphan, whose id names an agent that it does not stand under",
      run: runOf([modelStep(), reader([toolStep("a", { id: "0/7.7#1.0" })])], { seconds: 3 }),
      note: "1 step stands under an agent that its id does not name.",
    },
    {
      title: "a delegation that leads back to the agent it came from",
      run: runOf([modelStep(), reader([modelStep({ id: "0#9" })], { runId: "run-1:0" })], { seconds: 3 }),
      note: "1 delegation leads back to an agent above; it is shown where it stands.",
    },
    {
      title: "a step of a clock that goes wrong",
      run: runOf([modelStep(), reader([modelStep({ id: "0/1.0#1", startedAt: TRACE_START - 60_000, seconds: 1 })])], {
        seconds: 3,
      }),
      note: "1 step begins or ends outside the agent it belongs to: clocks may differ.",
    },
  ])("is $title", ({ run, note }) => {
    expect(notesOf(run)).toEqual([note]);
  });

  it("is only that it has not ended, at any moment of a run", () => {
    const run = syntheticRun({ steps: 120 });

    for (const share of [0, 0.2, 0.5, 0.9]) {
      expect(notesOf(asOf(run, run.seconds * share))).toEqual([expect.stringContaining("The run had not ended")]);
    }
  });
});
