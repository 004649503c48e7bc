import { describe, expect, it } from "vitest";
import { openStepsOf } from "../../../../src/trace/analyse/figures/open-steps.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { snapshotOf } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";

describe("openStepsOf", () => {
  it("tells of each open step its state, its age and whom it waits for", () => {
    const open = { open: "waiting", outcome: null, stopReason: null } as const;
    const inner = [turn("0/1.0#1", [1, 2]), call("0/1.0#1.0", [2, 2], { open: "running" }), call("0/1.0#1.1", [2.5, 2.5], { open: "queued" })];
    const run = snapshotOf([turn("0#1", [0, 1]), ask("0#1.0", [1, 1], inner, open), call("0#1.1", [1, 2])], { seconds: 5 });

    expect(openStepsOf(placesOf(run))).toEqual([
      { stepId: "0#1.0", kind: "agent", name: "ask_researcher", agent: "lead", path: "0", state: "waiting", ageSeconds: 4, waitingOn: ["0/1.0#1.0", "0/1.0#1.1"] },
      { stepId: "0/1.0#1.0", kind: "tool", name: "search", agent: "researcher", path: "0/1.0", state: "running", ageSeconds: 3, waitingOn: [] },
      { stepId: "0/1.0#1.1", kind: "tool", name: "search", agent: "researcher", path: "0/1.0", state: "queued", ageSeconds: 2.5, waitingOn: [] },
    ]);
  });
});
