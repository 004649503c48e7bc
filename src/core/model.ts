import type { Clock } from "./clock.ts";
import type { JsonObject } from "./json.ts";
import type { Message } from "./message.ts";

/** A tool as a model sees it: `parameters` is a JSON Schema object. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
}

/** What one model turn is asked. `path` and `turn` (from 1) name the turn; the messages must not be changed. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly OfferedTool[];
  readonly maxOutputTokens?: number;
  readonly path: string;
  readonly turn: number;
}

/** A call as a model replies it; a missing `id` becomes `call_<turn>_<index>`, `arguments` may be an object or JSON text. */
export interface RequestedCall {
  readonly id?: string;
  readonly name: string;
  readonly arguments: unknown;
}

/** Tokens of one model call, as the provider reports them: cached ones are part of the input, reasoning of the output. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens?: number;
  readonly reasoningTokens?: number;
}

/** What a model answers: text, and the calls it asks for. No calls means the text is the answer. */
export interface ModelReply {
  readonly text: string;
  readonly calls?: readonly RequestedCall[];
  readonly reasoning?: string;
  readonly usage?: ModelUsage;
  readonly finishReason?: string;
  /** Which model answered, where the one that was asked stands for several. */
  readonly model?: string;
  /** What that model charges, null where that is not known; left out, it is the price of the model that was asked. */
  readonly price?: ModelPrice | null;
}

/** One failed try inside a model call, told by a wrapper that tries again. Its `usage` counts. */
export interface ModelAttempt {
  readonly error: string;
  readonly status?: number;
  readonly waitSeconds?: number;
  readonly usage?: ModelUsage;
  /** Which model failed and what it charges, where the one that was asked stands for several; as in a reply. */
  readonly model?: string;
  readonly price?: ModelPrice | null;
}

/** What a model may use while it answers. */
export interface ModelCallOptions {
  /** Fires on cancel and at the deadline, with the caller's own reason. */
  readonly signal: AbortSignal;
  /** The run's clock: every wait inside the model goes through it. */
  readonly clock: Clock;
  /** Seconds until the agent's deadline. */
  readonly secondsLeft: () => number;
  /** Hands on a piece of the answer's text as it arrives. Absent when nobody listens. */
  readonly onDelta?: ((text: string) => void) | undefined;
  /** Reports a failed try that will be tried again. */
  readonly onAttempt?: ((attempt: ModelAttempt) => void) | undefined;
}

/** Money per million tokens, in one currency of the user's choice. Without `cached`, cached tokens cost as much as others. */
export interface ModelPrice {
  readonly input: number;
  readonly cached?: number;
  readonly output: number;
}

/**
 * Who answers (the port). Any object of this shape is a model.
 *
 * It must: settle soon after `signal` fires; answer from the request alone, so that one object serves many agents at
 * once; throw `ModelError`, or anything else (then not retryable), when it has no answer.
 * It must never: change the request or its messages; run tools; keep a timer or listener after it settled; answer twice.
 * `test/models/contract.ts` is the suite that every implementation in this project passes.
 */
export interface Model {
  readonly name: string;
  /** Whether calls may be requested at all. An agent with tools on a model without is a `DefinitionError`. */
  readonly supportsTools: boolean;
  /** Known prices; without them cost is null and `maxCost` is a `DefinitionError`. */
  readonly price?: ModelPrice;
  respond(request: ModelRequest, options: ModelCallOptions): Promise<ModelReply>;
}
