import { isObject } from "../../core/json.ts";
import type { ModelUsage } from "../../core/model.ts";

/**
 * The tokens a provider reports: flat numbers in version 2, totals with their parts since version 3. Undefined when it
 * reports none, or an input of 0: every prompt has tokens, so that is no report either.
 */
export function usageFrom(raw: unknown): ModelUsage | undefined {
  if (!isObject(raw)) return undefined;
  const { inputTokens: input, outputTokens: output } = raw;
  const nested = isObject(input) || isObject(output);
  const usage = nested ? nestedUsage(isObject(input) ? input : {}, isObject(output) ? output : {}) : flatUsage(raw);
  return usage && usage.inputTokens > 0 ? usage : undefined;
}

function nestedUsage(input: Record<string, unknown>, output: Record<string, unknown>): ModelUsage | undefined {
  return usageOf({
    input: count(input.total) ?? sum(input.noCache, input.cacheRead, input.cacheWrite),
    output: count(output.total) ?? sum(output.text, output.reasoning),
    cached: count(input.cacheRead),
    reasoning: count(output.reasoning),
  });
}

// Some count reasoning beside the output instead of within it; the total gives them away.
function flatUsage(raw: Record<string, unknown>): ModelUsage | undefined {
  const [input, output, reasoning] = [count(raw.inputTokens), count(raw.outputTokens), count(raw.reasoningTokens)];
  const isBeside = reasoning !== undefined && raw.totalTokens === (input ?? 0) + (output ?? 0) + reasoning;
  return usageOf({ input, output: isBeside ? sum(output, reasoning) : output, cached: count(raw.cachedInputTokens), reasoning });
}

type Counts = Readonly<Record<"input" | "output" | "cached" | "reasoning", number | undefined>>;

function usageOf({ input, output, cached, reasoning }: Counts): ModelUsage | undefined {
  if (input === undefined || output === undefined) return undefined;
  return {
    inputTokens: input,
    outputTokens: output,
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(reasoning === undefined ? {} : { reasoningTokens: reasoning }),
  };
}

function sum(...parts: readonly unknown[]): number | undefined {
  const counts = parts.map(count).filter((part) => part !== undefined);
  return counts.length === 0 ? undefined : counts.reduce((total, part) => total + part);
}

function count(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
