import { oneLine } from "../../core/describe.ts";
import { ModelError } from "../../core/errors.ts";
import { isObject } from "../../core/json.ts";
import type { ModelUsage } from "../../core/model.ts";
import { UnfinishedAnswerError } from "./unfinished.ts";

/** Why an answer ended: one of the specification's unified words, and the provider's own where it gave one. */
export interface Finish {
  readonly reason: string;
  readonly raw: string | undefined;
}

const LONGEST_REASON = 60;

/** Reads a finish reason: a text in version 2, `{ unified, raw }` since version 3. What is neither is `other`. */
export function finishFrom(value: unknown): Finish {
  if (typeof value === "string") return { reason: value, raw: value };
  const { unified, raw } = isObject(value) ? value : {};
  return {
    reason: typeof unified === "string" ? unified : "other",
    raw: typeof raw === "string" ? oneLine(raw).slice(0, LONGEST_REASON) : undefined,
  };
}

/** The finish reason as a reply tells it; where the unified word says nothing, the provider's own. */
export function toldReason({ reason, raw }: Finish): string {
  return reason === "other" ? (raw ?? reason) : reason;
}

/** An answer about which it is to be decided whether it is one. */
export interface Ended {
  readonly model: string;
  readonly finish: Finish;
  readonly text: string;
  readonly hasCalls: boolean;
  readonly usage: ModelUsage | undefined;
  readonly maxOutputTokens: number;
}

/**
 * Throws `ModelError` for an end that makes an answer none: the provider's own failure, and, without calls that could
 * still be answered, a cut or a filter. A call that was cut itself is left alone: its arguments are broken JSON, and
 * the model is told so.
 */
export function refuseUnfinished(ended: Ended): void {
  const { model, finish, text, hasCalls, usage } = ended;
  const details = usage ? { usage } : {};
  switch (finish.reason) {
    case "error":
    case "interrupted":
      throw new ModelError(`model '${model}' broke off its answer${inBrackets(finish)}`, { ...details, retryable: true });
    case "length":
    case "content-filter": {
      if (hasCalls) return;
      const message = finish.reason === "length" ? cutMessage(ended) : filteredMessage(ended);
      throw new UnfinishedAnswerError(message, { ...details, text, finishReason: finish.reason });
    }
    default: // open: a provider may have words of its own
      return;
  }
}

function filteredMessage({ model, finish }: Ended): string {
  return `model '${model}' gave no whole answer: it was refused, or stopped by the provider's content filter${inBrackets(finish)}`;
}

function cutMessage({ model, usage, maxOutputTokens: limit }: Ended): string {
  const cut = `the answer of model '${model}' was cut`;
  if (!usage) return `${cut} at the limit of ${limit} output tokens (maxOutputTokens)`;
  const { outputTokens } = usage;
  if (outputTokens >= limit) return `${cut} after ${outputTokens} output tokens, at the limit of ${limit} (maxOutputTokens)`;
  return `${cut} after ${outputTokens} output tokens, at a limit of the provider's own (maxOutputTokens is ${limit})`;
}

function inBrackets({ reason, raw }: Finish): string {
  return raw === undefined || raw === reason ? "" : ` (${raw})`;
}
