import type { MutableJson } from "../../core/json.ts";

/**
 * A language model of the Vercel AI SDK's provider specification, version 2, 3 or 4, as far as it is used here. Typed by
 * shape, so that the models of every provider package fit without this library depending on one.
 */
export interface LanguageModel {
  readonly specificationVersion: "v2" | "v3" | "v4";
  /** Such as `openai.responses`. */
  readonly provider: string;
  readonly modelId: string;
  doGenerate(call: LanguageModelCall): PromiseLike<LanguageModelAnswer>;
  doStream(call: LanguageModelCall): PromiseLike<{ readonly stream: LanguageModelStream }>;
}

/** What is common to a call of all three versions. Prompt and tools are new for each call. */
export interface LanguageModelCall {
  prompt: PromptMessage[];
  maxOutputTokens: number;
  temperature?: number;
  topP?: number;
  seed?: number;
  tools?: { type: "function"; name: string; description: string; inputSchema: object }[];
  toolChoice?: { type: "auto" };
  abortSignal: AbortSignal;
  headers?: Record<string, string>;
  providerOptions?: ProviderValues;
}

/** Values that only one provider knows, by the provider's name. Called metadata when they come and options when they go. */
export type ProviderValues = Record<string, { [key: string]: MutableJson }>;

/** One message of a prompt. */
export type PromptMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: TextPart[] }
  | { role: "assistant"; content: AssistantPart[] }
  | { role: "tool"; content: ToolResultPart[] };

/** A part of what the model said: text, reasoning or a call, in the order it came. */
export type AssistantPart = TextPart | ReasoningPart | ToolCallPart;

/** Text of a message. */
export interface TextPart {
  type: "text";
  text: string;
  providerOptions?: ProviderValues;
}

/** What the model thought before it spoke. */
export interface ReasoningPart {
  type: "reasoning";
  text: string;
  providerOptions?: ProviderValues;
}

/** A call the model asked for. */
export interface ToolCallPart {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerOptions?: ProviderValues;
}

/** What a call came to. */
export interface ToolResultPart {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  output: { type: "text"; value: string };
}

/** A whole answer. Its fields come from outside and are read with care: `finish.ts` and `usage.ts` know their forms. */
export interface LanguageModelAnswer {
  readonly content: readonly AnswerPart[];
  readonly finishReason: unknown;
  readonly usage: unknown;
}

/** A part of an answer or of a stream. What it holds depends on its type; types that nobody here knows are passed over. */
export interface AnswerPart {
  readonly type: string;
}

/** The stream of an answer: as much of a web stream as is used. */
export interface LanguageModelStream {
  getReader(): PartReader;
}

/** Reads the parts of a stream, one at a time. */
export interface PartReader {
  read(): Promise<{ readonly done: boolean; readonly value?: AnswerPart | undefined }>;
  cancel(reason?: unknown): Promise<unknown>;
}
