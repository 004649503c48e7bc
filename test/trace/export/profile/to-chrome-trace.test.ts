import { describe, expect, it } from "vitest";
import { run as runAgent } from "../../../../src/index.ts";
import { virtualClock } from "../../../../src/testing/index.ts";
import { toChromeTrace, type ChromeEvent } from "../../../../src/trace/export/profile/to-chrome-trace.ts";
import { richTree } from "../../../support/rich-tree.ts";
import { syntheticRun } from "../../../support/synthetic-run.ts";
import { runOf, snapshotOf, TRACE_START } from "../../../support/trace.ts";
import { ask, call, turn } from "../../analyse/timed.ts";
import { hostileRuns } from "../../hostile.ts";

type Of<Phase extends ChromeEvent["ph"]> = Extract<ChromeEvent, { ph: Phase }>;

function of<Phase extends ChromeEvent["ph"]>(events: readonly ChromeEvent[], phase: Phase): Of<Phase>[] {
  return events.filter((event): event is Of<Phase> => event.ph === phase);
}

// Which lane's agent hands over to which, by the arrows.
function arrows(events: readonly ChromeEvent[]): string[] {
  const lanes = new Map(of(events, "M").filter(({ name }) => name === "thread_name").map(({ tid, args }) => [tid, args["name"]]));
  const ends = new Map(of(events, "f").map((end) => [end.id, end]));
  return of(events, "s").map(({ id, tid, name }) => `${lanes.get(tid)} -${name}-> ${lanes.get(ends.get(id)?.tid ?? -1)}`);
}

describe("toChromeTrace", () => {
  it("has a lane for each agent, its life and its calls in it, and an arrow for each delegation", () => {
    const steps = [turn("0#1", [0, 1]), ask("0#1.0", [1, 3], [call("0/1.0#1.0", [1.5, 3], { queuedSeconds: 0.5, error: "KeyError: secret" })]), ask("0#1.1", [1, 1], [], { outcome: "refused", stopReason: null, error: "a cycle" })];

    expect(toChromeTrace(runOf(steps, { seconds: 4 }))).toEqual({
      displayTimeUnit: "ms",
      otherData: { run: "run-1", startedAt: TRACE_START },
      traceEvents: [
        { ph: "M", name: "process_name", pid: 1, tid: 0, args: { name: "troupe run-1" } },
        { ph: "M", name: "thread_name", pid: 1, tid: 0, args: { name: "lead 0" } },
        { ph: "M", name: "thread_sort_index", pid: 1, tid: 0, args: { sort_index: 0 } },
        { ph: "X", name: "lead", cat: "agent", pid: 1, tid: 0, ts: 0, dur: 4_000_000, args: { path: "0", stopReason: "completed" } },
        { ph: "X", name: "chat scripted", cat: "model", pid: 1, tid: 0, ts: 0, dur: 1_000_000, args: { step: "0#1" } },
        {
          ph: "i",
          s: "t",
          name: "ask_researcher",
          cat: "refused",
          pid: 1,
          tid: 0,
          ts: 1_000_000,
          args: { step: "0#1.1", agent: "researcher", outcome: "refused", stopReason: "none", error: "_OTHER" },
        },
        { ph: "M", name: "thread_name", pid: 1, tid: 1, args: { name: "researcher 0/1.0" } },
        { ph: "M", name: "thread_sort_index", pid: 1, tid: 1, args: { sort_index: 1 } },
        { ph: "X", name: "researcher", cat: "agent", pid: 1, tid: 1, ts: 1_000_000, dur: 2_000_000, args: { step: "0#1.0", agent: "researcher", outcome: "answered", stopReason: "completed" } },
        { ph: "X", name: "search", cat: "tool", pid: 1, tid: 1, ts: 1_500_000, dur: 1_500_000, args: { step: "0/1.0#1.0", queuedSeconds: 0.5, error: "KeyError" } },
        { ph: "s", id: 1, name: "ask_researcher", cat: "delegation", pid: 1, ts: 1_000_000, tid: 0 },
        { ph: "f", bp: "e", id: 1, name: "ask_researcher", cat: "delegation", pid: 1, ts: 1_000_000, tid: 1 },
      ],
    });
  });

  it("draws parallel and repeated delegations from the right parents", async () => {
    const clock = virtualClock();
    const { lead, options } = richTree(clock);
    const { traceEvents } = toChromeTrace(await clock.settle(runAgent(lead, "Do it.", options)));

    expect(arrows(traceEvents)).toEqual([
      "lead 0 -ask_researcher-> researcher 0/1.4",
      "lead 0 -ask_researcher-> researcher 0/1.5",
      "lead 0 -ask_planner-> planner 0/1.6",
      "planner 0/1.6 -ask_digger-> digger 0/1.6/1.0",
      "planner 0/1.6 -ask_digger-> digger 0/1.6/1.1",
      "lead 0 -ask_researcher-> researcher 0/2.2",
    ]);
    const calls = traceEvents.filter((event) => (event.ph === "X" || event.ph === "i") && (event.cat === "model" || event.cat === "tool"));

    expect(calls.length).toBe(31);
    expect(of(traceEvents, "X").filter(({ dur, cat }) => dur === 0 && cat !== "agent")).toEqual([]);
  });

  it("has no bar that sticks out of another, no negative time, and arrows that begin inside a bar", () => {
    for (const run of [syntheticRun({ steps: 400, depth: 4 }), runOf([call("0#1.0", [-3, 1]), ask("0#1.1", [2, 9], [turn("0/1.1#1", [1, 20])])], { seconds: 4 })]) {
      const { traceEvents } = toChromeTrace(run);
      const bars = of(traceEvents, "X");
      for (const { tid, ts, dur } of bars) {
        const inLane = bars.filter((bar) => bar.tid === tid);

        expect([ts >= 0, dur >= 0]).toEqual([true, true]);
        expect(inLane.filter((bar) => bar.ts < ts && bar.ts + bar.dur > ts && bar.ts + bar.dur < ts + dur)).toEqual([]);
      }
      for (const { tid, ts } of [...of(traceEvents, "s"), ...of(traceEvents, "f")]) {
        expect(bars.some((bar) => bar.tid === tid && bar.ts <= ts && ts <= bar.ts + bar.dur)).toBe(true);
      }
    }
  });

  it("shows what is under way up to now, and carries no text of the trace", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;
    const run = snapshotOf([turn("0#1", [0, 1], { output: "a secret" }), ask("0#1.0", [1, 1], [], { ...open, goal: "a secret" })], { seconds: 3, goal: "a secret" });
    const trace = toChromeTrace(run);

    expect(of(trace.traceEvents, "X").map(({ name, dur, args }) => [name, dur, args["open"] ?? args["stopReason"] ?? ""])).toEqual([
      ["lead", 3_000_000, "none yet"],
      ["chat scripted", 1_000_000, ""],
      ["researcher", 2_000_000, "running"],
    ]);
    expect(JSON.stringify(trace)).not.toContain("secret");
  });

  it("is well-formed whatever is in the trace", () => {
    for (const { run } of hostileRuns()) {
      const text = JSON.stringify(toChromeTrace(run));

      expect(/\\ud[89a-f]/u.exec(text)).toBeNull();
      expect(text.length).toBeLessThan(1_000_000 * 12);
    }
  });
});
