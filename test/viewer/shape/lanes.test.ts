import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { beginningOf, firstWithin, lanesOf } from "../../../viewer/shape/lanes.ts";
import { placeAt, placeOf, stackOf } from "../../../viewer/shape/stack.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { modelStep, runOf, toolStep, TRACE_START } from "../../support/trace.ts";

const at = (seconds: number): number => TRACE_START + seconds * 1000;

describe("the lanes of a run", () => {
  it("hold every step once, in order of time, and never two at one place", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 250 }), fc.nat(), (steps, seed) => {
        const nodes = nodesOf(syntheticRun({ steps, seed, fanOut: 4 }));
        const lanes = lanesOf(nodes);

        expect([...lanes.node].sort((a, b) => a - b)).toEqual(Array.from({ length: steps }, (_, index) => index + 1));
        for (let lane = 0; lane < lanes.count; lane++) expectOrdered(nodes, lanes, lane);
      }),
      { seed: 20260101, numRuns: 60 },
    );
  });

  it("put what runs side by side into rows, and what begins at the same moment too", () => {
    const calls = [
      toolStep("a", { startedAt: at(1), seconds: 2 }),
      toolStep("b", { startedAt: at(1), seconds: 0 }),
      toolStep("c", { startedAt: at(2), seconds: 1 }),
    ];
    const lanes = lanesOf(
      nodesOf(runOf([modelStep({ startedAt: at(0), seconds: 1 }), ...calls, modelStep({ startedAt: at(3) })])),
    );

    expect([...lanes.rowOf]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...lanes.rows]).toEqual([2]);
  });

  it("let more than eight at once share the last row", () => {
    const calls = Array.from({ length: 20 }, (_, index) => toolStep(`tool-${index}`, { startedAt: at(1), seconds: 1 }));
    const lanes = lanesOf(nodesOf(runOf(calls)));

    expect([...lanes.rows]).toEqual([8]);
    expect([...lanes.rowOf].slice(1)).toEqual([0, 1, 2, 3, 4, 5, 6, ...Array.from({ length: 13 }, () => 7)]);
  });

  it("are searched by time without missing a step that reaches into the window", () => {
    const nodes = nodesOf(syntheticRun({ steps: 400, depth: 2 }));
    const lanes = lanesOf(nodes);

    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: lanes.count - 1 }), (share, lane) => {
        const from = share * (nodes.until[0] ?? 0);
        const first = firstWithin(lanes, lane, { from, until: from });
        const missed = [...lanes.node.subarray(lanes.first[lane], first)].filter((node) => (nodes.until[node] ?? 0) >= from);

        expect(missed).toEqual([]);
      }),
      { seed: 20260101 },
    );
  });
});

function expectOrdered(nodes: ReturnType<typeof nodesOf>, lanes: ReturnType<typeof lanesOf>, lane: number): void {
  const ends: number[] = [];
  let last = -Infinity;
  for (let entry = lanes.first[lane] ?? 0; entry < (lanes.first[lane + 1] ?? 0); entry++) {
    const node = lanes.node[entry] ?? 0;
    const row = lanes.row[entry] ?? 0;
    const begins = beginningOf(nodes, node);
    expect(nodes.lane[node]).toBe(lane);
    expect(begins).toBeGreaterThanOrEqual(last);
    expect(begins).toBeGreaterThanOrEqual((ends[row] ?? -Infinity) - 1e-6);
    ends[row] = nodes.until[node] ?? 0;
    last = begins;
  }
}

describe("the stack of lanes", () => {
  const run = syntheticRun({ steps: 120, depth: 3 });
  const nodes = nodesOf(run);
  const lanes = lanesOf(nodes);
  const measures = { row: 10, head: 0, gap: 5 };

  it("is as high as its lanes together", () => {
    const { lanes: shown, top, height } = stackOf(nodes, lanes, new Set(), measures);

    expect([...shown]).toEqual(Array.from({ length: lanes.count }, (_, lane) => lane));
    expect(height).toBe([...lanes.rows].reduce((sum, rows) => sum + rows * 10 + 5, 0));
    expect(top.at(-1)).toBe(height);
  });

  it("leaves out the lanes below a folded agent, but not its own", () => {
    const folded = nodes.lanes[1] ?? 0;
    const { lanes: shown } = stackOf(nodes, lanes, new Set([folded]), measures);

    expect(
      [...shown].map((lane) => nodes.lanes[lane] ?? 0).filter((node) => node > folded && node < (nodes.end[folded] ?? 0)),
    ).toEqual([]);
    expect(shown).toContain(1);
  });

  it("finds the lane at a height, and the place of a lane or of the agent that hides it", () => {
    const stack = stackOf(nodes, lanes, new Set(), measures);
    const folded = stackOf(nodes, lanes, new Set([nodes.lanes[1] ?? 0]), measures);
    const middles = [...stack.lanes].map((_, place) => ((stack.top[place] ?? 0) + (stack.top[place + 1] ?? 0)) / 2);

    expect(middles.map((y) => placeAt(stack, y))).toEqual([...stack.lanes].map((_, place) => place));
    expect([placeAt(stack, -50), placeAt(stack, 1e9)]).toEqual([0, lanes.count - 1]);
    expect([...stack.lanes].map((lane) => placeOf(stack, lane))).toEqual([...stack.lanes].map((_, place) => place));
    expect(placeOf(folded, 2)).toBe(1);
  });
});
