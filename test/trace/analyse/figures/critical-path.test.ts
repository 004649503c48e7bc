import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { criticalPathOf } from "../../../../src/trace/analyse/figures/critical-path.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { asOf } from "../../../support/as-of.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf, snapshotOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";

const stretchesOf = (run: Parameters<typeof placesOf>[0]): unknown => {
  return criticalPathOf(placesOf(run)).stretches.map(({ kind, stepId, path, startSeconds, seconds }) => [
    kind,
    stepId,
    path,
    startSeconds,
    seconds,
  ]);
};

describe("criticalPathOf", () => {
  it("goes through the call that ended last, into a delegation, and through what it waited for", () => {
    const short = ask("0#1.0", [1, 2], [turn("0/1.0#1", [1, 2])]);
    const long = ask("0#1.1", [1, 6], [turn("0/1.1#1", [1, 2]), call("0/1.1#1.0", [4, 5.5], { queuedSeconds: 2 })], { agent: "reader" });
    const run = runOf([turn("0#1", [0, 1]), short, long, call("0#1.2", [1, 3]), turn("0#2", [6, 7])], { seconds: 8 });

    expect(stretchesOf(run)).toEqual([
      ["model", "0#1", "0", 0, 1],
      ["model", "0/1.1#1", "0/1.1", 1, 1],
      ["queue", "0/1.1#1.0", "0/1.1", 2, 2],
      ["tool", "0/1.1#1.0", "0/1.1", 4, 1.5],
      ["agent", null, "0/1.1", 5.5, 0.5],
      ["model", "0#2", "0", 6, 1],
      ["agent", null, "0", 7, 1],
    ]);
    expect(criticalPathOf(placesOf(run)).parts).toEqual([
      { agent: "reader", path: "0/1.1", seconds: 5, share: 0.625 },
      { agent: "lead", path: "0", seconds: 3, share: 0.375 },
    ]);
  });

  it("passes over what ran beside it", () => {
    const run = runOf([turn("0#1", [0, 1]), call("0#1.0", [1, 3]), call("0#1.1", [1, 5.5]), turn("0#2", [4, 6])], { seconds: 6 });

    expect(stretchesOf(run)).toEqual([
      ["model", "0#1", "0", 0, 1],
      ["tool", "0#1.0", "0", 1, 2],
      ["agent", null, "0", 3, 1],
      ["model", "0#2", "0", 4, 2],
    ]);
  });

  it("counts a specialist's wait to be let in as its parent's", () => {
    const run = runOf([turn("0#1", [0, 1]), ask("0#1.0", [3, 4], [turn("0/1.0#1", [3, 4])], { queuedSeconds: 2 })], { seconds: 4 });

    expect(stretchesOf(run)).toEqual([
      ["model", "0#1", "0", 0, 1],
      ["queue", "0#1.0", "0", 1, 2],
      ["model", "0/1.0#1", "0/1.0", 3, 1],
    ]);
  });

  it("ends where a run under way has got to", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;
    const inner = [turn("0/1.0#1", [1, 2]), call("0/1.0#1.0", [2, 2], { open: "running" })];

    expect(stretchesOf(snapshotOf([turn("0#1", [0, 1]), ask("0#1.0", [1, 1], inner, open)], { seconds: 5 }))).toEqual([
      ["model", "0#1", "0", 0, 1],
      ["model", "0/1.0#1", "0/1.0", 1, 1],
      ["tool", "0/1.0#1.0", "0/1.0", 2, 3],
    ]);
  });

  it("stays inside the run where clocks differ", () => {
    const early = call("0#1.0", [-5, 1]);
    const late = ask("0#1.1", [2, 9], [turn("0/1.1#1", [1, 20])]);

    expect(stretchesOf(runOf([early, late], { seconds: 4 }))).toEqual([
      ["tool", "0#1.0", "0", 0, 1],
      ["agent", null, "0", 1, 1],
      ["model", "0/1.1#1", "0/1.1", 2, 2],
    ]);
  });

  it("is as long as the run and has no gap, for any run at any moment", () => {
    const runs = fc.record({
      steps: fc.integer({ min: 1, max: 300 }),
      depth: fc.integer({ min: 0, max: 6 }),
      seed: fc.nat(),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
    });

    fc.assert(
      fc.property(runs, ({ steps, depth, seed, moment }) => {
        const whole = syntheticRun({ steps, depth, seed, waits: 0.5 });
        for (const run of [whole, asOf(whole, whole.seconds * moment)]) {
          const { seconds, stretches, parts } = criticalPathOf(placesOf(run));
          let reached = 0;
          for (const stretch of stretches) {
            expect(stretch.startSeconds).toBeCloseTo(reached, 3);
            reached += stretch.seconds;
          }

          expect(reached).toBeCloseTo(seconds, 3);
          expect(parts.reduce((total, part) => total + part.seconds, 0)).toBeCloseTo(seconds, 3);
        }
      }),
      { seed: 20260101, numRuns: 40 },
    );
  });
});
