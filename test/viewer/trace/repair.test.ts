import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { analysisOf, totalsFor } from "../../../viewer/trace/analysis.ts";
import { conversationOf } from "../../../viewer/trace/conversation.ts";
import { repaired } from "../../../viewer/trace/repair.ts";
import { openedTrace } from "../../../viewer/trace/trace.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, toolStep } from "../../support/trace.ts";

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

describe("a repaired run", () => {
  it("is the run itself, without a note, where nothing is wrong", () => {
    const run = json(syntheticRun({ steps: 150 }));

    expect(repaired(json(run))).toEqual({ run, notes: [] });
  });

  it.each<{ title: string; value: unknown }>([
    { title: "null", value: null },
    { title: "a text", value: "{}" },
    { title: "a list", value: [] },
    { title: "an object without steps", value: { version: 1 } },
  ])("is none where the value is $title", ({ value }) => {
    expect(repaired(value)).toBeNull();
  });

  it("counts what was missing or of a wrong type", () => {
    const run = { ...json(runOf([modelStep(), toolStep("search")])), goal: 7, seconds: -1 } as unknown as RunRecord;
    Object.assign(run.steps[0] ?? {}, { startedAt: null, usage: { own: {} }, calls: "none" });

    expect(repaired(run)?.notes).toEqual(["5 fields were missing or of a wrong type and count as empty."]);
    expect([run.steps[0]?.startedAt, run.steps[0]?.usage.own.inputTokens]).toEqual([run.startedAt, 0]);
  });

  it("shows steps of an unknown kind as tool calls, and leaves out what is no step", () => {
    const run = { ...json(runOf([])), steps: [{ ...toolStep("later"), kind: "plan" }, null, 7] };

    expect(repaired(run)).toMatchObject({
      run: { steps: [{ kind: "tool", name: "later" }] },
      notes: [
        "1 step is of no known kind (model, tool, agent) and shown as tool calls.",
        "2 entries among the steps could not be read and had to be left out.",
      ],
    });
  });

  it("names the version of a trace it does not know", () => {
    expect([2, undefined].map((version) => repaired({ ...json(runOf([])), version })?.notes)).toEqual([
      ["This trace is of version 2; the page knows version 1 and shows what it understands."],
      ["This trace is without a version; the page knows version 1 and shows what it understands."],
    ]);
  });

  it("can be read by every view, whatever the steps hold", () => {
    const wild = fc.jsonValue({ maxDepth: 3 });
    const steps = [modelStep(), toolStep("search"), agentStep("reader", [modelStep()])];
    const keys = [...new Set(steps.flatMap((step) => Object.keys(step)))];
    const change = fc.dictionary(fc.constantFrom(...keys), wild);

    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 6 }),
        fc.dictionary(fc.constantFrom(...Object.keys(runOf([]))), wild),
        (changes, head) => {
          const broken = changes.map((fields, index) => ({ ...json(steps[index % steps.length]), ...fields }));
          const trace = openedTrace({ ...json(runOf([])), ...head, steps: broken }, "broken");

          expect(trace).not.toBeNull();
          if (!trace) return;
          expect(trace.span.until).toBeGreaterThan(trace.span.from);
          totalsFor(trace);
          analysisOf(trace);
          for (const node of trace.nodes.lanes) conversationOf(trace.run, trace.nodes, node);
        },
      ),
      { seed: 20260101, numRuns: 300 },
    );
  });
});
