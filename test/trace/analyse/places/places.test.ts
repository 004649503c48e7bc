import { describe, expect, it } from "vitest";
import type { Step } from "../../../../src/core/run.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { modelStep, runOf, snapshotOf, TRACE_START } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";

const shown = (run: Parameters<typeof placesOf>[0]): unknown => {
  const { lives, steps } = placesOf(run);
  return {
    lives: lives.map(({ agent, path, depth, parent, steps: own }) => [agent, path, depth, parent?.path ?? null, own.length]),
    steps: steps.map(({ step, life, below }) => [step.id, life.path, below?.path ?? null]),
  };
};

describe("placesOf", () => {
  it("lays out every life with its own steps, a parent before those it started", () => {
    const digger = ask("0/1.0#1.1", [1, 2], [turn("0/1.0/1.1#1", [1, 2])], { agent: "digger" });
    const planner = ask("0#1.0", [1, 3], [turn("0/1.0#1", [1, 1]), digger], { agent: "planner" });
    const run = runOf([turn("0#1", [0, 1]), planner, call("0#1.1", [1, 1]), turn("0#2", [3, 4])], { seconds: 4 });

    expect(shown(run)).toEqual({
      lives: [
        ["lead", "0", 0, null, 4],
        ["planner", "0/1.0", 1, "0", 2],
        ["digger", "0/1.0/1.1", 2, "0/1.0", 1],
      ],
      steps: [
        ["0#1", "0", null],
        ["0#1.0", "0", "0/1.0"],
        ["0/1.0#1", "0/1.0", null],
        ["0/1.0#1.1", "0/1.0", "0/1.0/1.1"],
        ["0/1.0/1.1#1", "0/1.0/1.1", null],
        ["0#1.1", "0", null],
        ["0#2", "0", null],
      ],
    });
  });

  it("gives a refused delegation no life, unless the trace has steps below it", () => {
    const refused = { outcome: "refused", stopReason: null } as const;
    const run = runOf([ask("0#1.0", [0, 0], [], refused), ask("0#1.1", [0, 0], [modelStep()], refused)]);

    expect(placesOf(run).lives.map(({ path }) => path)).toEqual(["0", "0/1.1"]);
  });

  it("gives every life a path of its own where ids are not what they should be", () => {
    const odd = (id: string, index: number): Step => ({ ...ask(id, [0, 1], []), index });
    const run = runOf([odd("x", 0), odd("x", 1), odd("", 2), odd("1#2.0", 3)]);

    expect(placesOf(run).lives.map(({ path }) => path)).toEqual(["0", "0/0", "0/1", "0/2", "0/3"]);
  });

  it("lets what has not ended go on until the latest instant of the trace", () => {
    const inner = [turn("0/1.0#1", [1, 2]), call("0/1.0#1.0", [2, 2], { open: "running" }), call("0/1.0#1.1", [2.5, 2.5], { open: "queued" })];
    const run = snapshotOf([turn("0#1", [0, 1]), ask("0#1.0", [1, 1], inner, { open: "running", outcome: null, stopReason: null })], { seconds: 3 });
    const { root, steps } = placesOf(run);
    const seconds = (ms: number): number => (ms - TRACE_START) / 1000;
    const spans = steps.map(({ step, span }) => [step.id, seconds(span.queuedAt), seconds(span.startedAt), seconds(span.endedAt)]);

    expect(seconds(root.span.endedAt)).toBe(3);
    expect(spans).toEqual([
      ["0#1", 0, 0, 1],
      ["0#1.0", 1, 1, 3],
      ["0/1.0#1", 1, 1, 2],
      ["0/1.0#1.0", 2, 2, 3],
      ["0/1.0#1.1", 2.5, 3, 3],
    ]);
  });

  it("takes times and lengths that are none for what a reader can draw", () => {
    const nowhere = call("a", [0, 0], { startedAt: Number.NaN, seconds: Number.NaN, queuedSeconds: Number.NaN });
    const backwards = call("b", [1, 1], { seconds: -5, queuedSeconds: -1 });
    const endless = call("c", [1, 1], { seconds: Infinity });
    const beyond = call("d", [1, 1], { startedAt: 1e300, seconds: 1e308, queuedSeconds: 1e308 });
    const { steps, root } = placesOf(runOf([nowhere, backwards, endless, beyond, { ...beyond, open: "running" }], { seconds: 1e308 }));

    for (const { span } of [...steps, root]) {
      expect(span.queuedAt).toBeLessThanOrEqual(span.startedAt);
      expect(span.startedAt).toBeLessThanOrEqual(span.endedAt);
      expect(Math.max(Math.abs(span.queuedAt), Math.abs(span.endedAt))).toBeLessThan(1e17); // so that microseconds are numbers
    }
  });

  it("takes a nesting deeper than the call stack", () => {
    let step: Step = modelStep();
    for (let level = 0; level < 5_000; level++) step = { ...ask("0#1.0", [0, 1], []), children: [step] };
    const run = { ...runOf([]), steps: [step] };

    expect(placesOf(run).lives.length).toBe(5_001);
  });
});
