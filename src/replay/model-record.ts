import { toMicro } from "../core/budget.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { ModelPrice, ModelUsage } from "../core/model.ts";
import { costOf } from "../core/price.ts";
import type { ModelStep } from "../core/run.ts";

/** What a model call came to, in the journal's form, as far as its step tells it. */
export function modelResult(step: ModelStep): JsonValue {
  const attempts = step.attempts as unknown as readonly JsonObject[]; // plain JSON, by the schema of a trace
  const { model } = step;
  const reported = reportedBy(step);
  const price = priceOf(step);
  const charged = price === undefined ? {} : { price: price as unknown as JsonValue }; // two numbers
  if (step.error !== null && step.finishReason === null) {
    return { ok: false, error: step.error, usage: reported, attempts, model, ...charged, ...blockOf(step) };
  }
  const { output: text, reasoning, finishReason } = step;
  const calls = step.calls.map(({ id, name, arguments: given }) => ({ id, name, arguments: given }));
  return { ok: true, reply: { text, calls, reasoning, usage: reported, finishReason, model, ...charged }, attempts };
}

/** A reply of nothing but a text. */
export function textResult(step: ModelStep, text: string): JsonValue {
  return modelResult({ ...step, output: text, calls: [], error: null, finishReason: null });
}

function reportedBy(step: ModelStep): JsonObject | null {
  return step.estimated > 0 ? null : { ...lastUsage(step) };
}

// A step's usage is that of all its tries.
function lastUsage({ usage: { own }, attempts }: ModelStep): Required<ModelUsage> {
  const left = {
    inputTokens: own.inputTokens,
    outputTokens: own.outputTokens,
    cachedTokens: own.cachedTokens,
    reasoningTokens: own.reasoningTokens,
  };
  for (const { usage } of attempts) {
    left.inputTokens -= usage?.inputTokens ?? 0;
    left.outputTokens -= usage?.outputTokens ?? 0;
    left.cachedTokens -= usage?.cachedTokens ?? 0;
    left.reasoningTokens -= usage?.reasoningTokens ?? 0;
  }
  return left;
}

/** A price at which the call costs what it did: the trace has the money, not the table. Undefined: what the agent's model charges. */
function priceOf(step: ModelStep): ModelPrice | null | undefined {
  const charged = step.attempts.filter(({ usage }) => usage);
  if (charged.some(({ price }) => !price)) return undefined;
  const { cost } = step.usage.own;
  if (cost === null) return charged.length === 0 ? null : undefined;
  // Price and usage are both there, by the filters.
  const before = charged.reduce((sum, { price, usage }) => sum + costOf(price as ModelPrice, usage as ModelUsage), 0);
  const { inputTokens, outputTokens } = lastUsage(step);
  const tokens = inputTokens + outputTokens;
  const perToken = tokens === 0 ? 0 : (toMicro(cost) - before) / tokens;
  return perToken < 0 ? undefined : { input: perToken, output: perToken };
}

const BLOCKED = /^blocked by moderation \((.*)\)$/su;

function blockOf(step: ModelStep): JsonObject {
  const [, category] = BLOCKED.exec(step.error ?? "") ?? [];
  if (category === undefined || step.note === null) return {};
  return { block: { category, note: step.note }, outputTokens: lastUsage(step).outputTokens };
}
