import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runSchema, totalStepsOf, type Step } from "../../src/core/run.ts";
import { assertConserved } from "../../src/testing/index.ts";
import { asOf } from "./as-of.ts";
import { syntheticRun } from "./synthetic-run.ts";

const depthOf = (steps: readonly Step[]): number =>
  steps.reduce(
    (deepest, step) =>
      step.kind === "agent" && step.children.length > 0 ? Math.max(deepest, 1 + depthOf(step.children)) : deepest,
    0,
  );

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("a synthetic run", () => {
  it("has exactly the steps and the depth it was asked for, and adds up", () => {
    const sizes = fc.record({ steps: fc.integer({ min: 1, max: 400 }), depth: fc.integer({ min: 0, max: 12 }), seed: fc.nat() });

    fc.assert(
      fc.property(sizes, ({ steps, depth, seed }) => {
        const run = syntheticRun({ steps, depth, seed });

        expect(runSchema.safeParse(json(run)).error).toBeUndefined();
        expect([run.totalSteps, totalStepsOf(run.steps)]).toEqual([steps, steps]);
        expect(depthOf(run.steps)).toBe(Math.min(depth, Math.floor((steps - 1) / 2)));
        assertConserved(run);
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it("is the same for the same seed, and another for another", () => {
    expect(syntheticRun({ steps: 200 })).toEqual(syntheticRun({ steps: 200 }));
    expect(syntheticRun({ steps: 200, seed: 7 })).not.toEqual(syntheticRun({ steps: 200 }));
  });

  it("reaches depth 50 with 50 000 steps", { timeout: 60_000 }, () => {
    const run = syntheticRun({ steps: 50_000, depth: 50 });

    expect([run.totalSteps, depthOf(run.steps)]).toEqual([50_000, 50]);
  });

  it("can be seen while it grows", () => {
    const run = syntheticRun({ steps: 120 });
    const half = asOf(run, run.seconds / 2);

    expect(runSchema.safeParse(json(half)).error).toBeUndefined();
    expect(half.totalSteps).toBeLessThan(run.totalSteps);
    expect(half.steps.some(({ open }) => open === "running")).toBe(true);
    expect(asOf(run, run.seconds).steps).toEqual(run.steps);
  });
});
