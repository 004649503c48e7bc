import { describeError } from "../core/describe.ts";
import { ModelError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { Model, ModelAttempt, ModelPrice, ModelUsage } from "../core/model.ts";
import { readPrice, readUsage } from "../core/reply.ts";

/** Whose tokens something is about: the model that was asked, and what it charges; a null price is not known. */
export interface Attribution {
  readonly model: string;
  readonly price: ModelPrice | null;
}

/** What wrappers read of whatever a model threw. What it does not say, or says in a way that makes no sense, is null. */
export interface Failure {
  readonly error: unknown;
  readonly text: string;
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | null;
  readonly status: number | null;
  readonly usage: ModelUsage | null;
  /** Known where a wrapper of several models said whose failure it is. */
  readonly attribution: Attribution | null;
}

/** Reads a thrown value. Never throws, whatever the value's own properties do. */
export function readFailure(error: unknown): Failure {
  const { retryable, retryAfterSeconds, status, usage, model, price } = fieldsOf(error);
  return {
    error,
    text: describeError(error),
    retryable: retryable === true,
    retryAfterSeconds: isSeconds(retryAfterSeconds) ? retryAfterSeconds : null,
    status: typeof status === "number" && Number.isFinite(status) ? status : null,
    usage: readUsage(usage),
    attribution: typeof model === "string" ? { model, price: readPrice(price) ?? null } : null,
  };
}

/** A failed try as it is told to whoever asked, before the next one. */
export function attemptOf({ text, status, usage, attribution }: Failure, waitSeconds?: number): ModelAttempt {
  return {
    error: text,
    ...(status === null ? {} : { status }),
    ...(waitSeconds === undefined ? {} : { waitSeconds }),
    ...(usage ? { usage } : {}),
    ...attribution,
  };
}

/** The error that a wrapper ends with: its own sentence, and what the last failure said of itself. */
export function failedWith(message: string, { error, retryable, retryAfterSeconds, status, usage, attribution }: Failure): ModelError {
  const details = {
    retryable,
    cause: error,
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    ...(status === null ? {} : { status }),
    ...(usage ? { usage } : {}),
  };
  return Object.assign(new ModelError(message, details), attribution);
}

/** A reply, failed try or failure that says whose it is: what it was given, unless it says so itself. What is no object stays as it is. */
export function attributed<Thing>(thing: Thing, { name, price }: Model): Thing {
  if (!isObject(thing)) return thing;
  const model = thing.model ?? name;
  return { ...thing, model, price: thing.price === undefined ? (price ?? null) : thing.price };
}

function isSeconds(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

const FIELDS = ["retryable", "retryAfterSeconds", "status", "usage", "model", "price"] as const;

type Fields = { readonly [Name in (typeof FIELDS)[number]]?: unknown };

// A getter on a foreign error may throw; a failure to read it must not become a second failure.
function fieldsOf(error: unknown): Fields {
  try {
    return isObject(error) ? Object.fromEntries(FIELDS.map((name) => [name, error[name]])) : {};
  } catch {
    return {};
  }
}
