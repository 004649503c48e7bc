import { oneLine } from "../../core/describe.ts";
import { ModelError, type ModelErrorDetails } from "../../core/errors.ts";
import type { ModelUsage } from "../../core/model.ts";
import { reported, type Reported } from "./reported.ts";
import { retryAfterSeconds } from "./retry-after.ts";
import { isSpent } from "./spent.ts";
import { withoutKeys } from "./without-keys.ts";

/** What there is to know about a failed call besides the error. */
export interface Failing {
  readonly model: string;
  /** The time of the run's clock. */
  readonly nowMs: number;
  /** What the call used all the same, where the provider said so. */
  readonly usage?: ModelUsage | undefined;
  /** Values by name that no message may show. */
  readonly secrets: Readonly<Record<string, string>>;
}

/**
 * What went wrong, for the engine and for wrappers. Where there is a status it decides whether to try again: 408, 409,
 * 425, 429 and all from 500 on, unless the account has nothing left or the server itself says otherwise. A connection
 * that failed and an answer whose end is missing may be tried again; what cannot be understood may not. The message is
 * one line, without keys, with the beginning of what the provider says; request and response are not kept.
 */
export function modelErrorFrom(error: unknown, failing: Failing): ModelError {
  if (error instanceof ModelError) return error;
  const { sentence, details } = judged(error, failing);
  return new ModelError(sentence, { ...details, ...(failing.usage ? { usage: failing.usage } : {}) });
}

interface Judgement {
  readonly sentence: string;
  readonly details: ModelErrorDetails;
}

function judged(error: unknown, failing: Failing): Judgement {
  const facts = reported(error);
  const { status } = facts;
  if (status !== undefined && status >= 400) return refused(facts, status, failing);
  const network = facts.network ?? (facts.isRetryable ? facts.message : undefined);
  if (facts.endsEarly) return again(`the answer of model '${failing.model}' ended before it was complete`);
  if (network !== undefined) return again(`the connection to model '${failing.model}' failed${said(network, failing)}`);
  return status === undefined ? unexpected(error, facts, failing) : unreadable(facts, status, failing);
}

function again(sentence: string): Judgement {
  return { sentence, details: { retryable: true } };
}

const RETRYABLE = [408, 409, 425, 429];

function refused(facts: Reported, status: number, failing: Failing): Judgement {
  const { headers, details } = facts;
  const advised = { true: true, false: false }[headers["x-should-retry"] ?? ""];
  const retryAfter = retryAfterSeconds({ headers, details, nowMs: failing.nowMs });
  return {
    sentence: `model '${failing.model}' failed with status ${status}${said(facts.message, failing)}`,
    details: {
      status,
      retryable: advised ?? (!isSpent(facts, retryAfter) && (RETRYABLE.includes(status) || status >= 500)),
      ...(retryAfter === undefined ? {} : { retryAfterSeconds: retryAfter }),
    },
  };
}

function unreadable({ message }: Reported, status: number, failing: Failing): Judgement {
  const what = `gave an answer that cannot be read (status ${status})`;
  return { sentence: `model '${failing.model}' ${what}${said(message, failing)}`, details: { status } };
}

// Errors of the SDK hold whole requests and responses and are not kept; of others the cause is the best there is.
function unexpected(error: unknown, { name, message }: Reported, failing: Failing): Judgement {
  const sentence = `model '${failing.model}' failed${said(message || name, failing)}`;
  return { sentence, details: name.startsWith("AI_") ? {} : { cause: error } };
}

const LONGEST_DETAIL = 300;
const ENOUGH_TO_CLEAN = 10_000; // a message may be megabytes long; a key that is cut here is cut away below

function said(text: string, { secrets }: Failing): string {
  const clean = oneLine(withoutKeys(text.slice(0, ENOUGH_TO_CLEAN), secrets));
  if (clean === "") return "";
  return `: ${clean.length > LONGEST_DETAIL ? `${clean.slice(0, LONGEST_DETAIL - 1)}…` : clean}`;
}
