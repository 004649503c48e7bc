import { fromMicro } from "../core/budget.ts";
import type { Scope } from "./scope.ts";

/** What an agent has left, in one line: what `{{budget}}` in its instructions becomes. */
export function budgetLine(scope: Scope): string {
  const { account, budget, used } = scope;
  const steps = lower(budget.maxSteps - used.steps, account.free("steps"));
  const toolCalls = lower(left(budget.maxToolCalls, used.toolCalls), account.free("toolCalls"));
  const delegations = left(budget.maxDelegations, used.delegations);
  const tokens = account.free("tokens");
  const cost = account.free("cost");
  const parts = [
    `${steps ?? 0} steps`,
    `${Math.floor(scope.secondsLeft())} seconds`,
    ...(toolCalls === null ? [] : [`${toolCalls} tool calls`]),
    ...(delegations === null ? [] : [`${delegations} delegations`]),
    ...(tokens === null ? [] : [`${Math.max(0, tokens)} tokens`]),
    ...(cost === null ? [] : [`${fromMicro(Math.max(0, cost))} of money`]),
  ];
  return `${parts.join(", ")} left`;
}

function left(ceiling: number | null, used: number): number | null {
  return ceiling === null ? null : ceiling - used;
}

function lower(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.min(a, b);
}
