import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunRecord, Step } from "../../src/core/run.ts";
import { LiveRun, liveMessage, type LiveMessage } from "../../src/viewer/live.ts";
import { asOf } from "../support/as-of.ts";
import { syntheticRun } from "../support/synthetic-run.ts";
import { agentStep, callingStep, modelStep, runOf, toolStep } from "../support/trace.ts";

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;

const stepsIn = (steps: readonly Step[]): Step[] => steps.flatMap((step) => (step.kind === "agent" ? [step, ...stepsIn(step.children)] : [step]));

function followed(snapshots: readonly RunRecord[]): RunRecord | null {
  const live = new LiveRun();
  let before: RunRecord | null = null;
  for (const snapshot of snapshots) {
    expect(live.take(json(liveMessage(before, snapshot)))).toBe(true);
    before = snapshot;
  }
  return live.run;
}

describe("a followed run", () => {
  it("is, after each message, the snapshot that was sent", () => {
    const moments = fc.uniqueArray(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });

    fc.assert(
      fc.property(fc.integer({ min: 1, max: 150 }), fc.nat(), moments, (steps, seed, shares) => {
        const run = syntheticRun({ steps, seed });
        const snapshots = [...shares].sort((a, b) => a - b).map((share) => asOf(run, run.seconds * share));

        expect(json(followed([...snapshots, run]))).toEqual(json(run));
        expect(json(followed(snapshots))).toEqual(json(snapshots.at(-1)));
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it.each<{ title: string; step: Step; changed: Step }>([
    {
      title: "a tool call's observation and artifacts",
      step: toolStep("look", { observation: "", artifacts: [] }),
      changed: toolStep("look", { observation: "seen", artifacts: ["a.txt"] }),
    },
    {
      title: "a conclusion as its parent read it",
      step: agentStep("reader", [modelStep()], { observation: "" }),
      changed: agentStep("reader", [modelStep()], { observation: "Read.", artifacts: ["reader/a.txt"] }),
    },
    {
      title: "why a call was not run",
      step: callingStep(["look"]),
      changed: callingStep(["look"], { calls: [{ id: "call_1_0", name: "look", arguments: {}, status: "not_run", reason: "max_steps" }] }),
    },
    { title: "arguments deep inside", step: toolStep("look", { arguments: { a: [{ b: 1 }] } }), changed: toolStep("look", { arguments: { a: [{ b: 2 }] } }) },
    { title: "a field more", step: toolStep("look"), changed: toolStep("look", { worker: "w1" }) },
    { title: "a field less", step: toolStep("look", { errorDetail: "RangeError: at" }), changed: toolStep("look") },
  ])("has $title where that came after the step had ended", ({ step, changed }) => {
    const [before, after] = [runOf([modelStep(), step]), runOf([modelStep(), changed])];

    expect(followed([before, after])).toEqual(after);
    expect(liveMessage(before, after)).toMatchObject({ changed: [{ under: null, place: 1, step: { id: changed.id } }] });
  });

  it("has whatever changed in any step, and nothing is sent again that did not", () => {
    const changes = fc.array(fc.record({ at: fc.nat(), with: fc.constantFrom<Partial<Step>>({ observation: "late" }, { artifacts: ["late"] }, { note: "late" }, { seconds: 99 }) }), { maxLength: 5 });

    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(), changes, (steps, seed, all) => {
        const before = syntheticRun({ steps, seed });
        const after = json(before);
        const every = stepsIn(after.steps);
        const touched = new Set(all.map(({ at, with: change }) => Object.assign(every[at % every.length] as Step, change)));
        const message = liveMessage(before, after) as Extract<LiveMessage, { head: unknown }>;

        expect(json(followed([before, after]))).toEqual(json(after));
        expect(message.changed.length).toBe(touched.size);
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it("is sent in parts no larger than what has changed", () => {
    const run = syntheticRun({ steps: 2000, depth: 4 });
    const [before, after] = [asOf(run, run.seconds * 0.5), asOf(run, run.seconds * 0.51)];

    expect(JSON.stringify(liveMessage(before, after)).length).toBeLessThan(JSON.stringify(after).length / 10);
  });

  it("begins whole, and again whole when another run begins", () => {
    const [one, other] = [runOf([], { id: "one" }), runOf([], { id: "other" })];

    expect(liveMessage(null, one)).toEqual({ whole: one });
    expect(liveMessage(one, other)).toEqual({ whole: other });
  });

  const head = {};
  const booked = { after: 0, entries: [] };
  it.each<{ title: string; message: unknown }>([
    { title: "nothing", message: null },
    { title: "a text", message: "run" },
    { title: "a whole that has no steps", message: { whole: {} } },
    { title: "a change before anything whole", message: { head, changed: [], booked } },
  ])("does not take $title", ({ message }) => {
    const live = new LiveRun();

    expect([live.take(message), live.run]).toEqual([false, null]);
  });

  it.each<{ title: string; message: Partial<Extract<LiveMessage, { head: unknown }>> }>([
    {
      title: "a step under a delegation that is not there",
      message: { changed: [{ under: "0#9.0", place: 0, step: modelStep() }] },
    },
    { title: "a step after a gap", message: { changed: [{ under: null, place: 7, step: modelStep() }] } },
    { title: "bookings after a gap", message: { booked: { after: 5, entries: [] } } },
  ])("stays as it is when there comes $title", ({ message }) => {
    const live = new LiveRun();
    live.take({ whole: runOf([modelStep()]) });

    expect(live.take({ head, changed: [], booked, ...message })).toBe(false);
    expect(live.run?.steps).toEqual([modelStep()]);
  });
});
