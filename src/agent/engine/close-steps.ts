import { outcomeOf } from "../../core/outcome.ts";
import type { Step } from "../../core/run.ts";
import type { Interruption } from "./ending.ts";
import type { Scope } from "./scope.ts";

/** Closes the steps of the last turn that nobody has in hand any more: not started, or dropped by a call that ended otherwise. */
export function closeSteps(scope: Scope, { cause }: Interruption): void {
  for (let index = scope.steps.length - 1; index >= 0; index--) {
    const step = scope.steps[index] as Step; // inside the bounds of the list
    if (step.open !== undefined) closeStep(scope, step, cause);
    if (step.kind === "model") return;
  }
}

function closeStep(scope: Scope, step: Step, cause: Interruption["cause"]): void {
  delete step.open;
  step.error = cause;
  step.startedAt = scope.engine.clock.now();
  if (step.kind === "agent") step.outcome = outcomeOf(cause, "");
  scope.engine.emit(scope, { type: "step.ended", step }, step.callId ?? undefined);
}
