import { fromMicro, toMicro, type Budget } from "../../core/budget.ts";
import type { Denial } from "../../core/ledger.ts";
import type { Limit } from "../../core/run.ts";
import type { Stop } from "../engine/ending.ts";
import type { Scope } from "../engine/scope.ts";

/** The stop condition: which ceiling, if any, ends an agent before its next turn or keeps a call from running. */

/** The ceiling on steps that stops a turn or a call, if one does. `kept` steps are held back for the wrap-up turn. */
export function stepStop(scope: Scope, kept: number): Stop | null {
  const { budget, used } = scope;
  if (used.steps >= budget.maxSteps - kept) return { reason: "max_steps", limit: ownLimit(budget, "maxSteps") };
  return accountStop(scope, "steps", 1);
}

/** How many steps the loop must leave for the wrap-up turn. */
export function keptSteps({ wrapUp, maxSteps }: Budget): number {
  return wrapUp && maxSteps > 1 ? 1 : 0;
}

/** The ceiling that keeps a tool call from running, if one does. */
export function toolCallStop(scope: Scope): Stop | null {
  const { budget, used } = scope;
  if (budget.maxToolCalls !== null && used.toolCalls >= budget.maxToolCalls) {
    return { reason: "max_tool_calls", limit: ownLimit(budget, "maxToolCalls") };
  }
  return accountStop(scope, "toolCalls", 1);
}

/** The ceiling that keeps a delegation from being admitted, if one does. */
export function delegationStop({ budget, used }: Scope): Stop | null {
  if (budget.maxDelegations === null || used.delegations < budget.maxDelegations) return null;
  return { reason: "max_delegations", limit: ownLimit(budget, "maxDelegations") };
}

const STOPS = {
  steps: { reason: "max_steps", name: "maxSteps" },
  toolCalls: { reason: "max_tool_calls", name: "maxToolCalls" },
  tokens: { reason: "max_tokens", name: "maxTokens" },
  cost: { reason: "max_cost", name: "maxCost" },
} as const;

type Stopping = keyof typeof STOPS;

/** The first account, from the agent's own upwards, that cannot give this much. */
export function accountStop(scope: Scope, resource: Stopping, amount: number): Stop | null {
  const denial = scope.account.denial(resource, amount);
  return denial && stopAt(scope, resource, denial);
}

/** The stop of an agent whose model call took more than was set aside: the ceiling that has least left of it. */
export function overshootStop(scope: Scope, overshot: "tokens" | "cost"): Stop | null {
  const denial = scope.account.bound(overshot);
  return denial && stopAt(scope, overshot, denial);
}

// The stop an agent comes to at an account that denied it something.
function stopAt(scope: Scope, resource: Stopping, denial: Denial): Stop {
  const { reason, name } = STOPS[resource];
  const value = resource === "cost" ? fromMicro(denial.granted) : denial.granted;
  return { reason, limit: { name, scope: scopeOf(scope, resource, denial), value } };
}

// Whose ceiling it was, as the agent sees it. The root's own ceiling on tokens or money is the run's account itself.
function scopeOf({ path, parent, budget }: Scope, resource: Stopping, denial: Denial): Limit["scope"] {
  const isOwnCeiling = inAccountUnits(budget, resource) === denial.granted;
  const isHere = denial.path === path;
  if (denial.scope === "pool") return parent === null && isHere && isOwnCeiling && resource !== "steps" ? "budget" : "pool";
  return isHere && isOwnCeiling ? "budget" : "share";
}

function inAccountUnits(budget: Budget, resource: Stopping): number | null {
  const ceiling = budget[STOPS[resource].name];
  return resource === "cost" && ceiling !== null ? toMicro(ceiling) : ceiling;
}

function ownLimit(budget: Budget, name: "maxSteps" | "maxToolCalls" | "maxDelegations"): Limit {
  return { name, scope: "budget", value: budget[name] ?? 0 };
}
