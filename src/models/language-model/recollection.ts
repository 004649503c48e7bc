import type { Message } from "../../core/message.ts";
import type { AssistantPart } from "./specification.ts";

/**
 * What a provider wants to see again beside its own calls: its reasoning, and the signatures it put on them. Gemini 3
 * and Claude refuse a history of calls without, where they think. A message has no place for that, so it is kept here,
 * for as long as the conversation itself is kept, and found by the conversation and the ids of the calls. A conversation
 * that was copied, resumed or answered by another model goes without.
 */
export class Recollection {
  // By the first message of a conversation that is no instruction: every turn of one agent hands on the same object.
  readonly #turns = new WeakMap<Message, Map<string, readonly AssistantPart[]>>();

  /** Keeps the parts of an answer that asks for calls, if there is more to them than its text and its calls. */
  keep(messages: readonly Message[], parts: readonly AssistantPart[]): void {
    const first = firstOf(messages);
    const ids = parts.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
    const isMore = parts.some((part) => part.type === "reasoning" || part.providerOptions);
    if (!first || ids.length === 0 || !isMore) return;
    const turns = this.#turns.get(first) ?? new Map<string, readonly AssistantPart[]>();
    turns.set(keyOf(ids), parts);
    this.#turns.set(first, turns);
  }

  /** The parts of the answer that became this message, or undefined when they are not known or the message says otherwise. */
  recall(messages: readonly Message[], { content, toolCalls = [] }: Message): readonly AssistantPart[] | undefined {
    const first = firstOf(messages);
    const parts = first && this.#turns.get(first)?.get(keyOf(toolCalls.map(({ id }) => id)));
    if (!parts || textOf(parts) !== content) return undefined;
    const calls = parts.filter((part) => part.type === "tool-call");
    return calls.every(({ toolName }, index) => toolName === toolCalls[index]?.name) ? parts : undefined;
  }
}

/** The text of an answer: its text parts in order, nothing in between. */
export function textOf(parts: readonly AssistantPart[]): string {
  return parts.map((part) => (part.type === "text" ? part.text : "")).join("");
}

function firstOf(messages: readonly Message[]): Message | undefined {
  return messages.find(({ role }) => role !== "system");
}

function keyOf(ids: readonly string[]): string {
  return JSON.stringify(ids);
}
