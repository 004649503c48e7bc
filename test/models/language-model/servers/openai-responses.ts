import { createOpenAI } from "@ai-sdk/openai";
import { argumentsIn, argumentText, list, pieces, type Asked, type Heard, type Json, type PlayedCall, type PlayedUsage, type Whole, type WireFormat } from "./format.ts";

const ID = "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b";
const CREATED = 1741476542;
const MODEL = "gpt-5-mini-2025-08-07";

/** OpenAI's responses, spoken by `@ai-sdk/openai`; nothing is stored, so that reasoning travels with the conversation. */
export const openaiResponses: WireFormat = {
  name: "openai responses",
  model: (url, fetch) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "sk-test-0123456789abcdef", ...(fetch ? { fetch } : {}) }).responses("gpt-5-mini"),
  read,
  answer: (answer) => response(answer, items(answer)),
  events,
  refusal: (status, text) => ({ error: { message: text, type: status < 429 ? "invalid_request_error" : "server_error", param: null, code: status === 429 ? "rate_limit_exceeded" : "error" } }),
  failure: event({ type: "error", sequence_number: 9, error: { type: "server_error", code: "503", message: "The server is overloaded.", param: null } }),
};

function items(answer: Whole): readonly Json[] {
  const { reasoning, text, calls } = answer;
  return [
    ...(reasoning === "" ? [] : [{ id: "rs_1", type: "reasoning", encrypted_content: `sealed ${reasoning}`, summary: [{ type: "summary_text", text: reasoning }] }]),
    ...(text === "" ? [] : [{ id: "msg_1", type: "message", status: "completed", role: "assistant", content: [{ type: "output_text", text, annotations: [], logprobs: [] }] }]),
    ...calls.map((call) => ({ id: `fc_${call.id}`, type: "function_call", status: "completed", arguments: argumentText(call), call_id: call.id, name: call.name })),
  ];
}

function response({ ends, usage }: Whole, output: readonly Json[]): Json {
  const reason = { "by itself": null, "at the limit": "max_output_tokens", "at the filter": "content_filter" }[ends];
  return {
    id: ID,
    object: "response",
    created_at: CREATED,
    status: reason === null ? "completed" : "incomplete",
    error: null,
    incomplete_details: reason === null ? null : { reason },
    instructions: null,
    model: MODEL,
    output,
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: "medium", summary: null },
    store: false,
    text: { format: { type: "text" } },
    tool_choice: "auto",
    tools: [],
    truncation: "disabled",
    usage: tokens(usage),
    metadata: {},
  };
}

function tokens({ input, cached, output, reasoning }: PlayedUsage): Json {
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + output,
  };
}

function events(answer: Whole): readonly string[] {
  const output = items(answer);
  const begun = { ...response(answer, []), status: "in_progress", incomplete_details: null, usage: null };
  const type = answer.ends === "by itself" ? "response.completed" : "response.incomplete";
  return [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    ...output.flatMap((item, index) => itemEvents(item, index, answer)),
    { type, response: response(answer, output) },
  ].map((data, sequence) => event({ ...data, sequence_number: sequence }));
}

function itemEvents(item: Json, index: number, { reasoning, text, calls }: Whole): readonly Json[] {
  const place = { item_id: item.id, output_index: index };
  const done = { type: "response.output_item.done", output_index: index, item };
  const added = { type: "response.output_item.added", output_index: index };
  if (item.type === "reasoning") {
    return [
      { ...added, item: { ...item, summary: [] } },
      { type: "response.reasoning_summary_part.added", ...place, summary_index: 0, part: { type: "summary_text", text: "" } },
      ...pieces(reasoning).map((delta) => ({ type: "response.reasoning_summary_text.delta", ...place, summary_index: 0, delta })),
      { type: "response.reasoning_summary_part.done", ...place, summary_index: 0, part: { type: "summary_text", text: reasoning } },
      done,
    ];
  }
  if (item.type === "message") {
    return [
      { ...added, item: { ...item, status: "in_progress", content: [] } },
      { type: "response.content_part.added", ...place, content_index: 0, part: { type: "output_text", text: "", annotations: [] } },
      ...pieces(text).map((delta) => ({ type: "response.output_text.delta", ...place, content_index: 0, delta })),
      { type: "response.output_text.done", ...place, content_index: 0, text },
      done,
    ];
  }
  const call = calls.find(({ id }) => id === item.call_id) as PlayedCall; // made of it
  return [
    { ...added, item: { ...item, status: "in_progress", arguments: "" } },
    ...pieces(argumentText(call)).map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    { type: "response.function_call_arguments.done", ...place, arguments: argumentText(call) },
    done,
  ];
}

function event(data: Json): string {
  return `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;
}

function read(_path: string, body: Json): Asked {
  return {
    messages: list(body.input).reduce<readonly Heard[]>(withItem, []),
    tools: list(body.tools).map(({ name, parameters }) => ({ name: String(name), schema: parameters })),
    maxOutputTokens: body.max_output_tokens,
    streams: body.stream === true,
  };
}

// Items of one turn of the assistant stand one after the other; here they are one message again.
function withItem(before: readonly Heard[], item: Json): readonly Heard[] {
  const { type, role, content, call_id: callId } = item;
  if (type === "function_call_output") return [...before, { role: "tool", text: String(item.output), callId: String(callId) }];
  const said = typeof content === "string" ? content : list(content).map(({ text }) => String(text)).join("");
  if (role === "developer" || role === "system") return [...before, { role: "system", text: said }];
  if (role === "user") return [...before, { role, text: said }];
  const last = before.at(-1);
  const turn: Heard = last?.role === "assistant" ? last : { role: "assistant", text: "" };
  const earlier = last?.role === "assistant" ? before.slice(0, -1) : before;
  if (type === "reasoning") return [...earlier, { ...turn, marks: [...(turn.marks ?? []), String(item.encrypted_content)] }];
  if (type !== "function_call") return [...earlier, { ...turn, text: turn.text + said }];
  const call = { id: String(callId), name: String(item.name), arguments: argumentsIn(item.arguments) };
  return [...earlier, { ...turn, calls: [...(turn.calls ?? []), call] }];
}
