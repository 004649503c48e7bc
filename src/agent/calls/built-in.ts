import type { ToolStep } from "../../core/run.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import { endCall, isCut, type CallResult } from "./calls.ts";

/**
 * Ends a call of a name that the library itself offers (`load_skill`, `final_answer`): it takes no time, no slot and
 * no journal, because the history alone decides what comes of it.
 */
export function endBuiltIn(call: OpenedCall<ToolStep>, result: CallResult): void {
  const { scope, step } = call;
  step.startedAt = scope.engine.clock.now();
  step.open = "running";
  scope.engine.emit(scope, { type: "step.started", step }, step.callId ?? undefined);
  if (!isCut(call)) endCall(call, result);
}
