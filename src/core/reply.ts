import { describeValue } from "./describe.ts";
import { ModelError } from "./errors.ts";
import { defaultCallId } from "./ids.ts";
import { readObject } from "./arguments.ts";
import { isObject, jsonCopy, type JsonValue } from "./json.ts";
import type { ToolCall } from "./message.ts";
import type { ModelPrice, ModelUsage } from "./model.ts";
import { priceSchema } from "./price.ts";

/** A model's reply as the engine works with it: every field there, every call with an id of its own. */
export interface Reply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly reasoning: string | null;
  readonly usage: ModelUsage | null;
  readonly finishReason: string | null;
  /** Which model answered, where a wrapper says so. */
  readonly model: string | null;
  /** What it charges, where a wrapper says so; null is not known. */
  readonly price: ModelPrice | null | undefined;
}

const REPLY_FIELDS = ["text", "calls", "reasoning", "usage", "finishReason", "model", "price"];
const CALL_FIELDS = ["id", "name", "arguments"];

/**
 * Makes sense of what a model returned for a turn. Throws `ModelError` for what is no reply, and for a field that
 * replies do not have: calls under a provider's own name for them would be lost, and the run would look complete.
 */
export function readReply(model: string, turn: number, raw: unknown): Reply {
  if (!isObject(raw) || !("text" in raw || "calls" in raw)) throw notAReply(model, raw, "an object { text, calls? }");
  refuseUnknownFields(model, raw, REPLY_FIELDS);
  const { text = "", calls = [], reasoning, usage, finishReason, model: answered, price } = raw;
  if (typeof text !== "string") throw notAReply(model, text, "a text in `text`");
  if (!Array.isArray(calls)) throw notAReply(model, calls, "a list in `calls`");
  for (const call of calls) if (isObject(call)) refuseUnknownFields(model, call, CALL_FIELDS);
  return {
    text,
    calls: readCalls(turn, calls),
    reasoning: textOrNull(reasoning),
    usage: readUsage(usage),
    finishReason: textOrNull(finishReason),
    model: textOrNull(answered),
    price: readPrice(price),
  };
}

function refuseUnknownFields(model: string, value: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(value).find((field) => !known.includes(field) && value[field] !== undefined);
  if (unknown === undefined) return;
  const what = known === CALL_FIELDS ? "a call" : "a reply";
  const fields = known.join(", ");
  throw new ModelError(`model '${model}' replied with '${unknown}', which ${what} does not have; its fields are ${fields}`);
}

function notAReply(model: string, value: unknown, wanted: string): ModelError {
  return new ModelError(`model '${model}' replied ${describeValue(value)} where ${wanted} is expected`);
}

function readCalls(turn: number, calls: readonly unknown[]): readonly ToolCall[] {
  const taken = new Set<string>();
  // Not `map`, which would leave the holes of a list with holes.
  return Array.from(calls, (raw, index) => {
    const call = isObject(raw) ? raw : {};
    const wanted = textOrNull(call.id) || defaultCallId(turn, index);
    let id = taken.has(wanted) ? defaultCallId(turn, index) : wanted;
    while (taken.has(id)) id += "_"; // another call of the turn may bear this one's default id
    taken.add(id);
    return { id, name: textOrNull(call.name) ?? "", arguments: plainArguments(call.arguments) };
  });
}

/** Arguments as plain JSON of their own: nothing at all counts as `{}`, JSON text that holds an object is that object. */
function plainArguments(raw: unknown): JsonValue {
  const object = readObject(raw);
  return jsonCopy(object.ok ? object.value : raw);
}

const MOST_TOKENS = 1e9; // far beyond any model, and small enough that a run's sums stay exact

/** Reported token counts, or null when the report is missing or is no count at all. */
export function readUsage(raw: unknown): ModelUsage | null {
  if (!isObject(raw) || !isCount(raw.inputTokens) || !isCount(raw.outputTokens)) return null;
  return {
    inputTokens: Math.ceil(raw.inputTokens),
    outputTokens: Math.ceil(raw.outputTokens),
    ...(isCount(raw.cachedTokens) ? { cachedTokens: Math.ceil(raw.cachedTokens) } : {}),
    ...(isCount(raw.reasoningTokens) ? { reasoningTokens: Math.ceil(raw.reasoningTokens) } : {}),
  };
}

/** A price as a wrapper says it; what is none counts as not known, nothing at all as not said. */
export function readPrice(raw: unknown): ModelPrice | null | undefined {
  if (raw === undefined) return undefined;
  const read = priceSchema.safeParse(raw);
  if (!read.success) return null;
  return (read.data as ModelPrice | null | undefined) ?? null; // zod types an absent `cached` as undefined
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= MOST_TOKENS;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
