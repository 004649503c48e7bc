import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { loadOf } from "../../../viewer/shape/load.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, toolStep, TRACE_START } from "../../support/trace.ts";

const at = (seconds: number): number => TRACE_START + seconds * 1000;

describe("the load of a run", () => {
  it("is how many calls were under way, and how many waited, on average in each stretch", () => {
    const calls = [
      toolStep("a", { startedAt: at(2), seconds: 1.5 }),
      toolStep("b", { startedAt: at(3), seconds: 1, queuedSeconds: 1 }),
    ];
    const load = loadOf(
      nodesOf(runOf([modelStep({ startedAt: at(0), seconds: 2 }), ...calls], { seconds: 4 })),
      { from: 0, until: 4000 },
      4,
    );

    expect([...load.models]).toEqual([1, 1, 0, 0]);
    expect([...load.tools]).toEqual([0, 0, 1, 1.5]);
    expect([...load.waiting]).toEqual([0, 0, 1, 0]);
    expect(load.most).toBe(2);
  });

  it("counts no delegation: its own calls are what works", () => {
    const load = loadOf(nodesOf(runOf([agentStep("a", [], { seconds: 4 })], { seconds: 4 })), { from: 0, until: 4000 }, 2);

    expect([...load.models, ...load.tools]).toEqual([0, 0, 0, 0]);
  });

  it("loses no time, however finely it is cut", () => {
    const nodes = nodesOf(syntheticRun({ steps: 300 }));
    const span = { from: 0, until: nodes.until[0] ?? 0 };
    const worked = [...nodes.steps.keys()].reduce(
      (sum, node) => (nodes.steps[node]?.kind === "model" ? sum + (nodes.until[node] ?? 0) - (nodes.from[node] ?? 0) : sum),
      0,
    );

    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), (stretches) => {
        const { models } = loadOf(nodes, span, stretches);
        const sum = models.reduce((total, average) => total + average, 0);

        expect((sum * span.until) / stretches / worked).toBeCloseTo(1, 4);
      }),
      { seed: 20260101, numRuns: 30 },
    );
  });
});
