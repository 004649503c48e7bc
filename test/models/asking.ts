import type { Model, ModelAttempt, ModelCallOptions, ModelReply, ModelRequest } from "../../src/core/model.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { assertQuiet } from "../../src/testing/assertions.ts";
import { virtualClock } from "../../src/testing/clock.ts";
import { optionsOf, requestOf } from "./request.ts";

/** What one call of a model came to. `told` has failed tries and streamed pieces in the order in which they were told. */
export interface Asked {
  readonly reply: ModelReply | undefined;
  readonly error: unknown;
  readonly told: readonly (ModelAttempt | string)[];
  readonly seconds: number;
}

/** Asks a model on a clock of its own and checks that nothing is left behind. */
export async function ask(model: Model, different: Partial<ModelCallOptions> = {}, request: ModelRequest = requestOf()): Promise<Asked> {
  const clock = virtualClock();
  const { signal } = new AbortController();
  const told: (ModelAttempt | string)[] = [];
  const tell = (what: ModelAttempt | string): void => void told.push(what);
  const answer = model.respond(request, optionsOf({ clock, signal, onDelta: tell, onAttempt: tell, ...different }));
  const [settled] = await clock.settle(Promise.allSettled([answer]));
  assertQuiet({ clock, signal });
  const outcome = settled.status === "fulfilled" ? { reply: settled.value, error: undefined } : { reply: undefined, error: settled.reason as unknown };
  return { ...outcome, told, seconds: clock.now() / 1000 };
}

/** The properties of an error that a reader of it has, as a plain value. */
export function fieldsOf(error: unknown): Record<string, unknown> {
  const { name, message, retryable, retryAfterSeconds, status, usage, cause } = error as Record<string, unknown>;
  return { name, message, retryable, retryAfterSeconds, status, usage, cause };
}

/** One try of a model played step by step: pieces of text with pauses between them, and then its end. */
export interface Try {
  /** Pieces streamed one a second. */
  readonly pieces?: readonly string[];
  readonly reply?: ModelReply;
  readonly error?: unknown;
  /** Pieces streamed after the end, by a model that does not know when it is over. */
  readonly late?: readonly string[];
}

/** A model that plays tries in their order and keeps when each began, in seconds. The last one is played for ever. */
export function playing(tries: readonly Try[], name = "played"): Model & { readonly asked: readonly number[] } {
  const asked: number[] = [];
  return {
    name,
    supportsTools: true,
    asked,
    async respond(_request, { clock, signal, onDelta }) {
      asked.push(clock.now() / 1000);
      const { pieces = [], late = [], ...end } = tries[Math.min(asked.length, tries.length) - 1] as Try; // never empty
      for (const piece of pieces) {
        await waitSeconds(1, { clock, signal });
        onDelta?.(piece);
      }
      if (late.length > 0) setImmediate(() => late.forEach((piece) => onDelta?.(piece)));
      if (end.error !== undefined) throw end.error;
      return end.reply ?? { text: pieces.join("") };
    },
  };
}
