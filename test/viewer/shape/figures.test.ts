import { describe, expect, it } from "vitest";
import type { RunRecord } from "../../../src/core/run.ts";
import { diff } from "../../../src/trace/diff/diff.ts";
import { boundariesOf, orderedBoundaries } from "../../../viewer/shape/boundaries.ts";
import { budgetsOf } from "../../../viewer/shape/budgets.ts";
import { diffRowsOf } from "../../../viewer/shape/diff-rows.ts";
import { accountsOf, amountOf, standingAtMoment } from "../../../viewer/shape/ledger.ts";
import { sortedSteps, STEP_COLUMNS } from "../../../viewer/shape/table.ts";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { openedTrace, type Trace } from "../../../viewer/trace/trace.ts";
import { funnelPath } from "../../../viewer/views/boundary/funnel.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, budgetRecord, modelStep, runOf, toolStep } from "../../support/trace.ts";

function opened(run: RunRecord): Trace {
  const trace = openedTrace(JSON.parse(JSON.stringify(run)), "");
  if (!trace) throw new Error("the run is a trace");
  return trace;
}

describe("the boundary of a delegation", () => {
  const usage = {
    own: { ...modelStep().usage.own, inputTokens: 900, outputTokens: 100 },
    subtree: { ...modelStep().usage.own, inputTokens: 3000, outputTokens: 1000 },
  };
  const reader = agentStep("reader", [], {
    goal: "x".repeat(40),
    instructions: "y".repeat(10),
    observation: "z".repeat(200),
    usage,
    seconds: 5,
  });
  const refused = agentStep("writer", [], { outcome: "refused", arguments: { goal: "abc" }, observation: "no" });

  it("is what went in, what was used inside with everyone below, and what came out", () => {
    expect(boundariesOf(nodesOf(runOf([modelStep(), reader, refused])))).toEqual([
      { node: 2, inTokens: 13, insideTokens: 4000, outTokens: 50, smaller: 80 },
      { node: 3, inTokens: 4, insideTokens: 0, outTokens: 1, smaller: null },
    ]);
  });

  it.each([
    { order: "trace", nodes: [1, 2, 3] },
    { order: "tokens", nodes: [2, 1, 3] },
    { order: "seconds", nodes: [2, 1, 3] },
    { order: "smaller", nodes: [2, 1, 3] },
  ] as const)("is listed in the order of $order", ({ order, nodes }) => {
    const all = nodesOf(runOf([agentStep("slow", []), reader, refused]));

    expect(orderedBoundaries(all, boundariesOf(all), order).map(({ node }) => node)).toEqual(nodes);
  });

  it("is drawn as a funnel that is nowhere higher than its box", () => {
    const path = funnelPath([20, 11_000, 70], 220, 40);
    const numbers = [...path.matchAll(/-?\d+(?:\.\d+)?/gu)].map(([number]) => Number(number));

    expect(path.startsWith("M0 ")).toBe(true);
    expect([Math.min(...numbers), Math.max(...numbers)]).toEqual([0, 220]);
    expect(funnelPath([0, 0, 0], 100, 20)).not.toContain("NaN");
  });
});

describe("an account of the ledger", () => {
  const run = syntheticRun({ steps: 80 });
  const accounts = accountsOf(run.ledger);

  it("has its entries in order, and how it stood at any moment", () => {
    const [steps] = accounts;

    expect([steps?.scope, steps?.path, steps?.resource, steps?.last.spent]).toEqual(["pool", "0", "steps", 80]);
    expect(steps && standingAtMoment(steps, run.startedAt - 1)).toBeNull();
    expect(steps && standingAtMoment(steps, run.startedAt + 1e9)).toEqual(steps?.last);
    expect(accounts.reduce((sum, { entries }) => sum + entries.length, 0)).toBe(run.ledger.length);
  });

  it("counts money in millionths", () => {
    expect([amountOf("cost", 2_500_000), amountOf("tokens", 7)]).toEqual([2.5, 7]);
  });
});

describe("the ceilings of agents", () => {
  it("are listed from the one that was hit to the one furthest away", () => {
    const spent = (steps: number): ReturnType<typeof budgetRecord> =>
      budgetRecord({ maxSteps: 10, maxSeconds: 100, spent: { ...budgetRecord().spent, steps, seconds: 1 } });
    const hit = { name: "maxSteps", scope: "budget" as const, value: 3 };
    const run = runOf(
      [
        agentStep("far", [], { budget: spent(1) }),
        agentStep("near", [], { budget: spent(9) }),
        agentStep("cut", [], { budget: spent(3), limit: hit }),
      ],
      { budget: spent(5) },
    );

    expect(
      budgetsOf(run, nodesOf(run)).map(({ node, uses, hit: limit }) => [node, uses[0]?.word, uses[0]?.share, limit]),
    ).toEqual([
      [3, "steps", 0.3, hit],
      [2, "steps", 0.9, null],
      [0, "steps", 0.5, null],
      [1, "steps", 0.1, null],
    ]);
  });
});

describe("the table of steps", () => {
  const trace = opened(runOf([modelStep({ seconds: 2 }), toolStep("zip", { seconds: 1 }), toolStep("add", { seconds: 3 })]));

  it.each([
    { title: "as the trace has them", sorting: null, nodes: [1, 2, 3] },
    { title: "by a column that there is not", sorting: { column: "colour", descending: true }, nodes: [1, 2, 3] },
    { title: "by time, longest first", sorting: { column: "took", descending: true }, nodes: [3, 1, 2] },
    { title: "by name", sorting: { column: "step", descending: false }, nodes: [3, 1, 2] },
  ])("lists them $title", ({ sorting, nodes }) => {
    expect([...sortedSteps(trace, null, sorting)]).toEqual(nodes);
  });

  it("lists only what was found", () => {
    expect([...sortedSteps(trace, new Set([2, 3]), { column: "took", descending: true })]).toEqual([3, 2]);
  });

  it.each(STEP_COLUMNS)("is sorted by %s one way and the other, without losing a step", (column) => {
    const large = opened(syntheticRun({ steps: 200 }));
    const [up, down] = [false, true].map((descending) => [...sortedSteps(large, null, { column, descending })]);

    expect(new Set(up).size).toBe(200);
    expect(new Set(down)).toEqual(new Set(up));
  });
});

describe("the rows of a diff", () => {
  const before = runOf([
    modelStep(),
    agentStep("reader", [modelStep({ output: "a" })], { output: "a", goal: "one" }),
    agentStep("writer", [modelStep()], { goal: "two" }),
  ]);
  const after = runOf([
    modelStep(),
    agentStep("reader", [modelStep({ output: "b" })], { output: "b", goal: "one" }),
    agentStep("writer", [modelStep()], { goal: "two" }),
  ]);
  const rowsOf = (withSame: boolean): string[] =>
    diffRowsOf(diff(before, after), withSame).map(
      (row) =>
        `${row.depth} ${row.kind === "agent" ? `${row.agent.agent} ${row.agent.status}` : `${row.step.name} ${row.step.status}`}`,
    );

  it("are what differs, under the agents it differs in", () => {
    expect(rowsOf(false)).toEqual(["0 lead changed", "1 reader changed", "2 chat changed"]);
  });

  it("are everything where that is asked for", () => {
    expect(rowsOf(true)).toEqual(["0 lead changed", "1 reader changed", "2 chat changed", "1 writer same"]);
  });
});
