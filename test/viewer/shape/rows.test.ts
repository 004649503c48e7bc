import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { foldable, foldedAtFirst, rowsInSight, rowsOf } from "../../../viewer/shape/rows.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, toolStep, TRACE_START } from "../../support/trace.ts";

const NODES = nodesOf(
  runOf([
    modelStep(),
    agentStep("a", [modelStep(), agentStep("b", [toolStep("t")])]),
    modelStep({ startedAt: TRACE_START + 9000 }),
  ]),
);
const ALL = { folded: new Set<number>(), found: null, until: null };

describe("the rows of the tree", () => {
  it.each([
    { title: "are all nodes", shown: ALL, rows: [0, 1, 2, 3, 4, 5, 6] },
    { title: "leave out what is below a folded node", shown: { ...ALL, folded: new Set([2]) }, rows: [0, 1, 2, 6] },
    { title: "show what was found with everyone above it", shown: { ...ALL, found: new Set([5]) }, rows: [0, 2, 4, 5] },
    {
      title: "show what was found under a folded node",
      shown: { ...ALL, found: new Set([5]), folded: new Set([2]) },
      rows: [0, 2, 4, 5],
    },
    { title: "are the run alone where nothing was found", shown: { ...ALL, found: new Set<number>() }, rows: [0] },
    { title: "leave out what had not begun", shown: { ...ALL, until: 8999 }, rows: [0, 1, 2, 3, 4, 5] },
  ])("$title", ({ shown, rows }) => {
    expect([...rowsOf(NODES, shown)]).toEqual(rows);
  });

  it("never orphan a node, whatever is folded, found or not begun", () => {
    const nodes = nodesOf(syntheticRun({ steps: 300, depth: 5 }));
    const some = fc.uniqueArray(fc.nat({ max: 300 }), { maxLength: 60 });

    fc.assert(
      fc.property(some, fc.option(some), fc.option(fc.double({ min: 0, max: 1, noNaN: true })), (folded, found, share) => {
        const until = share === null ? null : share * (nodes.until[0] ?? 0);
        const rows = rowsOf(nodes, { folded: new Set(folded), found: found && new Set(found), until });
        const shown = new Set(rows);

        expect([...rows].filter((node) => node > 0 && !shown.has(nodes.parent[node] ?? -1))).toEqual([]);
      }),
      { seed: 20260101 },
    );
  });

  it("in sight are those of the window and a few beyond", () => {
    expect(rowsInSight(1000, 30, 3000, 600)).toEqual({ first: 94, end: 126 });
    expect(rowsInSight(3, 30, 0, 600)).toEqual({ first: 0, end: 3 });
    expect(rowsInSight(0, 30, 500, 600)).toEqual({ first: 0, end: 0 });
  });
});

describe("folding", () => {
  it("is not needed for a small trace, and shows an outline of a large one", () => {
    const large = nodesOf(syntheticRun({ steps: 5000, depth: 10 }));
    const rows = rowsOf(large, { ...ALL, folded: foldedAtFirst(large) });

    expect(foldedAtFirst(NODES).size).toBe(0);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.length).toBeLessThanOrEqual(400);
  });

  it("is possible wherever something is below, but for the run", () => {
    expect([...foldable(NODES)]).toEqual([2, 4]);
  });
});
