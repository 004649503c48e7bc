import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { run as runAgent } from "../../../src/index.ts";
import { virtualClock } from "../../../src/testing/index.ts";
import { analyse } from "../../../src/trace/analyse/analyse.ts";
import { richTree } from "../../support/rich-tree.ts";
import { asOf } from "../../support/as-of.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { hostileRuns } from "../hostile.ts";

const idsIn = (run: RunRecord): Set<string> => {
  const ids = new Set<string>();
  const rest = [...run.steps];
  for (let step = rest.pop(); step !== undefined; step = rest.pop()) {
    ids.add(step.id);
    if (step.kind === "agent") rest.push(...step.children);
  }
  return ids;
};

describe("analyse", () => {
  it("is plain JSON, the same each time, and links only to steps of the run", () => {
    fc.assert(
      fc.property(
        fc.record({
          steps: fc.integer({ min: 1, max: 300 }),
          depth: fc.nat(6),
          seed: fc.nat(),
          moment: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        (options) => {
          const whole = syntheticRun({ ...options, waits: 0.5, failures: 0.2 });
          for (const run of [whole, asOf(whole, whole.seconds * options.moment)]) {
            const before = JSON.stringify(run);
            const analysis = analyse(run);
            const ids = idsIn(run);

            expect(JSON.parse(JSON.stringify(analysis))).toEqual(analysis);
            expect(analyse(run)).toEqual(analysis);
            expect(JSON.stringify(run)).toBe(before);
            expect(analysis.findings.flatMap(({ stepIds }) => stepIds).filter((id) => !ids.has(id))).toEqual([]);
            expect(analysis.criticalPath.stretches.filter(({ stepId }) => stepId !== null && !ids.has(stepId))).toEqual([]);
          }
        },
      ),
      { seed: 20260101, numRuns: 30 },
    );
  });

  it("analyses a run of every kind of step", async () => {
    const clock = virtualClock();
    const { lead, options } = richTree(clock);
    const { totals, unlimited, criticalPath, findings } = analyse(await clock.settle(runAgent(lead, "Do it.", options)));
    const kinds = new Map<string, number>();
    for (const { kind } of findings) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);

    expect([totals.wallSeconds, totals.workSeconds, totals.queuedSeconds, totals.agents, totals.depth, totals.errors]).toEqual([
      1.35, 3, 1.9, 7, 2, 7,
    ]);
    expect(unlimited).toEqual({ seconds: 1.15, savedSeconds: 0.2 });
    expect(criticalPath.parts).toEqual([
      { agent: "researcher", path: "0/1.5", seconds: 0.7, share: 0.7 / 1.35 },
      { agent: "researcher", path: "0/2.2", seconds: 0.4, share: 0.4 / 1.35 },
      { agent: "lead", path: "0", seconds: 0.25, share: 0.25 / 1.35 },
    ].map((part) => ({ ...part, share: expect.closeTo(part.share, 9) as number }))); // a matcher is any
    expect(Object.fromEntries(kinds)).toEqual({
      ceiling_hit: 1,
      unused_conclusion: 6,
      repeated_calls: 3,
      serial_delegations: 1,
      long_waits: 2,
    });
  });

  it("takes any text in any field, and times that are none", () => {
    for (const { run } of hostileRuns()) expect(() => analyse(run)).not.toThrow();
    const run = syntheticRun({ steps: 60, depth: 3 });
    for (const time of [Number.NaN, -1e300, 1e300, Infinity, -Infinity]) {
      const skewed = JSON.parse(JSON.stringify(run), (key, value: unknown) => (key === "startedAt" || key === "seconds" ? time : value)) as RunRecord;

      expect(() => analyse(skewed)).not.toThrow();
    }
  });

  it("takes 50 000 steps at depth 50", { timeout: 60_000 }, () => {
    const { totals, criticalPath } = analyse(syntheticRun({ steps: 50_000, depth: 50 }));

    expect([totals.steps, totals.depth, criticalPath.seconds]).toEqual([50_000, 50, totals.wallSeconds]);
  });
});
