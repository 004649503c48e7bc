import { refusedText } from "../../core/observation.ts";
import type { AgentStep } from "../../core/run.ts";
import { refuseCall } from "../calls/calls.ts";
import { isExtraction } from "../calls/extraction.ts";
import type { Delegated } from "../definition/registry.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { Scope } from "../engine/scope.ts";

/** Why a delegation is refused before it starts: the reason, the number, the limit; null when it is not. */
export function refusalOf(scope: Scope, to: Delegated): string | null {
  const { delegation, specialist } = to;
  const { maxDepth } = scope.engine.options;
  // The extraction pass delegates nothing: it reads the agent's own answer.
  if (scope.depth >= maxDepth && !isExtraction(scope, to)) return `already ${scope.depth} levels deep (max ${maxDepth})`;
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
