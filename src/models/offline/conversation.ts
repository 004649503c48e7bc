import { readObject } from "../../core/arguments.ts";
import type { Message, ToolCall } from "../../core/message.ts";

/** A call that was made and what came back; `observation` is null for one that is still unanswered. */
export interface Exchange {
  readonly name: string;
  /** The object that was sent; empty when what was sent was not an object. */
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly observation: string | null;
}

/** What a request says so far: the goal (the first user message) and the calls made since. */
export interface Conversation {
  readonly goal: string;
  readonly exchanges: readonly Exchange[];
}

/** Reads a history. An observation belongs to the latest call with its id, so that reused ids do no harm. */
export function readConversation(messages: readonly Message[]): Conversation {
  const exchanges: Exchange[] = [];
  const positions = new Map<string, number>();
  for (const message of messages) {
    for (const call of message.toolCalls ?? []) positions.set(call.id, exchanges.push(exchangeFrom(call)) - 1);
    const position = message.role === "tool" ? positions.get(message.callId ?? "") : undefined;
    const exchange = position === undefined ? undefined : exchanges[position];
    if (position !== undefined && exchange) exchanges[position] = { ...exchange, observation: message.content };
  }
  return { goal: messages.find(({ role }) => role === "user")?.content ?? "", exchanges };
}

function exchangeFrom(call: ToolCall): Exchange {
  const read = readObject(call.arguments);
  return { name: call.name, arguments: read.ok ? read.value : {}, observation: null };
}

/** The text argument of this name, or "" when the call had none. */
export function textArgument(exchange: Exchange, name: string): string {
  const value = exchange.arguments[name];
  return typeof value === "string" ? value : "";
}
