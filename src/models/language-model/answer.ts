import { ModelError } from "../../core/errors.ts";
import { isObject, jsonCopy } from "../../core/json.ts";
import type { RequestedCall } from "../../core/model.ts";
import { textOf } from "./recollection.ts";
import type { AnswerPart, AssistantPart, ProviderValues, ReasoningPart, TextPart } from "./specification.ts";

const MOST_CHARACTERS = 4 * 1024 * 1024; // a million tokens and more: beyond any model's answer, well within memory
const MOST_PARTS = 1024 * 1024; // as many tokens, and none of the parts that say nothing for ever

/** An answer as it is put together, from the parts of a whole answer or of a stream alike. Unknown parts are passed over. */
export class Answer {
  readonly #model: string;
  readonly #parts: Growing[] = [];
  readonly #open = new Map<string, GrowingText>();
  #characters = 0;
  #received = 0;

  /** How it ended: the `finish` part of a stream, or null while there was none. */
  ending: { readonly finishReason: unknown; readonly usage: unknown } | null = null;

  constructor(model: string) {
    this.#model = model;
  }

  /** Takes in a part and returns the text it adds, which may be none. Throws `ModelError` when the answer gets too long. */
  add(part: AnswerPart): string {
    this.#received += 1;
    if (this.#received > MOST_PARTS) throw this.#tooLong(`${MOST_PARTS} parts`);
    switch (part.type) {
      case "text":
      case "reasoning":
        return this.#grow(this.#begin(part.type, part), field(part, "text"));
      case "text-start":
      case "reasoning-start":
        this.#begin(kindOf(part.type), part);
        return "";
      case "text-delta":
      case "reasoning-delta":
      case "text-end":
      case "reasoning-end":
        return this.#continue(kindOf(part.type), part);
      case "tool-input-delta":
        this.#count(field(part, "delta"));
        return "";
      case "tool-call":
        this.#call(part);
        return "";
      case "finish":
        this.ending = { finishReason: valueOf(part, "finishReason"), usage: valueOf(part, "usage") };
        return "";
      default:
        return "";
    }
  }

  /** All of it, once nothing more is added. */
  whole(): WholeAnswer {
    const parts = this.#parts.map(settledPart);
    return { parts, text: textOf(parts), reasoning: reasoningOf(parts), calls: callsOf(parts) };
  }

  #begin(type: "text" | "reasoning", part: AnswerPart): GrowingText {
    const begun = { type, pieces: [], metadata: metadataOf(part) };
    this.#parts.push(begun);
    this.#open.set(`${type} ${field(part, "id")}`, begun);
    return begun;
  }

  // A block's metadata may come with any of its parts; the last one counts.
  #continue(type: "text" | "reasoning", part: AnswerPart): string {
    const block = this.#open.get(`${type} ${field(part, "id")}`) ?? this.#begin(type, part);
    block.metadata = metadataOf(part) ?? block.metadata;
    return this.#grow(block, field(part, "delta"));
  }

  #grow(block: GrowingText, text: string): string {
    this.#count(text);
    block.pieces.push(text);
    return block.type === "text" ? text : "";
  }

  // What the provider runs itself is no call for anyone here.
  #call(part: AnswerPart): void {
    if (valueOf(part, "providerExecuted") === true) return;
    const input = valueOf(part, "input");
    if (typeof input === "string" && input.length > MOST_CHARACTERS) throw this.#tooLong(`${MOST_CHARACTERS} characters`);
    const call = { type: "tool-call", id: field(part, "toolCallId"), name: field(part, "toolName"), input } as const;
    this.#parts.push({ ...call, metadata: metadataOf(part) });
  }

  #count(text: string): void {
    this.#characters += text.length;
    if (this.#characters > MOST_CHARACTERS) throw this.#tooLong(`${MOST_CHARACTERS} characters`);
  }

  #tooLong(most: string): ModelError {
    return new ModelError(`model '${this.#model}' gave an answer of more than ${most}, which is more than is read`);
  }
}

/** An answer that is complete. */
export interface WholeAnswer {
  /** What was said, in order, ready to be sent again. */
  readonly parts: readonly AssistantPart[];
  readonly text: string;
  /** What was thought, each block on a line of its own; undefined when nothing was. */
  readonly reasoning: string | undefined;
  /** The calls asked for, with the arguments as they came: JSON text, broken or not. */
  readonly calls: readonly RequestedCall[];
}

interface GrowingText {
  readonly type: "text" | "reasoning";
  readonly pieces: string[];
  metadata: ProviderValues | undefined;
}

interface GrowingCall {
  readonly type: "tool-call";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly metadata: ProviderValues | undefined;
}

type Growing = GrowingText | GrowingCall;

function settledPart(part: Growing): AssistantPart {
  const extra = part.metadata ? { providerOptions: part.metadata } : {};
  if (part.type === "tool-call") return { type: part.type, toolCallId: part.id, toolName: part.name, input: part.input, ...extra };
  const said: TextPart | ReasoningPart = { type: part.type, text: part.pieces.join("") };
  return { ...said, ...extra };
}

function reasoningOf(parts: readonly AssistantPart[]): string | undefined {
  const blocks = parts.flatMap((part) => (part.type === "reasoning" && part.text !== "" ? [part.text] : []));
  return blocks.length === 0 ? undefined : blocks.join("\n");
}

function callsOf(parts: readonly AssistantPart[]): readonly RequestedCall[] {
  return parts.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId: id, toolName: name, input } = part;
    return [{ ...(id === "" ? {} : { id }), name, arguments: input }];
  });
}

function kindOf(type: string): "text" | "reasoning" {
  return type.startsWith("text") ? "text" : "reasoning";
}

function metadataOf(part: AnswerPart): ProviderValues | undefined {
  const metadata = valueOf(part, "providerMetadata");
  if (!isObject(metadata) || Object.keys(metadata).length === 0) return undefined;
  return jsonCopy(metadata) as ProviderValues; // by the specification; what is none is for the provider to refuse
}

function field(part: AnswerPart, name: string): string {
  const value = valueOf(part, name);
  return typeof value === "string" ? value : "";
}

function valueOf(part: AnswerPart, name: string): unknown {
  return (part as unknown as Record<string, unknown>)[name]; // any field may be there, of any kind
}
