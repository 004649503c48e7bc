import type { Model, ModelReply, ModelRequest, RequestedCall } from "../../src/index.ts";

/** What a rule decides in one turn: an answer, or calls; either with what was done, for the trace. */
export type Ruling =
  | { readonly answer: string; readonly reasoning: string }
  | { readonly calls: readonly RequestedCall[]; readonly reasoning: string };

/**
 * A model without key, network and weights that follows one rule. Like the embedded model it is called `offline`, costs
 * nothing, reports no tokens, and does what follows from the request alone. Asked for data, it says that it has words.
 */
export function byRule(rule: (request: ModelRequest) => Ruling): Model {
  return {
    name: "offline",
    supportsTools: true,
    price: { input: 0, output: 0 },
    async respond(request, { signal, onDelta }) {
      signal.throwIfAborted();
      const ruling = rule(request);
      if ("calls" in ruling) return { text: "", calls: ruling.calls, reasoning: ruling.reasoning, finishReason: "tool_calls" };
      const text = isOffered(request, "final_answer") ? `${ruling.answer}\n\n${NO_DATA}` : ruling.answer;
      const reply = cut(text, request.maxOutputTokens ?? Infinity);
      if (reply.text !== "") onDelta?.(reply.text);
      return { ...reply, reasoning: ruling.reasoning };
    },
  };
}

const NO_DATA = "The embedded model answers in words: it cannot give the data that was asked for.";
const CHARACTERS_PER_TOKEN = 4; // what the engine charges a model that reports no tokens

function cut(text: string, maxTokens: number): ModelReply {
  const most = maxTokens * CHARACTERS_PER_TOKEN;
  if (text.length <= most) return { text, finishReason: "stop" };
  return { text: text.slice(0, most).replace(/[\uD800-\uDBFF]$/u, ""), finishReason: "length" };
}

/** What the agent was asked: the first user message. */
export function goalOf({ messages }: ModelRequest): string {
  return messages.find(({ role }) => role === "user")?.content ?? "";
}

/** A call that was made, and what came back for it; null while nothing has. */
export interface Asked {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly observation: string | null;
}

/** The calls made so far, in order. */
export function askedOf({ messages }: ModelRequest): readonly Asked[] {
  const observations = new Map(
    messages.flatMap(({ role, callId, content }) => (role === "tool" && callId !== undefined ? [[callId, content] as const] : [])),
  );
  return messages.flatMap(({ toolCalls = [] }) =>
    toolCalls.map(({ id, name, arguments: sent }) => {
      const known = typeof sent === "object" && sent !== null ? (sent as Readonly<Record<string, unknown>>) : {}; // JSON, by then
      return { name, arguments: known, observation: observations.get(id) ?? null };
    }),
  );
}

/** True when a tool of this name may be called now. */
export function isOffered({ tools }: ModelRequest, name: string): boolean {
  return tools.some((tool) => tool.name === name);
}
