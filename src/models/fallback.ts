import { DefinitionError, type ModelError } from "../core/errors.ts";
import type { Model, ModelCallOptions, ModelPrice, ModelReply, ModelRequest } from "../core/model.ts";
import { readReply } from "../core/reply.ts";
import { attemptOf, attributed, failedWith, readFailure, type Failure } from "./failure.ts";
import { maybe, type Fields } from "./fields.ts";
import { askOnce, checkModel, checkOptions } from "./wrapper.ts";

/** When the next model is asked. */
export interface FallbackOptions {
  /** Whether the next model is asked after this failure of `model`. Default: after every failure. */
  readonly when?: (error: unknown, model: Model) => boolean;
}

/**
 * Asks the first model, and when it fails the second, and so on, until one answers.
 *
 * Anything that a model throws is a failure, and so is a reply that is none; an abort ends the call. The reply says
 * which model answered (`model`) and what it charges (`price`, null where that is not known), so that the trace names
 * it and the cost is right. Failed tries are told through `onAttempt` in the same way; text that they streamed is void
 * from that moment. The whole can call tools when all of them can. What is set aside before a call is the price of
 * the dearest; when one price is not known there is none, and `maxCost` is refused. When none answers it throws a
 * `ModelError` that names each and its failure. Throws `DefinitionError`.
 */
export function withFallback(models: readonly Model[], options: FallbackOptions = {}): Model {
  const { list, when } = checkedFallback(models, options);
  const price = dearest(list);
  return {
    name: list.map(({ name }) => name).join(" or "),
    supportsTools: list.every(({ supportsTools }) => supportsTools),
    ...(price ? { price } : {}),
    async respond(request, callOptions) {
      const failed: Failed[] = [];
      for (const model of list) {
        const last = failed.at(-1);
        if (last) callOptions.onAttempt?.(attemptOf(last.failure));
        try {
          return attributed(await answerOf(model, request, callOptions), model);
        } catch (error) {
          if (callOptions.signal.aborted) throw error;
          failed.push(failureOf(model, error));
          if (!when(error, model) || callOptions.secondsLeft() <= 0) break;
        }
      }
      throw noneAnswered(list.length, failed);
    },
  };
}

interface Failed {
  readonly name: string;
  readonly failure: Failure;
}

/** One model's answer; tries that failed inside it are told as its own. Throws also where the engine would refuse the reply. */
async function answerOf(model: Model, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
  const { onAttempt } = options;
  const reply = await askOnce(model, request, { ...options, onAttempt: onAttempt && ((attempt) => onAttempt(attributed(attempt, model))) });
  readReply(model.name, request.turn, reply);
  return reply;
}

function failureOf({ name, price }: Model, error: unknown): Failed {
  const failure = readFailure(error);
  return { name, failure: { ...failure, attribution: failure.attribution ?? { model: name, price: price ?? null } } };
}

// A wrapper around may try all of them again, so it is told whether that may help, and when at the earliest.
function noneAnswered(count: number, failed: readonly Failed[]): ModelError {
  const each = failed.map(({ name, failure }) => `'${name}': ${failure.text}`).join("; ");
  const last = (failed.at(-1) as Failed).failure; // at least one model was asked
  const mayPass = failed.filter(({ failure }) => failure.retryable).map(({ failure }) => failure.retryAfterSeconds);
  const soonest = Math.min(...mayPass.map((seconds) => seconds ?? NaN)); // one that names no time makes this NaN
  return failedWith(`${failed.length} of ${count} models were asked and none answered: ${each}`, {
    ...last,
    retryable: mayPass.length > 0,
    retryAfterSeconds: Number.isFinite(soonest) ? soonest : null,
  });
}

/** A price that no model of the list exceeds, or null when one of their prices is not known. */
function dearest(models: readonly Model[]): ModelPrice | null {
  const prices: ModelPrice[] = [];
  for (const { price } of models) {
    if (!price) return null;
    prices.push(price);
  }
  const most = (amount: (price: ModelPrice) => number): number => Math.max(...prices.map(amount));
  return { input: most(({ input }) => input), cached: most(({ input, cached = input }) => cached), output: most(({ output }) => output) };
}

const FIELDS: Fields<FallbackOptions> = {
  when: ["a function of the error and the model", maybe((value) => typeof value === "function")],
};

function checkedFallback(
  models: readonly Model[],
  options: FallbackOptions,
): { readonly list: readonly Model[] } & Required<FallbackOptions> {
  const subject = "withFallback";
  if (!Array.isArray(models) || models.length === 0) {
    throw new DefinitionError({ subject, field: "models", value: models, allowed: "a list of at least one model" });
  }
  const list = Array.from(models as readonly Model[]); // with its holes, which are no models
  list.forEach((model, index) => checkModel(subject, `models.${index}`, model));
  checkOptions(subject, "", options, FIELDS);
  return { list, when: options.when ?? (() => true) };
}
