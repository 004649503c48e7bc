import { describeValue } from "./describe.ts";

/** The base of every error this library throws on purpose; its `name` is the name of its class. */
export abstract class TroupeError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** What a `DefinitionError` is about: the thing, the field in it, the value given, what is allowed instead. */
export interface Misdefinition {
  readonly subject: string;
  readonly field: string;
  readonly value: unknown;
  readonly allowed: string;
}

/**
 * A definition or an option is wrong. Thrown when the definition is made, or, for options and lazily read teams,
 * when the run starts. The message names the thing, the field, the value and what is allowed.
 */
export class DefinitionError extends TroupeError {
  readonly subject: string;
  readonly field: string;
  readonly value: unknown;
  readonly allowed: string;

  constructor({ subject, field, value, allowed }: Misdefinition) {
    super(`${subject}: ${field} is ${describeValue(value)}; allowed: ${allowed}`);
    this.subject = subject;
    this.field = field;
    this.value = value;
    this.allowed = allowed;
  }
}

/** A deliberate failure of a tool. The model reads `AgentToolError: <message>` as its observation and may try again. */
export class AgentToolError extends TroupeError {}

/** What a model may say about its own failure; `usage` counts what the failed call still cost. */
export interface ModelErrorDetails {
  readonly retryable?: boolean;
  readonly retryAfterSeconds?: number;
  readonly status?: number;
  readonly usage?: { readonly inputTokens: number; readonly outputTokens: number };
  readonly cause?: unknown;
}

/** A model could not answer. Wrappers read `retryable`; the engine itself never retries and ends the run with `error`. */
export class ModelError extends TroupeError {
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  readonly status: number | undefined;
  readonly usage: ModelErrorDetails["usage"];

  constructor(message: string, details: ModelErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.retryable = details.retryable ?? false;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.status = details.status;
    this.usage = details.usage;
  }
}

/** A scripted model ran out of replies, has replies left, or was given a reply it cannot play. */
export class ScriptError extends TroupeError {}

/** A file or value is not a trace this version can read. The message is one line that names the file. */
export class TraceError extends TroupeError {}
