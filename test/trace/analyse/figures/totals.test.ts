import { describe, expect, it } from "vitest";
import { totalsOf } from "../../../../src/trace/analyse/figures/totals.ts";
import { placesOf } from "../../../../src/trace/analyse/places/places.ts";
import { ownOnly } from "../../../../src/core/usage.ts";
import { budgetRecord, runOf, snapshotOf, tokens } from "../../../support/trace.ts";
import { ask, call, turn } from "../timed.ts";

const used = { ...tokens(100, 40, 0.5), cachedTokens: 30, reasoningTokens: 15 };

describe("totalsOf", () => {
  it("adds a run up", () => {
    const inner = [turn("0/1.1#1", [1, 3], { usage: ownOnly(used) }), call("0/1.1#1.0", [3, 4], { error: "KeyError: zz" })];
    const steps = [
      turn("0#1", [0, 1], { usage: ownOnly(tokens(10, 5)), estimated: 15 }),
      call("0#1.0", [2, 4], { queuedSeconds: 1 }),
      ask("0#1.1", [1, 4], inner),
      ask("0#1.2", [1, 1], [], { outcome: "refused", stopReason: null, error: "AgentToolError: delegation refused" }),
    ];
    const budget = budgetRecord({
      maxSteps: 8,
      maxCost: 2,
      maxToolCalls: 0,
      spent: { steps: 4, seconds: 4, toolCalls: 1, delegations: 2, tokens: 155, cost: 0.5 },
    });

    expect(totalsOf(placesOf(runOf(steps, { seconds: 4, budget })))).toEqual({
      wallSeconds: 4,
      workSeconds: 6,
      parallelism: 1.5,
      queuedSeconds: 1,
      steps: 6,
      tokens: { fresh: 80, cached: 30, reasoning: 15, output: 30, total: 155, estimated: 15 },
      cost: 0.5,
      agents: 2,
      depth: 1,
      errors: 2,
      open: 0,
      ceilings: [
        { scope: "budget", name: "maxSteps", value: 8, spent: 4, share: 0.5 },
        { scope: "budget", name: "maxSeconds", value: 120, spent: 4, share: 4 / 120 },
        { scope: "budget", name: "maxToolCalls", value: 0, spent: 1, share: 0 },
        { scope: "budget", name: "maxCost", value: 2, spent: 0.5, share: 0.25 },
        { scope: "pool", name: "maxSteps", value: 120, spent: 6, share: 0.05 },
        { scope: "pool", name: "maxAgents", value: 64, spent: 2, share: 2 / 64 },
      ],
    });
  });

  it("counts what is under way so far", () => {
    const { wallSeconds, workSeconds, open } = totalsOf(placesOf(snapshotOf([turn("0#1", [0, 1]), call("0#1.0", [1, 1], { open: "running" })], { seconds: 3 })));

    expect({ wallSeconds, workSeconds, open }).toEqual({ wallSeconds: 3, workSeconds: 3, open: 1 });
  });

  it("has no parallelism for a run that took no time", () => {
    expect(totalsOf(placesOf(runOf([turn("0#1", [0, 0])]))).parallelism).toBeNull();
  });
});
