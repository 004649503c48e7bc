import type { Block, Guarded, Guardrail } from "../../core/guardrail.ts";
import { beginHistory } from "../../core/history.ts";
import { blockedText } from "../../core/observation.ts";
import type { AgentContext } from "../engine/context.ts";
import type { Scope } from "../engine/scope.ts";
import { askOnce, waitForCheck } from "./check.ts";
import { guard, isGuarded, isText, type Question } from "./guard.ts";

/** Whether the goal has still to be checked before the first model call. */
export function isGoalUnchecked(scope: Scope): boolean {
  return scope.goalCheck === null && isGuarded(scope, "goal");
}

/**
 * Checks the goal. What stands before the first model call is waited for, and may put another goal in the place of this
 * one; what is `parallel` goes on beside that call, whose answer waits for it.
 */
export function checkGoal(scope: Scope, context: AgentContext, resume: () => void): void {
  waitForCheck(scope, { id: `${scope.path} goal`, ask: () => guard(questionOn(scope, "before"), scope.goal) }, {
    resume: (settled) => {
      if (!settled.ok) return scope.fail(settled.error); // the check never rejects
      if (!settled.value.ok) return block(scope, settled.value);
      replaceGoal(scope, context, settled.value.value);
      scope.engine.tellStart(scope);
      if (!scope.isLive) return;
      scope.goalCheck = checkBeside(scope);
      resume();
    },
    interrupted: () => undefined,
  });
}

async function checkBeside(scope: Scope): Promise<Guarded<string>> {
  const ask = (): Promise<Guarded<string>> => guard(questionOn(scope, "parallel"), scope.goal);
  const guarded = await askOnce(scope, { id: `${scope.path} goal, beside`, ask });
  if (!guarded.ok) block(scope, guarded);
  return guarded;
}

// In parallel the model has the goal already, so nothing may be put in its place.
function questionOn(scope: Scope, timing: Guardrail["timing"]): Question<string, string> {
  return {
    scope,
    signal: scope.signal,
    what: "the goal",
    checkOf: (guardrail) => (guardrail.timing === timing ? guardrail.goal : undefined),
    shownAs: (text) => text,
    ...(timing === "before" ? { isValue: isGoal } : {}),
  };
}

function isGoal(value: unknown): value is string {
  return isText(value) && value.trim() !== "";
}

function replaceGoal(scope: Scope, context: AgentContext, goal: string): void {
  if (goal === scope.goal) return;
  scope.goal = scope.engine.scrub.text(goal);
  context.goal = scope.goal;
  context.history = beginHistory(scope.instructions, scope.goal);
}

/** Ends an agent because a guardrail blocked its goal or its answer. */
export function block(scope: Scope, { category, note }: Block): void {
  const ending = { stopReason: "blocked", limit: null, error: note, output: blockedText(category) } as const;
  scope.cut(ending, { cause: "cancelled", reason: undefined });
}
