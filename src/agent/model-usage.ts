import { fromMicro } from "../core/budget.ts";
import { tokensIn } from "../core/estimate.ts";
import { charactersOf } from "../core/message.ts";
import type { ModelUsage } from "../core/model.ts";
import { costOf } from "../core/price.ts";
import type { ModelStep } from "../core/run.ts";
import { addUsage, noUsage, ownOnly } from "../core/usage.ts";
import type { EffectEnd } from "./effect.ts";
import type { Stop } from "./ending.ts";
import type { ModelResult } from "./model-call.ts";
import { release, settle, type Reservation } from "./reserve.ts";
import type { Scope } from "./scope.ts";
import { overshootStop } from "./stop.ts";

/** What was set aside and estimated for the call whose use is booked. */
export interface Booked {
  readonly reservation: Reservation;
  readonly promptTokens: number;
}

/**
 * Books the tokens and money of a model call, however it ended, and frees the rest of its reservation. A call that was
 * never made counts as none; one that failed or was ended counts what it reports, else its prompt estimate. Returns
 * the stop the agent comes to when the call took more than was set aside for it.
 */
export function bookUsage(scope: Scope, step: ModelStep, { reservation, promptTokens }: Booked, end: EffectEnd<ModelResult>): Stop | null {
  if ((end.type === "interrupted" || end.type === "failed") && !end.started) {
    release(scope, reservation);
    return null;
  }
  const reported = reportedBy(end);
  const last = reported ?? { inputTokens: promptTokens, outputTokens: estimatedOutput(end) };
  step.estimated = reported ? 0 : last.inputTokens + last.outputTokens;
  const total = step.attempts.reduce((sum, attempt) => (attempt.usage ? plus(sum, attempt.usage) : sum), last);
  note(scope, step, total);
  const overshot = settle(scope, reservation, total);
  return overshot && overshootStop(scope, overshot);
}

function reportedBy(end: EffectEnd<ModelResult>): ModelUsage | null {
  if (end.type !== "returned") return null;
  return end.result.ok ? end.result.reply.usage : end.result.usage;
}

function estimatedOutput(end: EffectEnd<ModelResult>): number {
  if (end.type !== "returned") return 0;
  if (!end.result.ok) return end.result.outputTokens ?? 0;
  const { text, calls } = end.result.reply;
  return tokensIn(charactersOf({ role: "assistant", content: text, toolCalls: calls }));
}

function plus(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: (a.cachedTokens ?? 0) + (b.cachedTokens ?? 0),
    reasoningTokens: (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0),
  };
}

function note(scope: Scope, step: ModelStep, total: ModelUsage): void {
  const { price } = scope.agent.model;
  const usage = {
    ...noUsage(),
    modelCalls: 1 + step.attempts.length,
    inputTokens: total.inputTokens,
    outputTokens: total.outputTokens,
    cachedTokens: total.cachedTokens ?? 0,
    reasoningTokens: total.reasoningTokens ?? 0,
    cost: price ? fromMicro(costOf(price, total)) : null,
  };
  step.usage = ownOnly(usage);
  addUsage(scope.own, usage);
}
