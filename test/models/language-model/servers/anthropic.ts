import { createAnthropic } from "@ai-sdk/anthropic";
import { argumentsIn, argumentText, list, pieces, type Asked, type Heard, type Json, type PlayedCall, type PlayedUsage, type Whole, type WireFormat } from "./format.ts";

const ID = "msg_01XFDUDYJgAACzvnptvVoYEL";
const MODEL = "claude-sonnet-4-5-20250929";

/** Anthropic's messages, spoken by `@ai-sdk/anthropic`. */
export const anthropic: WireFormat = {
  name: "anthropic",
  model: (url, fetch) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey: "sk-ant-test-0123456789abcdef", ...(fetch ? { fetch } : {}) })("claude-sonnet-4-5"),
  read,
  answer: (answer) => ({
    ...message(answer.usage),
    content: blocks(answer),
    stop_reason: stopReason(answer),
    usage: { ...usage(answer.usage), output_tokens: answer.usage.output },
  }),
  events: (answer) => [
    event({ type: "message_start", message: message(answer.usage) }),
    event({ type: "ping" }),
    ...blocks(answer).flatMap((block, index) => blockEvents(block, index)),
    event({
      type: "message_delta",
      delta: { stop_reason: stopReason(answer), stop_sequence: null },
      usage: { ...usage(answer.usage), output_tokens: answer.usage.output },
    }),
    event({ type: "message_stop" }),
  ],
  refusal: (status, text) => ({
    type: "error",
    error: { type: TYPES[status] ?? "api_error", message: text },
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy",
  }),
  failure: event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
};

const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error", 401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error", 529: "overloaded_error",
};

function message(used: PlayedUsage): Json {
  const tokens = { ...usage(used), output_tokens: 1, service_tier: "standard" };
  return { id: ID, type: "message", role: "assistant", model: MODEL, content: [], stop_reason: null, stop_sequence: null, usage: tokens };
}

// This format counts cached tokens beside the others, not among them, and says nothing of those it spent on thinking.
function usage({ input, cached }: PlayedUsage): Json {
  return { input_tokens: input - cached, cache_creation_input_tokens: 0, cache_read_input_tokens: cached };
}

function blocks({ reasoning, text, calls }: Whole): readonly Json[] {
  return [
    ...(reasoning === "" ? [] : [{ type: "thinking", thinking: reasoning, signature: `signed ${reasoning}` }]),
    ...(text === "" ? [] : [{ type: "text", text }]),
    ...calls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.arguments })),
  ];
}

function stopReason({ ends, calls }: Whole): string {
  if (ends === "at the limit") return "max_tokens";
  if (ends === "at the filter") return "refusal";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function blockEvents(block: Json, index: number): readonly string[] {
  const start = (empty: Json): string => event({ type: "content_block_start", index, content_block: { ...block, ...empty } });
  const delta = (change: Json): string => event({ type: "content_block_delta", index, delta: change });
  const stop = event({ type: "content_block_stop", index });
  if (block.type === "thinking") {
    const thoughts = pieces(String(block.thinking)).map((thinking) => delta({ type: "thinking_delta", thinking }));
    return [start({ thinking: "", signature: "" }), ...thoughts, delta({ type: "signature_delta", signature: block.signature }), stop];
  }
  if (block.type === "text") return [start({ text: "" }), ...pieces(String(block.text)).map((text) => delta({ type: "text_delta", text })), stop];
  const text = argumentText({ id: "", name: "", arguments: block.input as PlayedCall["arguments"] });
  return [start({ input: {} }), ...["", ...pieces(text)].map((part) => delta({ type: "input_json_delta", partial_json: part })), stop];
}

function event(data: Json): string {
  return `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;
}

function read(_path: string, body: Json): Asked {
  return {
    messages: [
      ...list(body.system).map(({ text }): Heard => ({ role: "system", text: String(text) })),
      ...list(body.messages).flatMap(({ role, content }) => (role === "assistant" ? [spoken(list(content))] : list(content).map(told))),
    ],
    tools: list(body.tools).map(({ name, input_schema: schema }) => ({ name: String(name), schema })),
    maxOutputTokens: body.max_tokens,
    streams: body.stream === true,
  };
}

function spoken(content: readonly Json[]): Heard {
  const calls = content.filter(({ type }) => type === "tool_use").map(({ id, name, input }) => ({ id: String(id), name: String(name), arguments: argumentsIn(JSON.stringify(input)) }));
  const marks = content.flatMap(({ signature }) => (typeof signature === "string" ? [signature] : []));
  return {
    role: "assistant",
    text: content.map(({ type, text }) => (type === "text" ? String(text) : "")).join(""),
    ...(calls.length === 0 ? {} : { calls }),
    ...(marks.length === 0 ? {} : { marks }),
  };
}

function told({ type, text, tool_use_id: callId, content }: Json): Heard {
  if (type !== "tool_result") return { role: "user", text: String(text) };
  return { role: "tool", callId: String(callId), text: typeof content === "string" ? content : list(content).map((part) => String(part.text)).join("") };
}
