import type { ModelError } from "../core/errors.ts";
import type { Model, ModelCallOptions } from "../core/model.ts";
import { backoffSeconds, type Backoff } from "./backoff.ts";
import { attemptOf, failedWith, readFailure, type Failure } from "./failure.ts";
import { isAmount, maybe, type Fields } from "./fields.ts";
import { waitSeconds } from "./waiting.ts";
import { askOnce, checkModel, checkOptions, subjectOfWrapper, wrapping } from "./wrapper.ts";

/** How often a model is tried again, and how long is waited before. */
export interface RetryOptions {
  /** The most tries of one call, the first one included. Default 3. */
  readonly attempts?: number;
  /** The wait after the first failure; each later one is twice as long. Default 1. */
  readonly baseSeconds?: number;
  /** The longest wait, unless the model itself asks for a longer one. Default 30. */
  readonly maxSeconds?: number;
  /** The part of a wait, from 0 to 1, that chance may take off it. Default 0.5. */
  readonly jitter?: number;
  /** Gives a number from 0 to 1. Default `Math.random`. */
  readonly random?: () => number;
  /** Whether a failure is worth another try. Default: what its `retryable` says. */
  readonly isRetryable?: (error: unknown) => boolean;
}

/**
 * Tries a model again when it fails in a way that may pass, on the run's own clock.
 *
 * A `retryAfterSeconds` of the failure is waited to the letter; otherwise waits double. A wait that would not end
 * before the deadline is not begun: the failure is thrown at once. Each failed try is told through `onAttempt`, with
 * its usage, before the wait for the next one; text that it streamed is void from that moment. A call that was tried
 * once throws what the model threw; one that was tried more often a `ModelError` with the number of attempts, and the
 * status, usage and cause of the last. Throws `DefinitionError`.
 */
export function withRetry(model: Model, options: RetryOptions = {}): Model {
  const plan = checkedPlan(model, options);
  return wrapping(model, async (request, callOptions) => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await askOnce(model, request, callOptions);
      } catch (error) {
        await beforeNextTry(model.name, plan, { tries, error, options: callOptions });
      }
    }
  });
}

type Plan = Backoff & Required<Pick<RetryOptions, "attempts" | "isRetryable">>;

interface FailedTry {
  readonly tries: number;
  readonly error: unknown;
  readonly options: ModelCallOptions;
}

/** Waits until the model may be tried again, or throws what ends the call. */
async function beforeNextTry(name: string, plan: Plan, { tries, error, options }: FailedTry): Promise<void> {
  if (options.signal.aborted) throw error;
  const failure = readFailure(error);
  if (tries >= plan.attempts || !plan.isRetryable(error)) throw tries === 1 ? error : givenUp(name, tries, failure, "");
  const seconds = failure.retryAfterSeconds ?? backoffSeconds(tries, plan);
  const left = options.secondsLeft();
  if (seconds >= left) throw givenUp(name, tries, failure, `, and the deadline is in ${left} s, before the end of a wait of ${seconds} s`);
  options.onAttempt?.(attemptOf(failure, seconds));
  await waitSeconds(seconds, options);
}

function givenUp(name: string, tries: number, failure: Failure, why: string): ModelError {
  const attempts = tries === 1 ? "1 attempt" : `${tries} attempts`;
  return failedWith(`model '${name}' did not answer in ${attempts}${why}; the last error: ${failure.text}`, failure);
}

const isFunction = (value: unknown): boolean => typeof value === "function";
const isTries = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 1; // an integer is a number
const isPart = (value: unknown): boolean => isAmount(value) && (value as number) <= 1; // an amount is a number

const SECONDS = "a number of seconds of at least 0";

const FIELDS: Fields<RetryOptions> = {
  attempts: ["a whole number of at least 1", maybe(isTries)],
  baseSeconds: [SECONDS, maybe(isAmount)],
  maxSeconds: [SECONDS, maybe(isAmount)],
  jitter: ["a number from 0 to 1", maybe(isPart)],
  random: ["a function that gives a number from 0 to 1", maybe(isFunction)],
  isRetryable: ["a function of the error", maybe(isFunction)],
};

function checkedPlan(model: Model, options: RetryOptions): Plan {
  const subject = subjectOfWrapper("withRetry", model);
  checkModel(subject, "model", model);
  checkOptions(subject, "", options, FIELDS);
  const { attempts = 3, baseSeconds = 1, maxSeconds = 30, jitter = 0.5, random = Math.random } = options;
  const { isRetryable = (error) => readFailure(error).retryable } = options;
  return { attempts, baseSeconds, maxSeconds, jitter, random, isRetryable };
}
