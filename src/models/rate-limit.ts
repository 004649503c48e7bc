import type { Clock } from "../core/clock.ts";
import { isObject } from "../core/json.ts";
import type { Model, ModelAttempt, ModelCallOptions, ModelReply, ModelRequest } from "../core/model.ts";
import { attemptOf, readFailure } from "./failure.ts";
import { isAmount, maybe, type Fields } from "./fields.ts";
import { RateLane, type LimitedCall } from "./rate-lane.ts";
import { promptTokensOf, reportedTokens, tokensOfReply } from "./rate-tokens.ts";
import type { RateLimits } from "./rate-window.ts";
import { askOnce, checkModel, checkOptions, subjectOfWrapper, wrapping } from "./wrapper.ts";

/** What a provider allows. Without any limit, calls are slowed down only by the provider's own refusals. */
export interface RateLimitOptions {
  /** The most requests in any sixty seconds. */
  readonly requestsPerMinute?: number;
  /** The most tokens in any sixty seconds, prompts and answers together. */
  readonly tokensPerMinute?: number;
  /**
   * Whether a failure means that requests come too fast. Default: its `status` is 429 and it is `retryable`; an account
   * that has nothing left is refused with the same status.
   */
  readonly isRefusal?: (error: unknown) => boolean;
}

/**
 * Keeps everyone who uses the wrapped model, one tree or several, within what its provider allows.
 *
 * Requests are made in the order in which the calls came. A call that has to wait is neither refused nor failed: it
 * waits until its turn comes or its signal fires; its deadline is for the engine to keep. A call counts for its
 * prompt estimate and its whole `maxOutputTokens` while it is under way, and for what it took from then on. When the
 * provider refuses a request for its rate, all calls pause, for the `retryAfterSeconds` it names, else for 1 second
 * and up to 60; the refused try is told through `onAttempt` and made again. Limits hold per clock: runs on one clock
 * share them, and all runs that are given none are on the system's. Throws `DefinitionError`.
 */
export function withRateLimit(model: Model, options: RateLimitOptions = {}): Model {
  const { limits, isRefusal } = checkedLimits(model, options);
  const lanes = new WeakMap<Clock, RateLane>();
  return wrapping(model, async (request, callOptions) => {
    const { clock, signal } = callOptions;
    const lane = lanes.get(clock) ?? new RateLane(clock, limits);
    lanes.set(clock, lane);
    const promptTokens = limits.tokens === null ? 0 : promptTokensOf(request);
    const call = lane.arrive(promptTokens + (request.maxOutputTokens ?? 0));
    for (;;) {
      await lane.pass(call, signal);
      const reply = await tryOnce({ model, isRefusal, lane, call, promptTokens }, request, callOptions);
      if (reply) return reply.given;
    }
  });
}

interface PassedCall {
  readonly model: Model;
  readonly isRefusal: (error: unknown) => boolean;
  readonly lane: RateLane;
  readonly call: LimitedCall;
  readonly promptTokens: number;
}

/** One request of a call that has passed: the reply, or null when it was refused for its rate and may pass again. */
async function tryOnce(
  passed: PassedCall,
  request: ModelRequest,
  options: ModelCallOptions,
): Promise<{ readonly given: ModelReply } | null> {
  const { model, isRefusal, lane, call, promptTokens } = passed;
  try {
    const answer = askOnce(model, request, { ...options, onAttempt: (attempt) => triesAgain(passed, attempt, options) });
    const given = await givingWay(passed, options.signal, answer);
    lane.answered(call, tokensOfReply(given, promptTokens));
    return { given };
  } catch (error) {
    const failure = readFailure(error);
    const taken = reportedTokens(failure.usage) ?? promptTokens;
    let isRefused = false;
    try {
      isRefused = !options.signal.aborted && isRefusal(error);
    } finally {
      if (!isRefused) lane.failed(call, taken); // also when `isRefusal` throws: others wait for this call to end
    }
    if (!isRefused) throw error;
    const pauseSeconds = lane.refused(call, taken, failure.retryAfterSeconds);
    options.onAttempt?.(attemptOf(failure, pauseSeconds));
    return null;
  }
}

/** A call that is called off stands in nobody's way, even when the model does not look at its signal. */
async function givingWay<Value>({ lane, call }: PassedCall, signal: AbortSignal, answer: Promise<Value>): Promise<Value> {
  const giveWay = (): void => lane.giveWay(call);
  signal.addEventListener("abort", giveWay, { once: true });
  try {
    return await answer;
  } finally {
    signal.removeEventListener("abort", giveWay);
  }
}

/** A wrapper inside tries again by itself. It cannot be held back, but it is counted, and what it waits for holds for all. */
function triesAgain({ lane, call, promptTokens }: PassedCall, attempt: ModelAttempt, { onAttempt }: ModelCallOptions): void {
  const { status, waitSeconds, usage }: Partial<ModelAttempt> = isObject(attempt) ? attempt : {};
  const seconds = waitSeconds !== undefined && isAmount(waitSeconds) ? waitSeconds : 0;
  if (status === TOO_MANY_REQUESTS) lane.pause(seconds);
  lane.triesAgain(call, reportedTokens(usage) ?? promptTokens, seconds);
  onAttempt?.(attempt);
}

const TOO_MANY_REQUESTS = 429;

const isLimit = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 1; // an integer is a number
const LIMIT = "a whole number of at least 1";

const FIELDS: Fields<RateLimitOptions> = {
  requestsPerMinute: [LIMIT, maybe(isLimit)],
  tokensPerMinute: [LIMIT, maybe(isLimit)],
  isRefusal: ["a function of the error", maybe((value) => typeof value === "function")],
};

function checkedLimits(model: Model, options: RateLimitOptions): { readonly limits: RateLimits } & Pick<PassedCall, "isRefusal"> {
  const subject = subjectOfWrapper("withRateLimit", model);
  checkModel(subject, "model", model);
  checkOptions(subject, "", options, FIELDS);
  const { requestsPerMinute: requests = null, tokensPerMinute: tokens = null } = options;
  const { isRefusal = comesTooFast } = options;
  return { limits: { requests, tokens }, isRefusal };
}

function comesTooFast(error: unknown): boolean {
  const { status, retryable } = readFailure(error);
  return status === TOO_MANY_REQUESTS && retryable;
}
