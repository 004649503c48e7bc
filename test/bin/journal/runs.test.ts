import { describe, expect, it } from "vitest";
import { runsTable } from "../../../bin/journal/runs.ts";
import type { StoredRun } from "../../../src/core/journal.ts";

const NOW = 100_000_000;

function stored(more: Partial<StoredRun> & { readonly ageMs?: number; readonly goal?: string }): StoredRun {
  const { ageMs = 0, goal = "Go.", ...given } = more;
  const header = { version: 1, runId: "one", agent: "lead", goal, startedAt: NOW - ageMs, definitions: {}, options: {} } as const;
  return { header, state: "ended", stopReason: "completed", effects: 3, tokens: 1_205, changedAt: NOW, problem: null, ...given };
}

describe("runsTable", () => {
  it("has a line for each run, with state, age and spend", () => {
    const runs = [
      stored({ state: "running", stopReason: null, ageMs: 5_000 }),
      stored({ state: "interrupted", stopReason: null, ageMs: 3 * 60_000 }),
      stored({ ageMs: 2 * 3_600_000, goal: "x".repeat(80) }),
      stored({ stopReason: "timeout", ageMs: 86_400_000 }),
      stored({ state: "damaged", stopReason: null, problem: "the journal x is damaged" }),
    ];

    expect(runsTable(runs, NOW)).toBe(
      [
        "id   state        age    calls  tokens  agent  goal",
        "one  running      5 s    3      1205    lead   Go.",
        "one  interrupted  3 min  3      1205    lead   Go.",
        `one  completed    2 h    3      1205    lead   ${"x".repeat(60)}…`,
        "one  timeout      1 d    3      1205    lead   Go.",
        "one  damaged      -      3      1205    lead   the journal x is damaged",
        "",
      ].join("\n"),
    );
  });

  it("escapes what a terminal might act on, and keeps each run on its line", () => {
    expect(runsTable([stored({ goal: "a\u001b[2J\nb\u202e" })], NOW).split("\n")[1]).toBe("one  completed  0 s  3      1205    lead   a\\e[2J\\nb\\u{202e}");
  });

  it("says so when there are none", () => {
    expect(runsTable([], NOW)).toBe("there are no runs\n");
  });
});
