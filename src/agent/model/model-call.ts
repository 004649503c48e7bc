import type { Clock } from "../../core/clock.ts";
import type { Block } from "../../core/guardrail.ts";
import { BUDGET_MARK } from "../../core/instructions.ts";
import { isObject, type JsonValue } from "../../core/json.ts";
import type { Message, ToolCall } from "../../core/message.ts";
import type { ModelAttempt, ModelCallOptions, ModelPrice, ModelRequest, ModelUsage } from "../../core/model.ts";
import { blockedText } from "../../core/observation.ts";
import { readPrice, readReply, readUsage, type Reply } from "../../core/reply.ts";
import type { ModelStep } from "../../core/run.ts";
import type { Scrubber } from "../../core/secrets.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";
import { guardReply, isReplyGuarded, type GuardedReply } from "../guard/reply.ts";
import { budgetLine } from "./budget-line.ts";
import { Deltas } from "./deltas.ts";
import type { Reservation } from "./reserve.ts";

/** What a model call came to, as plain JSON: the journal keeps it. `attempts` are the tries that failed before. */
export type ModelResult =
  | { readonly ok: true; readonly reply: Reply; readonly attempts: readonly ModelAttempt[]; readonly outputTokens?: number }
  | FailedResult;

/** A call without a reply that may be used: it failed, or a guardrail blocked the reply, whose text is kept nowhere. */
export interface FailedResult {
  readonly ok: false;
  readonly error: string;
  readonly usage: ModelUsage | null;
  readonly attempts: readonly ModelAttempt[];
  readonly block?: Block;
  /** How long the blocked reply is estimated to be, for a model that reports no usage. */
  readonly outputTokens?: number;
  /** Which model failed last and what it charges, where a wrapper says so. */
  readonly model?: string;
  readonly price?: ModelPrice | null;
  /** What there is of an answer that did not come to its end, and why it ended; never where answers are guarded. */
  readonly partial?: PartialAnswer;
}

/** An answer that did not come to its end. */
export interface PartialAnswer {
  readonly text: string;
  readonly finishReason: string;
}

/** Asks the model and makes a value of whatever happens. */
export async function callModel(scope: Scope, step: ModelStep, asked: ModelWork): Promise<ModelResult> {
  const { request: { turn }, effect } = asked;
  const isHeld = isReplyGuarded(scope);
  const isTold = scope.engine.telling.isObserved && step.name !== "compact"; // a summary is no part of an answer
  const deltas = isTold ? new Deltas(scope, turn, effect, isHeld) : null;
  try {
    const reply = await replyTo(scope, step, asked, deltas);
    if (!isHeld) {
      deltas?.end(null);
      return { ok: true, reply, attempts: step.attempts };
    }
    const guarded = await guardReply(scope, reply, effect);
    if (!guarded.ok) return blockedResult(step, reply, guarded);
    deltas?.end(guarded.reply.text);
    const { outputTokens } = guarded;
    const estimate = outputTokens === undefined ? {} : { outputTokens };
    return { ok: true, reply: guarded.reply, attempts: step.attempts, ...estimate };
  } catch (error) {
    deltas?.end(null);
    return failedResult(scope, step, error);
  }
}

/** The work of one model call: what the model is asked, and what the asking may use. */
export interface ModelWork {
  readonly request: ModelRequest;
  readonly effect: RunningEffect;
}

async function replyTo(scope: Scope, step: ModelStep, { request, effect }: ModelWork, deltas: Deltas | null): Promise<Reply> {
  const { model } = scope.agent;
  const { turn } = request;
  const raw: unknown = await model.respond(request, new CallOptions(scope, step, { turn, effect, deltas }));
  return scrubbed(scope, readReply(model.name, turn, raw));
}

function failedResult(scope: Scope, { attempts }: ModelStep, error: unknown): FailedResult {
  const told = scope.engine.describe(error);
  return { ok: false, error: told, usage: usageOf(error), attempts, ...saidBy(scope, error), ...partialOf(scope, error) };
}

type Blocked = Extract<GuardedReply, { ok: false }>;

function blockedResult({ attempts }: ModelStep, { usage, price, model }: Reply, { block, outputTokens }: Blocked): FailedResult {
  const said = { ...(model === null ? {} : { model }), ...(price === undefined ? {} : { price }) };
  return { ok: false, error: blockedText(block.category), usage, attempts, block, outputTokens, ...said };
}

/** The messages of a request; only instructions with the budget mark cost a copy. */
export function messagesFor(scope: Scope, messages: readonly Message[], reservation: Reservation): readonly Message[] {
  const [system, ...rest] = scope.instructions.includes(BUDGET_MARK) ? messages : [];
  if (!system) return messages;
  return [{ ...system, content: system.content.replaceAll(BUDGET_MARK, () => budgetLine(scope, reservation)) }, ...rest];
}

/**
 * What a model may use, as properties of its own, so that a wrapper can spread them. The signal is worked out when it
 * is first asked for; one descriptor serves all calls, because a getter of its own would cost each its hidden class.
 */
class CallOptions implements ModelCallOptions {
  declare readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly secondsLeft: () => number;
  readonly onDelta: ((text: string) => void) | undefined;
  readonly onAttempt: (attempt: ModelAttempt) => void;
  readonly #effect: RunningEffect;

