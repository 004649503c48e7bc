import { fromMicro } from "../../core/budget.ts";
import { tokensIn } from "../../core/estimate.ts";
import { charactersOf } from "../../core/message.ts";
import type { ModelPrice, ModelUsage } from "../../core/model.ts";
import { costOf } from "../../core/price.ts";
import type { ModelStep } from "../../core/run.ts";
import { addUsage, ownOnly, type Usage } from "../../core/usage.ts";
import type { EffectEnd } from "../effects/effect-plan.ts";
import type { Stop } from "../engine/ending.ts";
import type { Scope } from "../engine/scope.ts";
import { overshootStop } from "../steps/stop.ts";
import type { ModelResult } from "./model-call.ts";
import { release, settle, type Reservation } from "./reserve.ts";

/** What was set aside and estimated for the call whose use is booked. */
export interface Booked {
  readonly reservation: Reservation;
  readonly promptTokens: number;
}

type ModelEnd = EffectEnd<ModelResult>;

/**
 * Books the tokens and money of a model call, however it ended, and frees the rest of its reservation. A call that was
 * never made counts as none; one that failed or was ended counts what it reports, else its prompt estimate. Returns
 * the stop the agent comes to when the call took more than was set aside for it.
 */
export function bookUsage(scope: Scope, step: ModelStep, { reservation, promptTokens }: Booked, end: ModelEnd): Stop | null {
  if ((end.type === "interrupted" || end.type === "failed") && !end.started) {
    release(scope, reservation);
    return null;
  }
  const reported = reportedBy(end);
  const last = reported ?? { inputTokens: promptTokens, outputTokens: estimatedOutput(end) };
  step.estimated = reported ? 0 : last.inputTokens + last.outputTokens;
  const { total, costs } = charged(scope, step, { usage: last, price: priceIn(end) });
  // One part without a known price makes the whole unknown; what is known is booked all the same.
  note(scope, step, total, costs.includes(null) ? null : sumOf(costs));
  const overshot = settle(scope, reservation, { tokens: total.inputTokens + total.outputTokens, cost: sumOf(costs) });
  return overshot && overshootStop(scope, overshot);
}

/** What a call took with all its tries: their use together, and what each of them costs; null where that is unknown. */
interface Charges {
  readonly total: ModelUsage;
  readonly costs: readonly (number | null)[];
}

function charged(scope: Scope, { attempts }: ModelStep, last: Charged): Charges {
  const parts = [last, ...attempts.flatMap(({ usage, price }) => (usage ? [{ usage, price }] : []))];
  const total = parts.length === 1 ? last.usage : parts.map(({ usage }) => usage).reduce(plus);
  return { total, costs: parts.map(({ usage, price = scope.agent.model.price }) => (price ? costOf(price, usage) : null)) };
}

/** Tokens, and what they cost where a wrapper says so; else they cost what the agent's model charges. */
interface Charged {
  readonly usage: ModelUsage;
  readonly price: ModelPrice | null | undefined;
}

function sumOf(amounts: readonly (number | null)[]): number {
  return amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

function priceIn(end: ModelEnd): ModelPrice | null | undefined {
  if (end.type !== "returned") return undefined;
  return end.result.ok ? end.result.reply.price : end.result.price;
}

function reportedBy(end: ModelEnd): ModelUsage | null {
  if (end.type !== "returned") return null;
  return end.result.ok ? end.result.reply.usage : end.result.usage;
}

function estimatedOutput(end: ModelEnd): number {
  if (end.type !== "returned") return 0;
  if (!end.result.ok || end.result.outputTokens !== undefined) return end.result.outputTokens ?? 0;
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

function note(scope: Scope, step: ModelStep, total: ModelUsage, cost: number | null): void {
  const usage: Usage = {
    modelCalls: 1 + step.attempts.length,
    toolCalls: 0,
    delegations: 0,
    inputTokens: total.inputTokens,
    outputTokens: total.outputTokens,
    cachedTokens: total.cachedTokens ?? 0,
    reasoningTokens: total.reasoningTokens ?? 0,
    cost: cost === null ? null : fromMicro(cost),
  };
  step.usage = ownOnly(usage);
  addUsage(scope.own, usage);
}
