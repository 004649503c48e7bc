import type { BudgetRecord, RunRecord, Step } from "../core/run.ts";

/**
 * Whether two runs are the same but for when things happened: every step, text, figure and account. What is compared of
 * the ledger is how each account ended, because who came first among calls that ended together stands in no trace.
 */
export function isSameRun(a: RunRecord, b: RunRecord): boolean {
  return timeless(a) === timeless(b);
}

function timeless(run: RunRecord): string {
  const { ledger, steps, budget, ...rest } = JSON.parse(JSON.stringify(run)) as RunRecord; // as it is written anywhere
  return sorted({ ...rest, startedAt: 0, seconds: 0, budget: withoutSeconds(budget), steps: steps.map(withoutTimes), ledger: balances(ledger) });
}

function withoutTimes(step: Step): Step {
  const still = { startedAt: 0, queuedSeconds: 0, seconds: 0 };
  if (step.kind !== "agent") return { ...step, ...still };
  return { ...step, ...still, budget: withoutSeconds(step.budget), children: step.children.map(withoutTimes) };
}

function withoutSeconds(budget: BudgetRecord): BudgetRecord {
  return { ...budget, spent: { ...budget.spent, seconds: 0 } };
}

function balances(ledger: RunRecord["ledger"]): Record<string, unknown> {
  const last: Record<string, unknown> = {};
  for (const { time: _, ...entry } of ledger) last[JSON.stringify([entry.path, entry.scope, entry.resource])] = entry;
  return last;
}

// The order of keys says nothing: a trace may have been written by another program.
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
