import type { Artifact } from "../../core/artifact.ts";
import { append } from "../../core/history.ts";
import { notRunText } from "../../core/observation.ts";
import type { AgentContext } from "../engine/context.ts";
import type { Interruption } from "../engine/ending.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { Scope } from "../engine/scope.ts";
import { shelve } from "../engine/shelve.ts";
import { closeAtOnce } from "../steps/steps.ts";

/** What a call came to: the text the model reads, and whether it is an error. */
export interface CallResult {
  readonly observation: string;
  readonly output?: string;
  readonly error?: string | null;
  readonly artifacts?: readonly Artifact[];
}

/** Closes a call's step and fills its slot. The last slot of a turn tells the machine. */
export function endCall(call: OpenedCall, result: CallResult): void {
  closeCall(call, result);
  fillSlot(call, result.observation);
}

/** Closes a call's step; its slot stays open. */
export function closeCall({ scope, index, step }: OpenedCall, result: CallResult): void {
  const { observation, output = "", error = null, artifacts = [] } = result;
  delete step.open;
  step.output = output;
  step.observation = observation;
  step.error = error;
  if (artifacts.length > 0) {
    step.artifacts = artifacts.map(({ name }) => name);
    (scope.produced ??= new Map()).set(index, artifacts);
  }
  scope.engine.emit(scope, { type: "step.ended", step }, step.callId ?? undefined);
}

/** Fills a call's slot. The last one of a turn tells the machine. */
export function fillSlot({ scope, context, index }: OpenedCall, observation: string): void {
  const slot = context.slots[index];
  if (!slot || slot.observation !== null) return;
  slot.observation = observation;
  context.openSlots -= 1;
  if (context.openSlots === 0 && !context.isFilling) scope.tell({ type: "calls.ended" });
}

/** Ends a call that does not run: the model reads why, and the run goes on. It is a step, and it counts. */
export function refuseCall(call: OpenedCall, reason: string): void {
  const { scope, step } = call;
  const observation = scope.engine.scrub.text(reason);
  const { id, name, callId } = step;
  scope.engine.emit(scope, { type: "call.refused", stepId: id, name, reason: observation }, callId ?? undefined);
  if (isCut(call)) return; // by an observer
  closeAtOnce(scope, step);
  endCall(call, { observation, error: observation });
}

/** Whether a call was ended by the caller's own code: an observer, a check or a goal builder that cut the agent. */
export function isCut({ step }: OpenedCall): boolean {
  return step.open === undefined;
}

/** Ends a call that was cut before its work began. */
export function interruptCall(call: OpenedCall, { cause }: Interruption): void {
  closeAtOnce(call.scope, call.step);
  endCall(call, { observation: "", error: cause });
}

/** Observes: every observation enters the history in the order the model asked, whatever finished first. */
export function observe(scope: Scope, context: AgentContext): void {
  const first = scope.steps.length - context.slots.length;
  shelve(scope);
  for (const [index, { call, observation }] of context.slots.entries()) {
    const content = scope.steps[first + index]?.observation ?? observation ?? "";
    append(context.history, { role: "tool", content, callId: call.id });
  }
  for (const call of context.notRun) {
    append(context.history, { role: "tool", content: notRunText(context.cut?.reason ?? "max_steps"), callId: call.id });
  }
  context.slots = [];
  context.notRun = [];
}
