import { describe, expect, it } from "vitest";
import type { Run, Step } from "../../src/index.ts";
import { tracedCalls } from "../../src/replay/records.ts";
import { replay } from "../../src/replay/replay.ts";
import { recordedOf, SCENARIOS } from "./scenarios.ts";

/** The run as one on workers tells itself: who did each step, what was cut there, an account for every specialist. */
function onWorkers(run: Run): Run {
  const ledger = [...run.ledger];
  const told = (step: Step): Step => {
    const wasCut = step.kind === "model" && (step.error === "timeout" || step.error === "cancelled");
    const { startedAt, queuedSeconds, seconds } = step;
    const times = wasCut ? { startedAt: startedAt + seconds * 1000, queuedSeconds: queuedSeconds + seconds, seconds: 0 } : {};
    if (step.kind !== "agent") return { ...step, ...times, worker: "w1" };
    const path = step.runId.slice(step.runId.lastIndexOf(":") + 1);
    ledger.push({ time: startedAt, path, scope: "share", resource: "steps", granted: 40, reserved: 0, spent: step.children.length, refunded: 40 - step.children.length });
    return { ...step, worker: "w2", children: step.children.map(told) };
  };
  return JSON.parse(JSON.stringify({ ...run, steps: run.steps.map(told), ledger })) as Run;
}

describe("the replay of a run on workers with", () => {
  it.each(SCENARIOS)("$title gives the same bytes when its agent runs here", async (scenario) => {
    const recorded = onWorkers(await recordedOf(scenario));
    const { run, isSame, firstDifference, live } = await replay(recorded, { agent: scenario.agent() });

    expect({ isSame, firstDifference, live }).toEqual({ isSame: true, firstDifference: null, live: [] });
    expect(JSON.stringify(run)).toBe(JSON.stringify(recorded));
  });

  it("another sum spent of an account that both runs have is not the same", async () => {
    const [scenario] = SCENARIOS;
    if (!scenario) throw new Error("there are scenarios");
    const recorded = onWorkers(await recordedOf(scenario));
    const ledger = recorded.ledger.map((entry) => (entry.resource === "steps" ? { ...entry, spent: entry.spent + 1 } : entry));

    expect((await replay({ ...recorded, ledger }, { agent: scenario.agent() })).isSame).toBe(false);
  });

  it("each call's worker has it in the record of that call", async () => {
    const [scenario] = SCENARIOS;
    if (!scenario) throw new Error("there are scenarios");
    const { records } = tracedCalls(onWorkers(await recordedOf(scenario)), { texts: new Map(), asked: new Set() });
    const called = records.filter(({ kind }) => kind !== "approval");

    expect(called.map(({ worker }) => worker)).toEqual(called.map(() => "w1"));
  });
});
