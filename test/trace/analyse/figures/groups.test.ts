import { describe, expect, it } from "vitest";
import { ownOnly } from "../../../../src/core/usage.ts";
import { groupsOf, quantile, type Group } from "../../../../src/trace/analyse/figures/groups.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { runOf, snapshotOf, tokens } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";

const keyed = (groups: readonly Group[]): unknown =>
  groups.map(({ key, count, totalSeconds, ownSeconds }) => [key, count, totalSeconds, ownSeconds]);

describe("groupsOf", () => {
  const spent = { usage: ownOnly(tokens(70, 30, 0.25)) };
  const left = ask("0#1.0", [1, 5], [turn("0/1.0#1", [1, 5], { ...spent, model: "large" })]);
  const right = ask("0#1.1", [2, 4], [turn("0/1.1#1", [2, 3], { ...spent, model: "large" }), call("0/1.1#1.0", [3, 4])], { error: "x", outcome: "failed" });
  const tool = call("0#1.2", [1, 2], { queuedSeconds: 0.5, error: "KeyError: zz" });
  const groups = groupsOf(placesOf(runOf([turn("0#1", [0, 1], spent), left, right, tool, turn("0#2", [5, 8], spent)], { seconds: 8 })));

  it("tells for each agent its whole life, and its own time without the delegations that were under way", () => {
    expect(groups.agents).toEqual([
      {
        key: "lead",
        count: 1,
        totalSeconds: 8,
        ownSeconds: 4,
        p50Seconds: 8,
        p95Seconds: 8,
        queuedSeconds: 0,
        totalTokens: 400,
        ownTokens: 200,
        totalCost: 1,
        ownCost: 0.5,
        errors: 0,
      },
      {
        key: "researcher",
        count: 2,
        totalSeconds: 6,
        ownSeconds: 6,
        p50Seconds: 2,
        p95Seconds: 4,
        queuedSeconds: 0,
        totalTokens: 200,
        ownTokens: 200,
        totalCost: 0.5,
        ownCost: 0.5,
        errors: 1,
      },
    ]);
  });

  it("groups by tool, model, depth and outcome, the longest first and depths in order", () => {
    expect([groups.tools, groups.models, groups.depths, groups.outcomes].map(keyed)).toEqual([
      [["search", 2, 2, 2]],
      [
        ["large", 2, 5, 5],
        ["scripted", 2, 4, 4],
      ],
      [
        ["0", 1, 8, 4],
        ["1", 2, 6, 6],
      ],
      [
        ["answered", 1, 4, 4],
        ["failed", 1, 2, 2],
      ],
    ]);
  });

  it("tells what tool calls waited and which failed", () => {
    const [search] = groups.tools;

    expect([search?.queuedSeconds, search?.errors, search?.totalCost]).toEqual([0.5, 1, null]);
  });

  it("groups delegations that are under way as open", () => {
    const open = { open: "running", outcome: null, stopReason: null } as const;

    expect(keyed(groupsOf(placesOf(snapshotOf([ask("0#1.0", [1, 1], [], open)], { seconds: 3 }))).outcomes)).toEqual([["open", 1, 2, 2]]);
  });
});

describe("quantile", () => {
  it.each([
    { lengths: [], share: 0.5, is: 0 },
    { lengths: [7], share: 0.95, is: 7 },
    { lengths: [1, 2, 3, 4], share: 0.5, is: 2 },
    { lengths: [1, 2, 3, 4, 5], share: 0.5, is: 3 },
    { lengths: Array.from({ length: 100 }, (_, index) => index + 1), share: 0.95, is: 95 },
  ])("of $lengths.length lengths at $share is $is", ({ lengths, share, is }) => {
    expect(quantile(lengths, share)).toBe(is);
  });
});
