import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromAgent, run, scripted, tool } from "../../../../src/index.ts";
import { virtualClock } from "../../../../src/testing/index.ts";
import { unlimitedOf } from "../../../../src/trace/analyse/figures/unlimited.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";
import { z } from "zod";

describe("unlimitedOf", () => {
  it("is the run itself where nothing waited, its own pauses included", () => {
    const steps = [turn("0#1", [0.5, 1]), call("0#1.0", [1, 3]), ask("0#1.1", [1.5, 2], [turn("0/1.1#1", [1.5, 2])]), turn("0#2", [4, 5])];

    expect(unlimitedOf(placesOf(runOf(steps, { seconds: 6 })))).toEqual({ seconds: 6, savedSeconds: 0 });
  });

  it("keeps the time before a call that nobody waited in a queue for, as an approval takes it", () => {
    const steps = [turn("0#1", [0, 1]), call("0#1.0", [3, 4]), call("0#1.1", [3.5, 5], { queuedSeconds: 0.5 }), turn("0#2", [5, 6])];

    expect(unlimitedOf(placesOf(runOf(steps, { seconds: 6 })))).toEqual({ seconds: 5.5, savedSeconds: 0.5 });
  });

  it("leaves out waits, at every depth, as far as they made the run longer", () => {
    const inner = [turn("0/1.1#1", [2, 3], { queuedSeconds: 1 }), call("0/1.1#1.0", [5, 6], { queuedSeconds: 2 })];
    const steps = [turn("0#1", [0, 1]), call("0#1.0", [2, 4], { queuedSeconds: 1 }), ask("0#1.1", [1, 6], inner), turn("0#2", [6, 7])];

    // 1 to ask, then side by side 2 of the tool and 1 + 1 of the specialist, then 1 to answer.
    expect(unlimitedOf(placesOf(runOf(steps, { seconds: 7 })))).toEqual({ seconds: 4, savedSeconds: 3 });
  });

  it("foretells what the same script takes with slots enough", async () => {
    const take = async (slots: number): Promise<{ readonly took: number; readonly foretold: number }> => {
      const clock = virtualClock();
      const wait = tool({
        name: "wait",
        description: "Waits.",
        parameters: z.object({}),
        execute: () => new Promise<string>((resolve) => clock.setTimeout(() => resolve("done"), 300)),
      });
      const asks = ["a", "b", "c"].map((goal) => ({ name: "ask_helper", arguments: { goal } }));
      const model = scripted.byPath({
        "0": [{ calls: asks, delaySeconds: 0.2 }, { text: "All done.", delaySeconds: 0.1 }],
        "*": [{ calls: [{ name: "wait", arguments: {} }, { name: "wait", arguments: {} }], delaySeconds: 0.25 }, { text: "Done.", delaySeconds: 0.05 }],
      });
      const helper = fromAgent({ name: "helper", description: "Helps.", model, tools: [wait] });
      const lead = fromAgent({ name: "lead", model, team: [helper] });
      const ended = await clock.settle(run(lead, "Go.", { clock, concurrency: { model: slots, tools: slots } }));
      return { took: ended.seconds, foretold: unlimitedOf(placesOf(ended)).seconds };
    };

    const [one, many] = [await take(1), await take(50)];

    expect(one.took).toBeGreaterThan(many.took);
    expect([one.foretold, many.foretold]).toEqual([many.took, many.took]);
  });

  it("is never longer than the run", () => {
    fc.assert(
      fc.property(fc.record({ steps: fc.integer({ min: 1, max: 300 }), depth: fc.nat(6), seed: fc.nat() }), (options) => {
        const long = syntheticRun({ ...options, waits: 0.6 });
        const { seconds, savedSeconds } = unlimitedOf(placesOf(long));

        expect(seconds).toBeLessThanOrEqual(long.seconds);
        expect(seconds + savedSeconds).toBeCloseTo(long.seconds, 4);
      }),
      { seed: 20260101, numRuns: 40 },
    );
  });
});
