import { z } from "zod";
import type { ModelPrice, ModelUsage } from "./model.ts";

const MONEY = "an amount of money of at least 0";
const money = z.number(MONEY).nonnegative(MONEY);

/** What a model may say of its prices; nothing at all where they are unknown. */
export const priceSchema = z
  .object({ input: money, cached: money.optional(), output: money }, "prices, { input, output, cached? }")
  .nullish();

// A price per million tokens is, per token, the same number of micro-units of money: no scaling is needed.

/** What reported tokens cost, in whole micro-units, rounded up. */
export function costOf(price: ModelPrice, usage: ModelUsage): number {
  const cached = Math.min(usage.cachedTokens ?? 0, usage.inputTokens);
  const input = (usage.inputTokens - cached) * price.input + cached * (price.cached ?? price.input);
  return wholeMicro(input + usage.outputTokens * price.output);
}

/** The most output tokens that `micro` micro-units still pay for after a prompt of `inputTokens`. */
export function affordableOutput(price: ModelPrice, micro: number, inputTokens: number): number {
  const left = micro - wholeMicro(inputTokens * price.input);
  if (left < 0) return -1;
  return price.output === 0 ? Number.MAX_SAFE_INTEGER : Math.floor(left / price.output);
}

// Prices such as 0.15 leave floating-point noise behind, which must not be rounded up to a whole micro-unit.
function wholeMicro(amount: number): number {
  const exact = Math.round(amount * 1e6) / 1e6;
  return exact < Number.MAX_SAFE_INTEGER ? Math.ceil(exact) : Number.MAX_SAFE_INTEGER; // what is more cannot be booked
}
