import { describe, expect, it } from "vitest";
import { nodesOf } from "../../../viewer/trace/nodes.ts";
import { eventBeside, eventsOf, standingAtMoment } from "../../../viewer/shape/moment.ts";
import { summaryAt } from "../../../viewer/shape/replay.ts";
import { ownOnly } from "../../../src/core/usage.ts";
import { agentStep, modelStep, runOf, tokens, toolStep, TRACE_START } from "../../support/trace.ts";

const at = (seconds: number): number => TRACE_START + seconds * 1000;
const NODES = nodesOf(
  runOf(
    [
      modelStep({ startedAt: at(0), seconds: 1, usage: ownOnly(tokens(10, 5, 0.5)) }),
      agentStep("a", [modelStep({ startedAt: at(2), seconds: 2, usage: ownOnly(tokens(20, 1, 0.25)) })], {
        startedAt: at(2),
        seconds: 2,
        queuedSeconds: 1,
      }),
      toolStep("t", { startedAt: at(1), seconds: 1, error: "AgentToolError: no" }),
    ],
    { seconds: 5 },
  ),
);

describe("a run at a moment", () => {
  it.each([
    { moment: 500, standings: ["running", "running", null, null, null] },
    { moment: 1500, standings: ["running", "good", "queued", null, "running"] },
    { moment: 3000, standings: ["waiting", "good", "running", "running", "bad"] },
    { moment: 5000, standings: ["good", "good", "good", "good", "bad"] },
  ])("$moment ms after its start stands as it did", ({ moment, standings }) => {
    expect([0, 1, 2, 3, 4].map((node) => standingAtMoment(NODES, node, moment))).toEqual(standings);
  });

  it("is the end where none is chosen", () => {
    expect(standingAtMoment(NODES, 4, null)).toBe("bad");
  });

  it("is summed up: what had begun and ended, what it had used, what was under way", () => {
    expect(summaryAt(NODES, 3000, 10)).toEqual({
      begun: 4,
      ended: 2,
      tokens: 15,
      cost: 0.5,
      underWay: [2, 3],
      underWayCount: 2,
      endedLast: [4, 1],
    });
    expect(summaryAt(NODES, 1500, 1)).toMatchObject({ begun: 2, underWay: [2], underWayCount: 2, endedLast: [1] });
  });
});

describe("the events of a run", () => {
  const events = eventsOf(NODES);

  it("are the moments at which something begins or ends, each once", () => {
    expect([...events]).toEqual([0, 1000, 2000, 4000, 5000]);
  });

  it.each([
    { moment: 0, next: 1000, previous: null },
    { moment: 1500, next: 2000, previous: 1000 },
    { moment: 2000, next: 4000, previous: 1000 },
    { moment: 5000, next: null, previous: 4000 },
  ])("beside $moment are $previous and $next", ({ moment, next, previous }) => {
    expect([eventBeside(events, moment, 1), eventBeside(events, moment, -1)]).toEqual([next, previous]);
  });
});
