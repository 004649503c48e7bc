import type { Block } from "../core/guardrail.ts";
import type { ToolCall } from "../core/message.ts";
import type { OfferedTool } from "../core/model.ts";
import { blockedText } from "../core/observation.ts";
import type { ModelStep } from "../core/run.ts";
import { isCutReason, whyUnfinished } from "../core/unfinished.ts";
import { openSteps } from "./act.ts";
import { readTextAnswer } from "./calls/answer.ts";
import type { EffectEnd } from "./effects/effect-plan.ts";
import type { Admission, AgentContext } from "./engine/context.ts";
import type { Stop } from "./engine/ending.ts";
import type { Scope } from "./engine/scope.ts";
import { block } from "./guard/goal.ts";
import type { FailedResult, ModelResult } from "./model/model-call.ts";
import { bookUsage } from "./model/model-usage.ts";
import type { Reservation } from "./model/reserve.ts";
import { admit, admitNone, callRecords } from "./steps/admit.ts";
import { overshootStop } from "./steps/stop.ts";

/** A model turn that has been taken: what it was offered, and what was set aside for it. */
export interface Turn {
  readonly tools: readonly OfferedTool[];
  readonly promptTokens: number;
  readonly reservation: Reservation;
  readonly wantedAt: number;
}

/** Closes the turn's step, books what it took, admits the calls it asks for, and tells the machine. */
export function endTurn(scope: Scope, context: AgentContext, step: ModelStep, turn: Turn, end: EffectEnd<ModelResult>): void {
  const overshot = bookUsage(scope, step, turn, end);
  switch (end.type) {
    case "interrupted":
      return closeTurn(scope, step, end.interruption.cause);
    case "timed_out":
      return closeTurn(scope, step, "timeout");
    case "failed":
      return failTurn(scope, step, scope.engine.describe(end.error));
    case "returned":
      if (!end.result.ok) return failedTurn(scope, context, step, { failed: end.result, turn });
      return answerTurn(scope, context, step, { reply: end.result.reply, overshot, turn });
  }
}

interface Failure {
  readonly failed: FailedResult;
  readonly turn: Turn;
}

function failedTurn(scope: Scope, context: AgentContext, step: ModelStep, { failed, turn }: Failure): void {
  const { error, block: blocked, model, partial } = failed;
  if (model !== undefined) step.model = model;
  if (blocked) return blockTurn(scope, step, blocked);
  if (!partial) return failTurn(scope, step, error);
  step.output = partial.text;
  step.finishReason = partial.finishReason;
  if (partial.text !== "") scope.lastText = partial.text;
  breakOff(scope, context, step, { error, turn });
}

/** An answer that did not come to its end, for the reason that the step gives. */
interface Breach {
  readonly error: string;
  readonly turn: Turn;
}

// A budget that left less room than the agent's answers may have is what cut the answer; else the answer was too long.
function breakOff(scope: Scope, { isWrappingUp }: AgentContext, step: ModelStep, { error, turn: { reservation } }: Breach): void {
  const isLowered = reservation.maxOutputTokens < scope.agent.maxOutputTokens;
  const isCut = isCutReason(step.finishReason) && isLowered && !isWrappingUp && scope.isLive;
  const stop = isCut ? (overshootStop(scope, "tokens") ?? overshootStop(scope, "cost")) : null;
  if (!stop) return failTurn(scope, step, error);
  closeTurn(scope, step, error);
  const { reason, limit } = stop;
  scope.cut({ stopReason: reason, limit, error: null, output: scope.lastText }, { cause: "cancelled", reason: undefined });
}

function failTurn(scope: Scope, step: ModelStep, error: string): void {
  closeTurn(scope, step, error);
  scope.tell({ type: "model.failed", error });
}

function blockTurn(scope: Scope, step: ModelStep, blocked: Block): void {
  step.note = blocked.note;
  closeTurn(scope, step, blockedText(blocked.category));
  block(scope, blocked);
}

function answerTurn(scope: Scope, context: AgentContext, step: ModelStep, { reply, overshot, turn }: Answer): void {
  const { text, calls, reasoning, finishReason, model } = reply;
  step.output = text;
  step.reasoning = reasoning;
  step.finishReason = finishReason;
  if (model !== null) step.model = model;
  if (text !== "") scope.lastText = text;
  const unfinished = whyUnfinished(step.model, reply, turn.reservation.maxOutputTokens);
  if (unfinished !== null && scope.isLive) return breakOff(scope, context, step, { error: unfinished, turn });
  const admission = scope.isLive ? decide(scope, context, calls, overshot) : null;
  if (admission) {
    step.calls = callRecords(admission);
    openSteps(scope, context.turn, admission.admitted);
  }
  closeTurn(scope, step, null);
  if (!admission) return;
  const { admitted, notRun } = admission;
  if (context.isWrappingUp) return scope.tell({ type: "model.answered", text });
  if (admitted.length + notRun.length > 0) return scope.tell({ type: "calls.requested", text, ...admission });
  readTextAnswer(scope, context, text, {
    answered: () => scope.tell({ type: "model.answered", text }),
    extract: (call) => extract(scope, context, text, call),
  });
}

// The extraction pass is a delegation like any other: it is a step, it counts, and a ceiling may keep it from running.
function extract(scope: Scope, context: AgentContext, text: string, call: ToolCall): void {
  const admission = admit(scope, [call]);
  openSteps(scope, context.turn, admission.admitted);
  scope.tell(admission.stop ? { type: "model.answered", text } : { type: "calls.requested", text, ...admission });
}

interface Answer {
  readonly reply: Extract<ModelResult, { ok: true }>["reply"];
  readonly overshot: Stop | null;
  readonly turn: Turn;
}

type Calls = Admission["admitted"];

function decide(scope: Scope, { isWrappingUp, cut }: AgentContext, calls: Calls, overshot: Stop | null): Admission {
  const decided = (isWrappingUp ? cut : null) ?? overshot;
  return decided ? admitNone(calls, decided) : admit(scope, calls);
}

function closeTurn(scope: Scope, step: ModelStep, error: string | null): void {
  step.error = error;
  scope.engine.emit(scope, { type: "step.ended", step });
}
