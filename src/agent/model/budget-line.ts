import { fromMicro, lowerCeiling } from "../../core/budget.ts";
import type { Scope } from "../engine/scope.ts";
import type { Reservation } from "./reserve.ts";

/**
 * What an agent has left, in one line: what `{{budget}}` in its instructions becomes. Tokens and money are told with
 * what is set aside for the turn that is told: it is still to be used.
 */
export function budgetLine(scope: Scope, reservation: Reservation): string {
  const { account, budget, used } = scope;
  const steps = lowerCeiling(budget.maxSteps - used.steps, account.free("steps"));
  const toolCalls = lowerCeiling(left(budget.maxToolCalls, used.toolCalls), account.free("toolCalls"));
  const delegations = left(budget.maxDelegations, used.delegations);
  const tokens = sum(account.free("tokens"), reservation.tokens);
  const cost = sum(account.free("cost"), reservation.cost);
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

function sum(free: number | null, reserved: number): number | null {
  return free === null ? null : free + reserved;
}
