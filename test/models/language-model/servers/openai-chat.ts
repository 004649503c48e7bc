import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { argumentsIn, argumentText, list, pieces, textIn, type Asked, type Heard, type Json, type PlayedUsage, type Whole, type WireFormat } from "./format.ts";

const ID = "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT";
const CREATED = 1741569952;
const MODEL = "gpt-5-mini-2025-08-07";

const CHAT: Omit<WireFormat, "name" | "model"> = {
  read,
  answer: (answer) => ({
    id: ID,
    object: "chat.completion",
    created: CREATED,
    model: MODEL,
    choices: [{ index: 0, message: message(answer), logprobs: null, finish_reason: finishReason(answer) }],
    usage: usage(answer.usage),
    service_tier: "default",
    system_fingerprint: "fp_de604bd877",
  }),
  events: (answer) => [
    chunk({ delta: { role: "assistant", content: "", refusal: null }, logprobs: null, finish_reason: null }),
    ...pieces(answer.reasoning).map((part) => chunk({ delta: { reasoning_content: part }, logprobs: null, finish_reason: null })),
    ...pieces(answer.text).map((content) => chunk({ delta: { content }, logprobs: null, finish_reason: null })),
    ...answer.calls.flatMap((call, index) => [
      toolChunk({ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }),
      ...pieces(argumentText(call)).map((part) => toolChunk({ index, function: { arguments: part } })),
    ]),
    chunk({ delta: {}, logprobs: null, finish_reason: finishReason(answer) }),
    event({ ...envelope(), choices: [], usage: usage(answer.usage) }),
    "data: [DONE]\n\n",
  ],
  refusal: (status, text) => ({ error: { message: text, type: TYPES[status] ?? "server_error", param: null, code: null } }),
  failure: event({ error: { message: "The server is overloaded.", type: "server_error", param: null, code: "503" } }),
};

const TYPES: Readonly<Record<number, string>> = { 400: "invalid_request_error", 401: "invalid_request_error", 403: "invalid_request_error", 404: "invalid_request_error", 429: "requests" };

/** OpenAI's chat completions, spoken by `@ai-sdk/openai`. */
export const openaiChat: WireFormat = {
  name: "openai chat",
  model: (url, fetch) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test-0123456789abcdef", ...(fetch ? { fetch } : {}) }).chat("gpt-5-mini"),
  ...CHAT,
};

/** The same format, spoken by `@ai-sdk/openai-compatible`, as with Ollama, llama.cpp, LM Studio and vLLM. */
export const openaiCompatible: WireFormat = {
  name: "openai-compatible",
  model: (url, fetch) => createOpenAICompatible({ name: "local", baseURL: `${url}/v1`, includeUsage: true, ...(fetch ? { fetch } : {}) })("qwen3"),
  ...CHAT,
};

function message({ reasoning, text, calls }: Whole): Json {
  return {
    role: "assistant",
    content: text === "" && calls.length > 0 ? null : text,
    ...(reasoning === "" ? {} : { reasoning_content: reasoning }),
    refusal: null,
    annotations: [],
    ...(calls.length === 0 ? {} : { tool_calls: calls.map((call) => ({ id: call.id, type: "function", function: { name: call.name, arguments: argumentText(call) } })) }),
  };
}

function finishReason({ ends, calls }: Whole): string {
  if (ends === "at the limit") return "length";
  if (ends === "at the filter") return "content_filter";
  return calls.length > 0 ? "tool_calls" : "stop";
}

function usage({ input, cached, output, reasoning }: PlayedUsage): Json {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: reasoning,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

function envelope(): Json {
  return { id: ID, object: "chat.completion.chunk", created: CREATED, model: MODEL, service_tier: "default", system_fingerprint: "fp_de604bd877" };
}

function chunk(choice: Json): string {
  return event({ ...envelope(), choices: [{ index: 0, ...choice }], usage: null });
}

function toolChunk(call: Json): string {
  return chunk({ delta: { tool_calls: [call] }, logprobs: null, finish_reason: null });
}

function event(data: Json): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function read(_path: string, body: Json): Asked {
  return {
    messages: list(body.messages).map(heard),
    tools: list(body.tools).map(({ function: offered }) => ({
      name: String((offered as Json).name),
      schema: (offered as Json).parameters,
    })),
    maxOutputTokens: body.max_tokens ?? body.max_completion_tokens,
    streams: body.stream === true,
  };
}

function heard({ role, content, tool_calls: calls, tool_call_id: callId, reasoning_content: reasoning }: Json): Heard {
  return {
    role: role === "developer" ? "system" : (role as Heard["role"]),
    text: textIn(content),
    ...(calls === undefined
      ? {}
      : {
          calls: list(calls).map(({ id, function: made }) => ({
            id: String(id),
            name: String((made as Json).name),
            arguments: argumentsIn((made as Json).arguments),
          })),
        }),
    ...(callId === undefined ? {} : { callId: textIn(callId) }),
    ...(reasoning === undefined ? {} : { marks: [textIn(reasoning)] }),
  };
}
