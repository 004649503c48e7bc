import { describe, expect, it } from "vitest";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { boxAt, boxesOf } from "../../../viewer/shape/icicle.ts";
import { METRICS, weightsOf } from "../../../viewer/shape/weights.ts";
import { ownOnly } from "../../../src/core/usage.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, tokens, toolStep, TRACE_START } from "../../support/trace.ts";

const at = (seconds: number): number => TRACE_START + seconds * 1000;
const NODES = nodesOf(
  runOf(
    [
      modelStep({ startedAt: at(0), seconds: 2, usage: ownOnly(tokens(100, 20, 0.5)) }),
      agentStep(
        "a",
        [
          modelStep({ startedAt: at(3), seconds: 3, usage: ownOnly(tokens(50, 5, 0.25)) }),
          toolStep("t", { startedAt: at(6), seconds: 1 }),
        ],
        { startedAt: at(2), seconds: 6 },
      ),
    ],
    { seconds: 10 },
  ),
);
const SPAN = { from: 0, until: 10_000 };

describe("weights", () => {
  it.each([
    { metric: "time", total: [6000, 2000, 4000, 3000, 1000] },
    { metric: "self", total: [4000, 0, 2000, 0, 0] },
    { metric: "tokens", total: [175, 120, 55, 55, 0] },
    { metric: "cost", total: [0.75, 0.5, 0.25, 0.25, 0] },
    { metric: "steps", total: [4, 1, 3, 1, 1] },
  ] as const)("by $metric add up from below", ({ metric, total }) => {
    expect([...weightsOf(NODES, metric, SPAN).total]).toEqual(total);
  });

  it("count only what reaches into the window", () => {
    expect([...weightsOf(NODES, "time", { from: 5000, until: 6500 }).total]).toEqual([1500, 0, 1500, 1000, 500]);
    expect([...weightsOf(NODES, "steps", { from: 8500, until: 9000 }).total]).toEqual([0, 0, 0, 0, 0]);
  });
});

describe("the boxes of an icicle", () => {
  it("are as wide as what they weigh, under the box of their agent", () => {
    const boxes = boxesOf(NODES, weightsOf(NODES, "time", SPAN), 0, 600);

    expect(boxes.sort((a, b) => a.node - b.node).map(({ node, row, left, width }) => [node, row, left, width])).toEqual([
      [0, 0, 0, 600],
      [1, 1, 0, 200],
      [2, 1, 200, 400],
      [3, 2, 200, 300],
      [4, 2, 500, 100],
    ]);
    expect([boxAt(boxes, 250, 1)?.node, boxAt(boxes, 550, 2)?.node, boxAt(boxes, 100, 2)]).toEqual([2, 4, null]);
  });

  it.each(METRICS)("by %s are few enough to be drawn, however many steps there are", (metric) => {
    const nodes = nodesOf(syntheticRun({ steps: 8000, depth: 20 }));
    const boxes = boxesOf(nodes, weightsOf(nodes, metric, { from: 0, until: nodes.until[0] ?? 0 }), 0, 1000);
    const widest = new Map<number, number>();
    for (const { row, width } of boxes) widest.set(row, (widest.get(row) ?? 0) + width);

    expect(boxes.length).toBeLessThan(700 * 22);
    expect(Math.max(...widest.values())).toBeLessThan(1000.001);
  });

  it("are the top alone where nothing weighs anything", () => {
    expect(boxesOf(NODES, weightsOf(NODES, "cost", { from: 9000, until: 9500 }), 2, 300)).toEqual([
      { node: 2, row: 0, left: 0, width: 300, stands: 1 },
    ]);
  });
});
