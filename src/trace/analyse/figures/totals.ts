import { secondsBetween } from "../../../core/clock.ts";
import type { RunRecord } from "../../../core/run.ts";
import type { Usage } from "../../../core/usage.ts";
import type { Places } from "../places/places.ts";

/** Tokens split into four parts that add up to `total`. */
export interface TokenTotals {
  /** Input that was not read from a cache. */
  readonly fresh: number;
  readonly cached: number;
  readonly reasoning: number;
  /** Output without the reasoning. */
  readonly output: number;
  readonly total: number;
  /** How many of them were estimated, because a model reported none. */
  readonly estimated: number;
}

/** A ceiling of the root's budget or of the pool, and what was spent of it. */
export interface CeilingUse {
  readonly scope: "budget" | "pool";
  readonly name: string;
  readonly value: number;
  readonly spent: number;
  /** `spent / value`; above 1 where calls in flight cost more than was left. */
  readonly share: number;
}

/** What a whole run came to. Seconds are to the microsecond, money is in the currency of the prices. */
export interface Totals {
  /** From the start of the run to its end, or so far. */
  readonly wallSeconds: number;
  /** Model calls and tool calls, each with its whole length. */
  readonly workSeconds: number;
  /** `workSeconds / wallSeconds`: how many calls were under way on average. Null for a run that took no time. */
  readonly parallelism: number | null;
  /** What all steps together waited before they began. */
  readonly queuedSeconds: number;
  readonly steps: number;
  readonly tokens: TokenTotals;
  /** Null where no price was known. */
  readonly cost: number | null;
  /** Agents that lived: the root and every specialist that was started. */
  readonly agents: number;
  /** The depth of the deepest agent; the root alone is 0. */
  readonly depth: number;
  /** Steps with an error of any kind, refused and cancelled ones included. */
  readonly errors: number;
  /** Steps that have not ended. */
  readonly open: number;
  /** Every ceiling that the root and the pool have. */
  readonly ceilings: readonly CeilingUse[];
}

/** Adds a run up. */
export function totalsOf(places: Places): Totals {
  const { run, root, lives, steps } = places;
  const wallSeconds = secondsBetween(root.span.startedAt, root.span.endedAt);
  const sums = { workMs: 0, queuedMs: 0, errors: 0, open: 0, estimated: 0, depth: 0 };
  for (const { step, span } of steps) {
    if (step.kind !== "agent") sums.workMs += span.endedAt - span.startedAt;
    sums.queuedMs += span.startedAt - span.queuedAt;
    if (step.error !== null) sums.errors += 1;
    if (step.open !== undefined) sums.open += 1;
    if (step.kind === "model") sums.estimated += step.estimated;
  }
  for (const { depth } of lives) sums.depth = Math.max(sums.depth, depth);
  const workSeconds = secondsBetween(0, sums.workMs);
  return {
    wallSeconds,
    workSeconds,
    parallelism: wallSeconds === 0 ? null : workSeconds / wallSeconds,
    queuedSeconds: secondsBetween(0, sums.queuedMs),
    steps: steps.length,
    tokens: tokenTotals(run.usage.subtree, sums.estimated),
    cost: run.usage.subtree.cost,
    agents: lives.length,
    depth: sums.depth,
    errors: sums.errors,
    open: sums.open,
    ceilings: ceilingsOf(run),
  };
}

function tokenTotals({ inputTokens, outputTokens, cachedTokens, reasoningTokens }: Usage, estimated: number): TokenTotals {
  return {
    fresh: inputTokens - cachedTokens,
    cached: cachedTokens,
    reasoning: reasoningTokens,
    output: outputTokens - reasoningTokens,
    total: inputTokens + outputTokens,
    estimated,
  };
}

const SPENT_OF_BUDGET = {
  maxSteps: "steps",
  maxSeconds: "seconds",
  maxToolCalls: "toolCalls",
  maxDelegations: "delegations",
  maxTokens: "tokens",
  maxCost: "cost",
} as const;

const SPENT_OF_POOL = { maxSteps: "steps", maxAgents: "agents", maxToolCalls: "toolCalls", maxTokens: "tokens", maxCost: "cost" } as const;

function ceilingsOf({ budget, pool }: RunRecord): CeilingUse[] {
  const own = Object.entries(SPENT_OF_BUDGET) as [keyof typeof SPENT_OF_BUDGET, keyof typeof budget.spent][]; // its own entries
  const whole = Object.entries(SPENT_OF_POOL) as [keyof typeof SPENT_OF_POOL, keyof typeof pool.spent][]; // its own entries
  return [
    ...own.flatMap(([name, spent]) => useOf({ scope: "budget", name, value: budget[name], spent: budget.spent[spent] })),
    ...whole.flatMap(([name, spent]) => useOf({ scope: "pool", name, value: pool[name], spent: pool.spent[spent] })),
  ];
}

function useOf(
  ceiling: Omit<CeilingUse, "share" | "value" | "spent"> & { readonly value: number | null; readonly spent: number | null },
): CeilingUse[] {
  const { scope, name, value, spent } = ceiling;
  if (value === null || spent === null) return [];
  return [{ scope, name, value, spent, share: value === 0 ? 0 : spent / value }];
}