  constructor(scope: Scope, step: ModelStep, { turn, effect, deltas }: ModelCall) {
    this.#effect = effect;
    this.clock = effect.clock;
    this.secondsLeft = () => scope.secondsLeft(effect.clock);
    this.onDelta = deltas ? (text) => deltas.add(text) : undefined;
    this.onAttempt = (attempt) => {
      deltas?.restart();
      tellAttempt(scope, step, turn, effect, attempt);
    };
    Object.defineProperty(this, "signal", CallOptions.#lazySignal);
  }

  static readonly #lazySignal: PropertyDescriptor & ThisType<CallOptions> = {
    enumerable: true,
    get() {
      return this.#effect.signal;
    },
  };
}

/** One call under way; no `deltas` where nobody is told of them. */
interface ModelCall {
  readonly turn: number;
  readonly effect: RunningEffect;
  readonly deltas: Deltas | null;
}

function tellAttempt(scope: Scope, step: ModelStep, turn: number, effect: RunningEffect, attempt: ModelAttempt): void {
  if (!effect.isOpen) return;
  const told = attemptFrom(scope, attempt);
  step.attempts = [...step.attempts, told];
  scope.engine.emit(scope, { type: "model.retried", turn, attempt: told });
}

function scrubbed({ engine: { scrub } }: Scope, reply: Reply): Reply {
  return {
    ...reply,
    text: scrub.text(reply.text),
    reasoning: reply.reasoning === null ? null : scrub.text(reply.reasoning),
    calls: reply.calls.map((call) => scrubbedCall(scrub, call)),
    finishReason: reply.finishReason === null ? null : scrub.text(reply.finishReason),
    model: reply.model === null ? null : scrub.text(reply.model),
  };
}

function scrubbedCall(scrub: Scrubber, { id, name, arguments: args }: ToolCall): ToolCall {
  return { id: scrub.text(id), name: scrub.text(name), arguments: scrub.value(args) };
}

// A try as a wrapper tells it, or as the journal kept it: what of it is no count and no time is left out.
function attemptFrom({ engine }: Scope, raw: unknown): ModelAttempt {
  const { error, status, waitSeconds, usage, model, price } = isObject(raw) ? raw : {};
  const charged = readPrice(price);
  const used = readUsage(usage);
  return {
    error: engine.describe(error),
    ...(typeof status === "number" && Number.isFinite(status) ? { status } : {}),
    ...(typeof waitSeconds === "number" && waitSeconds >= 0 && Number.isFinite(waitSeconds) ? { waitSeconds } : {}),
    ...(used ? { usage: used } : {}),
    ...(typeof model === "string" ? { model: engine.scrub.text(model) } : {}),
    ...(charged === undefined ? {} : { price: charged }),
  };
}

function saidBy({ engine }: Scope, said: unknown): Pick<FailedResult, "model" | "price"> {
  const { model, price } = isObject(said) ? said : {};
  const charged = readPrice(price);
  return {
    ...(typeof model === "string" ? { model: engine.scrub.text(model) } : {}),
    ...(charged === undefined ? {} : { price: charged }),
  };
}

function usageOf(error: unknown): ModelUsage | null {
  return isObject(error) ? readUsage(error.usage) : null;
}

/** The journal's form of a result is the result itself: it is plain JSON, apart from arguments of the model's making. */
export function encodeModelResult(result: ModelResult): JsonValue {
  return JSON.parse(JSON.stringify(result)) as JsonValue; // JSON.parse yields nothing else
}

/** A result back from the journal. Throws when the record holds none. */
export function decodeModelResult(scope: Scope, turn: number, recorded: JsonValue): ModelResult {
  if (!isObject(recorded)) throw new Error("it holds no result of a model call");
  const { ok, reply, error, attempts: tries = [], block, outputTokens } = recorded;
  const attempts = Array.isArray(tries) ? tries.map((attempt) => attemptFrom(scope, attempt)) : [];
  const estimate = typeof outputTokens === "number" ? { outputTokens } : {};
  if (ok === true) return { ok, reply: readReply(scope.agent.model.name, turn, reply), attempts, ...estimate };
  if (ok === false && typeof error === "string") {
    const said = { ...saidBy(scope, recorded), ...partialOf(scope, recorded.partial), ...blockFrom(block) };
    return { ok, error, usage: usageOf(recorded), attempts, ...said, ...estimate };
  }
  throw new Error("it holds no result of a model call");
}

function partialOf(scope: Scope, said: unknown): Pick<FailedResult, "partial"> {
  const { text, finishReason } = isObject(said) ? said : {};
  if (typeof text !== "string" || typeof finishReason !== "string" || isReplyGuarded(scope)) return {};
  const { scrub } = scope.engine;
  return { partial: { text: scrub.text(text), finishReason: scrub.text(finishReason) } };
}

function blockFrom(recorded: unknown): Pick<FailedResult, "block"> {
  const { category, note } = isObject(recorded) ? recorded : {};
  return typeof category === "string" && typeof note === "string" ? { block: { category, note } } : {};
}
