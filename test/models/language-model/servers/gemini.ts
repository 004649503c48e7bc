import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { list, pieces, textIn, type Asked, type Heard, type Json, type PlayedCall, type PlayedUsage, type Whole, type WireFormat } from "./format.ts";

/** Google's Gemini, spoken by `@ai-sdk/google`. */
export const gemini: WireFormat = {
  name: "gemini",
  model: (url, fetch) => createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: `AIza${"0".repeat(35)}`, ...(fetch ? { fetch } : {}) })("gemini-3-pro-preview"),
  read,
  answer: (answer) => response(parts(answer), finishReason(answer), answer.usage),
  events: (answer) => [
    ...parts(answer).flatMap(piecemeal).map((part) => event(response([part], null, answer.usage))),
    event(response([{ text: "" }], finishReason(answer), answer.usage)),
  ],
  refusal: (status, text) => ({
    error: {
      code: status,
      message: text,
      status: NAMES[status] ?? "INTERNAL",
      ...(status === 429 ? { details: [{ "@type": "type.googleapis.com/google.rpc.QuotaFailure", violations: [] }] } : {}),
    },
  }),
  failure: event({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
};

const NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 403: "PERMISSION_DENIED", 404: "NOT_FOUND", 408: "DEADLINE_EXCEEDED", 429: "RESOURCE_EXHAUSTED", 503: "UNAVAILABLE",
};

function response(content: readonly Json[], finish: string | null, { input, cached, output, reasoning }: PlayedUsage): Json {
  return {
    candidates: [{ content: { parts: content, role: "model" }, ...(finish === null ? {} : { finishReason: finish }), index: 0 }],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output - reasoning,
      totalTokenCount: input + output,
      promptTokensDetails: [{ modality: "TEXT", tokenCount: input }],
      ...(cached === 0 ? {} : { cachedContentTokenCount: cached }),
      ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
    },
    modelVersion: "gemini-3-pro-preview",
    responseId: "QHiLaa6LBrb8vdIPoNztsAg",
  };
}

// Only the first call of a turn is signed.
function parts({ reasoning, text, calls }: Whole): readonly Json[] {
  return [
    ...(reasoning === "" ? [] : [{ text: reasoning, thought: true }]),
    ...(text === "" ? [] : [{ text }]),
    ...calls.map((call, index) => ({
      functionCall: { id: call.id, name: call.name, args: call.arguments },
      ...(index === 0 && reasoning !== "" ? { thoughtSignature: `signed ${reasoning}` } : {}),
    })),
  ];
}

function piecemeal(part: Json): readonly Json[] {
  return typeof part.text === "string" ? pieces(part.text).map((text) => ({ ...part, text })) : [part];
}

function finishReason({ ends }: Whole): string {
  return { "by itself": "STOP", "at the limit": "MAX_TOKENS", "at the filter": "SAFETY" }[ends];
}

function event(data: Json): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}

function read(path: string, body: Json): Asked {
  const { parts: instructions } = (body.systemInstruction ?? {}) as Json;
  const { functionDeclarations } = (list(body.tools)[0] ?? {});
  return {
    messages: [
      ...list(instructions).map(({ text }): Heard => ({ role: "system", text: String(text) })),
      ...list(body.contents).flatMap(({ role, parts: said }) => (role === "model" ? [spoken(list(said))] : list(said).map(told))),
    ],
    tools: list(functionDeclarations).map(({ name, parameters }) => ({ name: String(name), schema: parameters })),
    maxOutputTokens: (body.generationConfig as Json | undefined)?.maxOutputTokens,
    streams: path.includes(":streamGenerateContent"),
  };
}

// What the package sends in place of a signature it does not have.
const UNSIGNED = "skip_thought_signature_validator";

function spoken(said: readonly Json[]): Heard {
  const calls = said.flatMap(({ functionCall: call }) => (call ? [callOf(call as Json)] : []));
  const marks = said.flatMap(({ thoughtSignature: mark }) => (typeof mark === "string" && mark !== UNSIGNED ? [mark] : []));
  return {
    role: "assistant",
    text: said.map(({ text, thought }) => (thought === true ? "" : textIn(text))).join(""),
    ...(calls.length === 0 ? {} : { calls }),
    ...(marks.length === 0 ? {} : { marks }),
  };
}

function callOf({ id, name, args }: Json): PlayedCall {
  return { id: String(id), name: String(name), arguments: args as PlayedCall["arguments"] };
}

function told({ text, functionResponse: result }: Json): Heard {
  if (!result) return { role: "user", text: String(text) };
  const { id, response: answered } = result as Json;
  return { role: "tool", callId: String(id), text: String((answered as Json).content) };
}
