import type { BudgetRecord, RunRecord, Step } from "../core/run.ts";
import { livesOf } from "./lives.ts";

/**
 * Whether a run came out as it was recorded, but for when things happened and on which worker: every step, text, figure
 * and account. What is compared of the ledger is how each account ended, because who came first among calls that ended
 * together stands in no trace; and of a run on workers, where specialists have accounts that they have not in one
 * process, what was spent of each account that both runs have.
 */
export function isSameRun(recorded: RunRecord, told: RunRecord): boolean {
  return timeless(recorded) === timeless(told) && isSameLedger(recorded, told);
}

function timeless(run: RunRecord): string {
  const { ledger: _, steps, budget, ...rest } = JSON.parse(JSON.stringify(run)) as RunRecord; // as it is written anywhere
  return sorted({ ...rest, startedAt: 0, seconds: 0, budget: withoutSeconds(budget), steps: steps.map(withoutCircumstances) });
}

function withoutCircumstances({ worker: _, ...step }: Step): Step {
  const still = { startedAt: 0, queuedSeconds: 0, seconds: 0 };
  if (step.kind !== "agent") return { ...step, ...still };
  return { ...step, ...still, budget: withoutSeconds(step.budget), children: step.children.map(withoutCircumstances) };
}

function withoutSeconds(budget: BudgetRecord): BudgetRecord {
  return { ...budget, spent: { ...budget.spent, seconds: 0 } };
}

function isSameLedger(recorded: RunRecord, told: RunRecord): boolean {
  const [then, now] = [balances(recorded), balances(told)];
  if (!wasOnWorkers(recorded)) return sorted(Object.fromEntries(then)) === sorted(Object.fromEntries(now));
  return [...now].every(([account, { spent }]) => (then.get(account)?.spent ?? spent) === spent);
}

function wasOnWorkers(run: RunRecord): boolean {
  return livesOf(run).some(({ steps }) => steps.some(({ worker }) => worker !== undefined));
}

type Balance = Omit<RunRecord["ledger"][number], "time">;

function balances({ ledger }: RunRecord): ReadonlyMap<string, Balance> {
  return new Map(ledger.map(({ time: _, ...entry }) => [JSON.stringify([entry.path, entry.scope, entry.resource]), entry]));
}

// The order of keys says nothing: a trace may have been written by another program.
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
