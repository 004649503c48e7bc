import type { Message } from "../../core/message.ts";
import type { Model, ModelCallOptions, ModelReply, ModelRequest, OfferedTool } from "../../core/model.ts";
import type { Answer } from "./answer.ts";
import { finishFrom, refuseUnfinished, toldReason } from "./finish.ts";
import { checkedOptions, type CheckedOptions, type LanguageModelOptions } from "./options.ts";
import { promptFrom } from "./prompt.ts";
import { askWhole, failureOf, type Question } from "./question.ts";
import { Recollection } from "./recollection.ts";
import type { LanguageModel, LanguageModelCall } from "./specification.ts";
import { askStreaming } from "./stream.ts";
import { usageFrom } from "./usage.ts";

const DEFAULT_MAX_OUTPUT_TOKENS = 4096; // some packages assume the model's own maximum, which reserves far too much

/**
 * Makes a model of any Vercel AI SDK provider's model (specification version 2, 3 or 4), calling it directly: neither
 * the SDK's core nor a provider's package is needed for it. It streams when somebody listens or `stallSeconds` is given.
 *
 * It throws `ModelError` for whatever goes wrong, telling what may be tried again and when, and
 * `UnfinishedAnswerError` for an answer that was cut or filtered; it retries nothing by itself. When the signal fires
 * the connection is closed and the call rejects with the signal's reason. Throws `DefinitionError` for wrong options.
 */
export function fromLanguageModel(model: LanguageModel, options: LanguageModelOptions = {}): Model {
  return adapted(model, options, {});
}

/** A language model as `fromLanguageModel` makes it, whose key is known: no value of `secrets` ever stands in an error's message. */
export function adapted(model: LanguageModel, options: LanguageModelOptions, secrets: Readonly<Record<string, string>>): Model {
  const checked = checkedOptions(model, options);
  const { name, price } = checked;
  const adapter = { model, checked, secrets: { ...secrets, ...checked.settings.headers }, recollection: new Recollection() };
  return Object.freeze({
    name,
    supportsTools: true,
    ...(price ? { price } : {}),
    respond: (request: ModelRequest, callOptions: ModelCallOptions) => respond(adapter, request, callOptions),
  });
}

interface Adapter {
  readonly model: LanguageModel;
  readonly checked: CheckedOptions;
  /** What must not be shown: keys, and the values of headers, which may hold one. */
  readonly secrets: Readonly<Record<string, string>>;
  readonly recollection: Recollection;
}

async function respond(adapter: Adapter, request: ModelRequest, { signal, clock, onDelta }: ModelCallOptions): Promise<ModelReply> {
  signal.throwIfAborted();
  const { model, secrets, checked: { name, stallSeconds } } = adapter;
  const line = new AbortController(); // the call's own: a stall closes the connection, and the run's signal knows nothing of it
  const call = callFor(adapter, request, line.signal);
  const question: Question = { name, model, call, clock, onDelta, stallSeconds, secrets };
  const hangUp = (): void => line.abort(signal.reason);
  signal.addEventListener("abort", hangUp, { once: true });
  try {
    const answer = await (onDelta || stallSeconds !== undefined ? askStreaming(question) : askWhole(question));
    return replyFrom(adapter, request.messages, call.maxOutputTokens, answer);
  } catch (error) {
    line.abort(error);
    signal.throwIfAborted();
    throw failureOf(error, question);
  } finally {
    signal.removeEventListener("abort", hangUp);
  }
}

function callFor({ checked, recollection }: Adapter, request: ModelRequest, abortSignal: AbortSignal): LanguageModelCall {
  const { messages, tools, maxOutputTokens = DEFAULT_MAX_OUTPUT_TOKENS } = request;
  return {
    ...checked.settings,
    prompt: promptFrom(messages, recollection),
    maxOutputTokens,
    ...(tools.length > 0 ? { tools: tools.map(offered), toolChoice: { type: "auto" } } : {}),
    abortSignal,
  };
}

function offered({ name, description, parameters }: OfferedTool): NonNullable<LanguageModelCall["tools"]>[number] {
  return { type: "function", name, description, inputSchema: parameters };
}

function replyFrom({ checked, recollection }: Adapter, messages: readonly Message[], maxOutputTokens: number, answer: Answer): ModelReply {
  const { parts, text, reasoning, calls } = answer.whole();
  const finish = finishFrom(answer.ending?.finishReason);
  const usage = usageFrom(answer.ending?.usage);
  refuseUnfinished({ model: checked.name, finish, text, hasCalls: calls.length > 0, usage, maxOutputTokens });
  recollection.keep(messages, parts);
  return {
    text,
    ...(calls.length > 0 ? { calls } : {}),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(usage ? { usage } : {}),
    finishReason: toldReason(finish),
  };
}
