import { describe, expect, it } from "vitest";
import { ownOnly } from "../../../../src/core/usage.ts";
import type { CallRecord } from "../../../../src/core/run.ts";
import { runOf, snapshotOf, tokens } from "../../../support/trace.ts";
import { analyse } from "../../../../src/trace/analyse/analyse.ts";
import { ask, call, turn } from "../timed.ts";
import { found } from "./found.ts";

const LIMIT = { name: "maxSteps", scope: "share", value: 3 } as const;
const notRun: CallRecord = { id: "call_1_0", name: "search", arguments: {}, status: "not_run", reason: "max_steps" };

describe("a failed branch", () => {
  it("is the outermost that came to nothing, with what it and everyone below it spent", () => {
    const usage = ownOnly(tokens(60, 40, 0.5));
    const inner = ask("0/1.0#1.0", [1, 2], [turn("0/1.0/1.0#1", [1, 2], { usage })], { outcome: "failed", agent: "digger" });
    const failed = ask("0#1.0", [1, 3], [turn("0/1.0#1", [1, 1], { usage }), inner], { outcome: "timed_out" });
    const run = runOf([failed, ask("0#1.1", [0, 1], [turn("0/1.1#1", [0, 1], { usage })], { outcome: "partial" }), ask("0#1.2", [0, 0], [], { outcome: "cancelled" })]);

    expect(found(run, "failed_branch")).toEqual([
      { kind: "failed_branch", stepIds: ["0#1.0"], agent: "researcher", outcome: "timed_out", seconds: 2, tokens: 200, cost: 1 },
    ]);
  });
});

describe("a ceiling", () => {
  it("that cut a specialist is found with its delegation and the turns whose calls were not run", () => {
    const cut = ask("0#1.0", [0, 1], [turn("0/1.0#1", [0, 1], { calls: [notRun, notRun] })], { outcome: "partial", limit: LIMIT });

    expect(found(runOf([cut]), "ceiling_hit")).toEqual([
      { kind: "ceiling_hit", stepIds: ["0#1.0", "0/1.0#1"], agent: "researcher", path: "0/1.0", limit: LIMIT, callsNotRun: 2 },
    ]);
  });

  it.each([
    { title: "the turns whose calls were not run", steps: [turn("0#1", [0, 1], { calls: [notRun] }), turn("0#2", [1, 2])], stepIds: ["0#1"] },
    { title: "its last step where no call was left", steps: [turn("0#1", [0, 1]), turn("0#2", [1, 2])], stepIds: ["0#2"] },
    { title: "no step where there is none", steps: [], stepIds: [] },
  ])("that cut the run itself is found with $title", ({ steps, stepIds }) => {
    expect(found(runOf(steps, { stopReason: "max_steps", limit: LIMIT }), "ceiling_hit").map((finding) => finding.stepIds)).toEqual([stepIds]);
  });
});

describe("refused delegations", () => {
  it("are grouped by agent and reason, the most first", () => {
    const refused = (id: string, error: string): ReturnType<typeof ask> => ask(id, [0, 0], [], { outcome: "refused", stopReason: null, error });
    const run = runOf([refused("0#1.0", "too deep"), refused("0#1.1", "a cycle"), refused("0#1.2", "a cycle"), ask("0#1.3", [0, 1], [refused("0/1.3#1.0", "a cycle")])]);

    expect(found(run, "refused_delegations").map(({ stepIds, path, reason }) => [stepIds, path, reason])).toEqual([
      [["0#1.1", "0#1.2"], "0", "a cycle"],
      [["0#1.0"], "0", "too deep"],
      [["0/1.3#1.0"], "0/1.3", "a cycle"],
    ]);
  });
});

describe("idle gaps and long waits", () => {
  it("are at least 5 % of the run in which no call worked or waited", () => {
    const steps = [turn("0#1", [0, 1]), ask("0#1.0", [1, 7], [turn("0/1.0#1", [3, 4]), call("0/1.0#1.0", [6, 7], { queuedSeconds: 1.6 })]), turn("0#2", [7, 9])];

    expect(found(runOf(steps, { seconds: 10 }), "idle_gap")).toEqual([
      { kind: "idle_gap", stepIds: ["0#1", "0/1.0#1"], startSeconds: 1, seconds: 2 },
      { kind: "idle_gap", stepIds: ["0#2"], startSeconds: 9, seconds: 1 },
    ]);
  });

  it("count a wait that is longer than the work, or 5 % of the run, by kind, the longest first", () => {
    const steps = [
      turn("0#1", [1, 3], { queuedSeconds: 0.4 }),
      call("0#1.0", [3, 3.1], { queuedSeconds: 0.2 }),
      call("0#1.1", [3, 9], { queuedSeconds: 1.5 }),
      call("0#1.2", [3, 3], { queuedSeconds: 0.009 }),
      ask("0#1.3", [3, 4], [], { queuedSeconds: 2 }),
    ];

    expect(found(runOf(steps, { seconds: 10 }), "long_waits")).toEqual([
      { kind: "long_waits", stepKind: "agent", stepIds: ["0#1.3"], seconds: 2, longestSeconds: 2 },
      { kind: "long_waits", stepKind: "tool", stepIds: ["0#1.1", "0#1.0"], seconds: 1.7, longestSeconds: 1.5 },
    ]);
  });
});

describe("a run that has not ended", () => {
  it("is found with the open steps that wait for no other, and the age of the oldest", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;
    const stuck = ask("0#1.0", [1, 1], [turn("0/1.0#1", [1, 2]), call("0/1.0#1.0", [2, 2], { open: "running" })], open);
    const run = snapshotOf([turn("0#1", [0, 1]), stuck, call("0#1.1", [1, 1], { open: "queued" })], { seconds: 9 });

    expect(found(run, "unfinished")).toEqual([{ kind: "unfinished", stepIds: ["0/1.0#1.0", "0#1.1"], oldestSeconds: 8 }]);
  });

  it("is found where no step is open either", () => {
    expect(found(snapshotOf([turn("0#1", [0, 1])]), "unfinished")).toEqual([{ kind: "unfinished", stepIds: [], oldestSeconds: 0 }]);
  });
});

describe("the findings of a run", () => {
  it("tell first what stopped it, then what was wasted, then what it waited for", () => {
    const cut = ask("0#1.0", [3, 4], [turn("0/1.0#1", [3, 4])], { outcome: "failed", limit: LIMIT, queuedSeconds: 1 });
    const run = snapshotOf([turn("0#1", [0, 1]), cut, call("0#1.1", [1, 2]), call("0#1.2", [1, 2]), call("0#1.3", [9, 9], { open: "running" })], { seconds: 10 });

    expect(analyse(run).findings.map(({ kind }) => kind)).toEqual(["unfinished", "ceiling_hit", "failed_branch", "repeated_calls", "long_waits", "idle_gap"]);
  });

  it("are none for a run without fault", () => {
    expect(analyse(runOf([turn("0#1", [0, 1])], { seconds: 1 })).findings).toEqual([]);
  });
});
