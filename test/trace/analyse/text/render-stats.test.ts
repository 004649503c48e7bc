import { describe, expect, it } from "vitest";
import { renderStats } from "../../../../src/trace/analyse/text/render-stats.ts";
import { widthOf } from "../../../../src/trace/width.ts";
import { runOf, snapshotOf } from "../../../support/trace.ts";
import { hostileRuns } from "../../hostile.ts";
import { ask, call, turn } from "../timed.ts";

describe("renderStats", () => {
  it("tells totals, tables, the critical path and findings with their steps", () => {
    const slow = ask("0#1.0", [1, 4], [turn("0/1.0#1", [1, 2], { model: "small" }), call("0/1.0#1.0", [3, 4], { queuedSeconds: 1 })]);
    const run = runOf([turn("0#1", [0, 1]), slow, turn("0#2", [4, 5], { output: "All found." })], { seconds: 5 });

    expect(renderStats(run, { width: 90 })).toBe(`✓ lead "What is there?"
  completed · 5.00 s · 5 steps (3 own) · 0 tokens · 1 specialist
  work 4.00 s, 0.80 calls at a time · waited 1.00 s
  tokens 0 fresh + 0 cached + 0 reasoning + 0 output · 2 agents, depth 1 · 0 errors
  without waits 4.00 s

agent       count   total     own     p50     p95  waited
lead            1  5.00 s  2.00 s  5.00 s  5.00 s     0 s
researcher      1  3.00 s  3.00 s  3.00 s  3.00 s     0 s

tool    count   total     own     p50     p95  waited
search      1  1.00 s  1.00 s  1.00 s  1.00 s  1.00 s

model     count   total     own     p50     p95  waited
scripted      2  2.00 s  2.00 s  1.00 s  1.00 s     0 s
small         1  1.00 s  1.00 s  1.00 s  1.00 s     0 s

depth  count   total     own     p50     p95  waited
0          1  5.00 s  2.00 s  5.00 s  5.00 s     0 s
1          1  3.00 s  3.00 s  3.00 s  3.00 s     0 s

outcome   count   total     own     p50     p95  waited
answered      1  3.00 s  3.00 s  3.00 s  3.00 s     0 s

ceiling                   value  spent   used
maxSteps of the budget       12      0    0 %
maxSeconds of the budget  120 s    0 s    0 %
maxSteps of the pool        120      5  4.2 %
maxAgents of the pool        64      1  1.6 %

critical path     seconds  share
researcher 0/1.0   3.00 s   60 %
lead 0             2.00 s   40 %

findings
  1 tool call waited 1.00 s in all, at most 1.00 s
    0/1.0#1.0`);
  });

  it("tells what a run under way waits for", () => {
    const open = { open: "waiting", outcome: null, stopReason: null } as const;
    const run = snapshotOf([turn("0#1", [0, 1]), ask("0#1.0", [1, 1], [call("0/1.0#1.0", [2, 2], { open: "running" })], open)], { seconds: 9 });

    expect(renderStats(run).split("\n\n")).toContain(
      [
        "open step               state     for   waits on",
        "0#1.0 ask_researcher  waiting  8.00 s  0/1.0#1.0",
        "0/1.0#1.0 search      running  7.00 s",
      ].join("\n"),
    );
  });

  it("fits into any width, whatever is in the trace", () => {
    for (const { run } of hostileRuns()) {
      for (const width of [20, 33, 100]) {
        const lines = renderStats(run, { width }).split("\n");

        expect(lines.filter((line) => widthOf(line) > width || line !== line.trimEnd())).toEqual([]);
        expect(lines.join("").match(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/u)).toBeNull();
      }
    }
  });

  it("has colours only when asked", () => {
    const run = runOf([turn("0#1", [0, 1])], { seconds: 1 });

    expect(renderStats(run)).not.toContain("\u001b");
    expect(renderStats(run, { color: true })).toContain("\u001b[1magent");
  });

  it.each([19, 1001, 50.5, Number.NaN])("refuses a width of %d", (width) => {
    expect(() => renderStats(runOf([]), { width })).toThrow(`renderStats: width is ${width}; allowed: a whole number of columns from 20 to 1000`);
  });
});
