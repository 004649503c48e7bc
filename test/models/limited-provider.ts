import { ModelError } from "../../src/core/errors.ts";
import type { Model, ModelReply, ModelRequest } from "../../src/core/model.ts";
import { waitSeconds } from "../../src/models/waiting.ts";

/** How a provider that counts requests behaves. */
export interface LimitedProviderOptions {
  /** The most requests it answers in any sixty seconds; without it, any number. */
  readonly requestsPerMinute?: number;
  /** How long an answer takes. Default: no time. */
  readonly answerSeconds?: number | ((request: ModelRequest) => number);
  /** Whether a refusal says when to come back. Default true. */
  readonly saysWhen?: boolean;
  readonly reply?: (request: ModelRequest) => ModelReply;
}

/** A provider that refuses what comes too fast with status 429, and its log: seconds on the clock of each call. */
export interface LimitedProvider extends Model {
  /** When requests arrived that it answered. */
  readonly served: readonly number[];
  /** When requests arrived that it refused. */
  readonly refused: readonly number[];
}

/** Makes a provider that counts. */
export function limitedProvider(options: LimitedProviderOptions = {}): LimitedProvider {
  const { requestsPerMinute = Infinity, answerSeconds = 0, saysWhen = true, reply = () => ({ text: "done" }) } = options;
  const served: number[] = [];
  const refused: number[] = [];
  return {
    name: "provider",
    supportsTools: true,
    served,
    refused,
    async respond(request, { clock, signal }) {
      const now = clock.now() / 1000;
      const again = (served.at(-requestsPerMinute) ?? -Infinity) + 60;
      if (again - now > 1e-6) {
        refused.push(now);
        throw new ModelError("too many requests", { status: 429, retryable: true, ...(saysWhen ? { retryAfterSeconds: again - now } : {}) });
      }
      served.push(now);
      const seconds = typeof answerSeconds === "number" ? answerSeconds : answerSeconds(request);
      if (seconds > 0) await waitSeconds(seconds, { clock, signal });
      return reply(request);
    },
  };
}

/** The most amounts that fall into any sixty seconds. `times` are seconds, in any order; each counts 1 unless said otherwise. */
export function mostInAMinute(times: readonly number[], amounts: readonly number[] = times.map(() => 1)): number {
  const sums = times.map((from) =>
    times.reduce((sum, at, index) => (at >= from && at < from + 60 - 1e-6 ? sum + (amounts[index] ?? 0) : sum), 0),
  );
  return Math.max(0, ...sums);
}
