import { describe, expect, it } from "vitest";
import { isWithin, nodesOf, standingAt, trailTo } from "../../../viewer/trace/nodes.ts";
import { syntheticRun } from "../../support/synthetic-run.ts";
import { agentStep, modelStep, runOf, snapshotOf, toolStep, TRACE_START } from "../../support/trace.ts";

const at = (seconds: number): number => TRACE_START + seconds * 1000;

const RUN = runOf(
  [
    modelStep({ startedAt: at(0), seconds: 1 }),
    agentStep(
      "reader",
      [modelStep({ startedAt: at(2), seconds: 1 }), toolStep("search", { startedAt: at(3), seconds: 0.5, error: "timeout" })],
      { startedAt: at(2), seconds: 2, queuedSeconds: 1 },
    ),
    agentStep("writer", [], { startedAt: at(4), outcome: "refused", error: "no" }),
  ],
  { seconds: 5 },
);

describe("the nodes of a run", () => {
  const nodes = nodesOf(RUN);

  it("are numbered in the order of the tree, with parents, ends and depths", () => {
    expect(nodes.steps.map((step) => step?.name ?? "run")).toEqual(["run", "chat", "ask_reader", "chat", "search", "ask_writer"]);
    expect([...nodes.parent]).toEqual([-1, 0, 0, 2, 2, 0]);
    expect([...nodes.end]).toEqual([6, 2, 5, 4, 5, 6]);
    expect([...nodes.depth]).toEqual([0, 1, 1, 2, 2, 1]);
  });

  it("have times from the start of the run", () => {
    expect([...nodes.from]).toEqual([0, 0, 2000, 2000, 3000, 4000]);
    expect([...nodes.until]).toEqual([5000, 1000, 4000, 3000, 3500, 4000]);
    expect([...nodes.waited]).toEqual([0, 0, 1000, 0, 0, 0]);
  });

  it("have a lane for every agent that ran, and none for one that was refused", () => {
    expect([...nodes.lanes]).toEqual([0, 2]);
    expect([...nodes.lane]).toEqual([0, 0, 0, 1, 1, 0]);
    expect([...nodes.ownLane]).toEqual([0, -1, 1, -1, -1, -1]);
  });

  it("stand as they ended", () => {
    expect([0, 1, 2, 3, 4, 5].map((node) => standingAt(nodes, node))).toEqual(["good", "good", "good", "good", "cut", "bad"]);
  });

  it("know the way up, and what is below", () => {
    expect(trailTo(nodes, 4)).toEqual([0, 2, 4]);
    expect([2, 4, 5].map((node) => isWithin(nodes, 2, node))).toEqual([true, true, false]);
  });

  it("go on until the last moment known where they have not ended", () => {
    const open = nodesOf(
      snapshotOf([modelStep({ startedAt: at(1), open: "running" }), toolStep("search", { startedAt: at(2), open: "queued" })], {
        seconds: 5,
      }),
    );

    expect([1, 2].map((node) => [open.from[node], open.until[node], open.waited[node], standingAt(open, node)])).toEqual([
      [1000, 5000, 0, "running"],
      [5000, 5000, 3000, "queued"],
    ]);
  });

  it("are as many as the run has steps, and one, at any depth", () => {
    expect(nodesOf(syntheticRun({ steps: 4000, depth: 60 })).count).toBe(4001);
  });
});
