import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { lanesOf } from "../../../../src/trace/export/profile/lanes.ts";
import { asOf } from "../../../support/as-of.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf, TRACE_START } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";

const shown = (run: Parameters<typeof placesOf>[0]): unknown => {
  const seconds = (ms: number): number => Math.round(ms - TRACE_START) / 1000;
  return lanesOf(placesOf(run)).map(({ life, row, startedAt, endedAt, slices }) => {
    return [life.path, row, seconds(startedAt), seconds(endedAt), slices.map(({ placed, ...slice }) => `${placed.step.id} ${seconds(slice.startedAt)}-${seconds(slice.endedAt)}`)];
  });
};

describe("lanesOf", () => {
  it("gives each agent a lane, and more where its calls ran side by side", () => {
    const inner = [turn("0/1.3#1", [1, 2])];
    const run = runOf(
      [turn("0#1", [0, 1]), call("0#1.0", [1, 3]), call("0#1.1", [1, 2]), call("0#1.2", [2, 2.5]), call("0#1.4", [1, 1]), ask("0#1.3", [1, 2], inner), turn("0#2", [3, 4])],
      { seconds: 4 },
    );

    expect(shown(run)).toEqual([
      ["0", 0, 0, 4, ["0#1 0-1", "0#1.4 1-1", "0#1.1 1-2", "0#1.2 2-2.5", "0#2 3-4"]],
      ["0", 1, 0, 4, ["0#1.0 1-3"]],
      ["0/1.3", 0, 1, 2, ["0/1.3#1 1-2"]],
    ]);
  });

  it("is longer than the life where clocks differ", () => {
    expect(shown(runOf([call("0#1.0", [-1, 1]), call("0#1.1", [1, 9])], { seconds: 4 }))).toEqual([["0", 0, -1, 9, ["0#1.0 -1-1", "0#1.1 1-9"]]]);
  });

  it("holds every call once, and none that overlap in one lane, for any run at any moment", () => {
    const runs = fc.record({
      steps: fc.integer({ min: 1, max: 200 }),
      depth: fc.nat(4),
      seed: fc.nat(),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
    });

    fc.assert(
      fc.property(runs, ({ moment, ...options }) => {
        const whole = syntheticRun({ ...options, fanOut: 9 });
        const places = placesOf(asOf(whole, whole.seconds * moment));
        const lanes = lanesOf(places);
        const ids = lanes.flatMap(({ slices }) => slices.map(({ placed }) => placed.step.id));
        const calls = places.steps.filter(({ step }) => step.kind !== "agent").map(({ step }) => step.id);

        expect([...ids].sort()).toEqual([...calls].sort());
        for (const { slices, startedAt, endedAt } of lanes) {
          let reached = startedAt;
          for (const slice of slices) {
            expect(slice.startedAt).toBeGreaterThanOrEqual(reached);
            expect(slice.endedAt).toBeGreaterThanOrEqual(slice.startedAt);
            reached = slice.endedAt;
          }

          expect(endedAt).toBeGreaterThanOrEqual(reached - 0.002);
        }
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });
});
