import { AssertionError } from "node:assert";
import { describe, expect, test } from "vitest";
import { Ledger } from "../../src/core/ledger.ts";
import type { AgentStep, Run, Step } from "../../src/core/run.ts";
import { noUsage, ownOnly } from "../../src/core/usage.ts";
import { assertConserved } from "../../src/testing/conserved.ts";
import { agentStep, modelStep, runOf, snapshotOf, tokens, toolStep } from "../support/trace.ts";

const turn = (id: string): Step => modelStep({ id, usage: ownOnly(tokens(100, 20, 0.000123)) });

/** A root with a tool and a specialist that has a specialist itself, all adding up. */
function wholeRun(ledger: Run["ledger"] = []): Run {
  const inner = agentStep("reader", [turn("0/1.1/1.0#1")], { id: "0/1.1#1.0" });
  const outer = agentStep("writer", [turn("0/1.1#1"), inner], { id: "0#1.1" });
  return runOf([turn("0#1"), toolStep("search", { id: "0#1.0" }), outer], { ledger });
}

function faultsOf(run: Run): unknown {
  try {
    assertConserved(run);
    return [];
  } catch (error) {
    if (!(error instanceof AssertionError)) throw error;
    const faults = error.actual as string[];
    expect(error.message).toBe(`the run of 'lead' does not add up:\n  ${faults.join("\n  ")}`);
    return faults;
  }
}

const outerOf = (run: Run): AgentStep => run.steps[2] as AgentStep;

describe("assertConserved", () => {
  test("it accepts a run whose figures add up at every depth", () => {
    assertConserved(wholeRun());
    assertConserved(runOf([]));
  });

  test.each<{ title: string; spoil: (run: Run) => void; expected: readonly string[] }>([
    {
      title: "own usage that no step accounts for",
      spoil: (run) => {
        run.usage.own.inputTokens += 5;
        run.usage.subtree.inputTokens += 5;
      },
      expected: ["0: usage.own.inputTokens is 105, its parts make 100"],
    },
    {
      title: "a delegation that was not counted",
      spoil: (run) => {
        run.usage.own.delegations = 0;
        run.usage.subtree.delegations -= 1;
      },
      expected: ["0: usage.own.delegations is 0, its parts make 1"],
    },
    {
      title: "a specialist's usage that is lost above it",
      spoil: (run) => {
        run.usage.subtree.cost = 0.000123;
      },
      expected: ["0: usage.subtree.cost is 0.000123, its parts make 0.000369"],
    },
    {
      title: "a subtree that is wrong further down",
      spoil: (run) => {
        outerOf(run).usage.subtree.outputTokens += 1;
        run.usage.subtree.outputTokens += 1;
      },
      expected: ["0#1.1: usage.subtree.outputTokens is 41, its parts make 40"],
    },
    {
      title: "a tool call with a subtree of its own",
      spoil: (run) => {
        run.steps[1]!.usage.subtree = { ...noUsage(), toolCalls: 2 };
      },
      expected: ["0#1.0: usage.subtree.toolCalls is 2, its parts make 1"],
    },
    {
      title: "steps that were counted wrongly",
      spoil: (run) => {
        outerOf(run).totalSteps = 2;
      },
      expected: ["0: totalSteps is 6, its steps make 4", "0#1.1: totalSteps is 2, its steps make 4"],
    },
  ])("it names the place of $title", ({ spoil, expected }) => {
    const run = wholeRun();
    spoil(run);

    expect(faultsOf(run)).toEqual(expected);
  });
});

describe("assertConserved, of the ledger", () => {
  /** The entries of a pool and a share below it, after a call that cost more than was reserved. */
  function entries(isClosed: boolean): Run["ledger"] {
    const ledger = new Ledger(() => 0);
    const pool = ledger.openPool("0", { tokens: 1000, steps: 9 });
    const share = pool.open({ path: "0/1.0", scope: "share", grants: { tokens: 300 } });
    share.spend("steps", 2);
    share.reserve("tokens", 100);
    if (isClosed) share.settle("tokens", 100, 350);
    if (isClosed) pool.close();
    return ledger.entries.map((entry) => ({ ...entry }));
  }

  test("it accepts accounts that were closed, also one that was overspent", () => {
    assertConserved(wholeRun(entries(true)));
  });

  test("it names the accounts that were left open when the run ended, but not while it goes on", () => {
    const ledger = entries(false);

    expect(faultsOf(wholeRun(ledger))).toEqual([
      "ledger: steps of the pool at 0: of 9 granted, 7 are neither spent nor refunded",
      "ledger: tokens of the pool at 0: 300 are still reserved",
      "ledger: tokens of the pool at 0: of 1000 granted, 700 are neither spent nor refunded",
      "ledger: tokens of the share at 0/1.0: 100 are still reserved",
      "ledger: tokens of the share at 0/1.0: of 300 granted, 200 are neither spent nor refunded",
    ]);
    assertConserved(snapshotOf([], { ledger }));
  });

  test.each(["reserved", "spent"] as const)("it names a balance below zero: %s", (name) => {
    const ledger = entries(true);
    ledger[1]![name] = -1;

    expect(faultsOf(wholeRun(ledger))).toEqual([`ledger: tokens of the pool at 0: ${name} is -1`]);
  });
});
