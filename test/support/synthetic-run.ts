import { DEFAULT_BUDGET } from "../../src/core/budget.ts";
import type { Run, RunRecord } from "../../src/core/run.ts";
import { grown } from "./growth.ts";
import { ledgerFrom } from "./bookings.ts";
import { chanceFrom } from "./chance.ts";
import { leastSteps } from "./planned-calls.ts";
import { question } from "./filler.ts";
import type { World } from "./world.ts";
import { runOf, TRACE_START } from "./trace.ts";

/** The size and the temper of a synthetic run. Fractions are from 0 to 1. */
export interface SyntheticOptions {
  /** Exactly how many steps the whole tree has. */
  readonly steps: number;
  /** Exactly how many levels of specialists there are below the root. Default 3; lower where the steps do not reach. */
  readonly depth?: number;
  /** The most calls in one turn. Default 5. */
  readonly fanOut?: number;
  /** The fraction of tool calls and of specialists that fail. Default 0.06. */
  readonly failures?: number;
  /** The fraction of model turns that needed another attempt. Default 0.05. */
  readonly retries?: number;
  /** The fraction of delegations that are refused. Default 0.06. */
  readonly refusals?: number;
  /** The fraction of calls that waited for a slot. Default 0.15. */
  readonly waits?: number;
  /** About how many characters an answer and a tool's result have. Default 160. */
  readonly contentChars?: number;
  /** The same seed makes the same run. Default 20260101. */
  readonly seed?: number;
}

/**
 * A run that no agent ever made: valid against `runSchema`, with figures that add up, ids that are positions, times that
 * follow from one another and a ledger whose accounts balance. For tests and measurements of whatever reads a trace.
 */
export function syntheticRun(options: SyntheticOptions): Run {
  const world = worldOf(options);
  const goal = question(world.chance);
  const root = { path: "0", name: "lead", goal, level: 0, isSpine: true, fails: false, account: "0", startedAt: TRACE_START };
  const { steps, endedAt, stopReason, output } = grown(world, { ...root, steps: options.steps });
  const run = runOf(steps, { id: world.runId, goal, output, stopReason, seconds: (endedAt - TRACE_START) / 1000 });
  const pool = { ...run.pool, maxSteps: 2 * options.steps, maxAgents: options.steps, maxTokens: tokenCeiling(run) };
  return Object.assign(run, {
    instructions: "You lead a team.",
    pool,
    budget: budgetOf(run),
    ledger: ledgerOf(world, pool, endedAt),
  });
}

function worldOf({ steps, depth = 3, fanOut = 5, ...rest }: SyntheticOptions): World {
  const { failures = 0.06, retries = 0.05, refusals = 0.06, waits = 0.15, contentChars = 160, seed = 20260101 } = rest;
  let reached = depth;
  while (reached > 0 && leastSteps(reached) > steps) reached -= 1;
  const temper = { failures, retries, refusals, waits, contentChars };
  return { chance: chanceFrom(seed), runId: `synthetic-${steps}`, depth: reached, fanOut, ...temper, bookings: [] };
}

function tokenCeiling({ pool, totalSteps }: RunRecord): number {
  return 2 * pool.spent.tokens + 8192 * (1 + totalSteps); // so that no reservation ever goes beyond it
}

function budgetOf({ steps, seconds, usage, pool }: RunRecord): RunRecord["budget"] {
  const { toolCalls, delegations } = usage.own;
  const { tokens, cost } = pool.spent;
  const spent = { steps: steps.length, seconds, toolCalls, delegations, tokens, cost };
  return { ...DEFAULT_BUDGET, maxSteps: 2 * steps.length + 12, maxSeconds: Math.ceil(2 * seconds) + 60, spent };
}

function ledgerOf(
  { bookings }: World,
  { maxSteps, maxAgents, maxTokens }: RunRecord["pool"],
  endedAt: number,
): RunRecord["ledger"] {
  const account = { path: "0", scope: "pool" } as const;
  const grants = { steps: maxSteps, agents: maxAgents, tokens: maxTokens ?? 0 } as const;
  const resources = ["steps", "agents", "tokens"] as const;
  return ledgerFrom([
    ...resources.map((resource) => ({ ...account, resource, time: TRACE_START, granted: grants[resource] })),
    ...bookings,
    ...resources.map((resource) => ({ ...account, resource, time: endedAt, closes: true })),
  ]);
}
