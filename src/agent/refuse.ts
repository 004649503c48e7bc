import { refusedText } from "../core/observation.ts";
import type { AgentStep } from "../core/run.ts";
import { refuseCall, type OpenedCall } from "./calls.ts";
import type { Callable } from "./registry.ts";
import type { Scope } from "./scope.ts";

/** A call that delegates. */
export type Delegated = Extract<Callable, { kind: "agent" }>;

/** Why a delegation is refused before it starts: the reason, the number, the limit; null when it is not. */
export function refusalOf(scope: Scope, to: Delegated): string | null {
  const { delegation, specialist } = to;
  const { maxDepth } = scope.engine.options;
  const isOwnWork = to === scope.answering?.extraction?.callable; // the extraction pass delegates nothing: it reads the agent's own answer
  if (scope.depth >= maxDepth && !isOwnWork) return `already ${scope.depth} levels deep (max ${maxDepth})`;
  const line = namesOnPath(scope);
  if (!delegation.recursion && line.includes(specialist.name)) {
    return `a cycle, '${specialist.name}' already stands 1 time on the path ${line.join(" > ")} (max 1 without recursion)`;
  }
  const denial = scope.engine.pool.denial("agents", 1);
  return denial && `already ${denial.granted} specialists started in this run (max ${denial.granted})`;
}

/** Why a delegation whose share came to nothing is refused. */
export function emptyGrantReason(resource: string): string {
  return `the share comes to 0 ${resource === "cost" ? "of money" : resource} (at least 1 is needed)`;
}

/** Ends a delegation that never started. It is a step, it counts, and it used nothing. */
export function refuseDelegation(call: OpenedCall<AgentStep>, reason: string): void {
  refuseWith(call, refusedText(reason));
}

/** The same for a call whose arguments were wrong. */
export function refuseWith(call: OpenedCall<AgentStep>, observation: string): void {
  call.step.outcome = "refused";
  refuseCall(call, observation);
}

/** The names of the agents from the root of the whole run down to this one. */
export function namesOnPath(scope: Scope): readonly string[] {
  const names: string[] = [];
  for (let at: Scope | null = scope; at; at = at.parent) names.unshift(at.agent.name);
  return [...(scope.engine.placement?.line ?? []), ...names];
}
