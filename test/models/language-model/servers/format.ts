import type { LanguageModel } from "../../../../src/models/language-model/specification.ts";

/** One call in an answer or a conversation. */
export interface PlayedCall {
  readonly id: string;
  readonly name: string;
  /** An object, or text that is not even JSON. */
  readonly arguments: Readonly<Record<string, unknown>> | string;
}

/** What a server answers, in no format yet. */
export interface Played {
  readonly reasoning?: string;
  readonly text?: string;
  readonly calls?: readonly PlayedCall[];
  readonly ends?: "by itself" | "at the limit" | "at the filter";
  /** Tokens as the formats count them together: cached ones are part of the input, reasoning of the output. */
  readonly usage?: PlayedUsage;
}

/** Tokens of an answer. */
export interface PlayedUsage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
  readonly reasoning: number;
}

/** An answer with everything filled in. */
export type Whole = Required<Played>;

/** Fills in what a test leaves out. */
export function whole({ reasoning = "", text = "", calls = [], ends = "by itself", usage = { input: 20, cached: 0, output: 5, reasoning: 0 } }: Played): Whole {
  return { reasoning, text, calls, ends, usage };
}

/** A message as a server reads it from a request; one result of a call each. */
export interface Heard {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly text: string;
  readonly calls?: readonly PlayedCall[];
  readonly callId?: string;
  /** What came back of the provider's own marks: signatures of thoughts and the like. */
  readonly marks?: readonly string[];
}

/** What a request says, in no format any more. */
export interface Asked {
  readonly messages: readonly Heard[];
  readonly tools: readonly { readonly name: string; readonly schema: unknown }[];
  readonly maxOutputTokens: unknown;
  readonly streams: boolean;
}

/** How one provider's servers speak, and the package that speaks with them. */
export interface WireFormat {
  readonly name: string;
  /** A model of the real package, whose server is at `url`. */
  readonly model: (url: string, fetch?: typeof globalThis.fetch) => LanguageModel;
  readonly read: (path: string, body: Json) => Asked;
  /** The body of an answer in one piece. */
  readonly answer: (answer: Whole) => Json;
  /** The same as a stream of events, each as it goes over the wire. */
  readonly events: (answer: Whole) => readonly string[];
  /** The body of a refusal. */
  readonly refusal: (status: number, message: string) => Json;
  /** The event for a failure in the middle of a stream: a server that is overloaded. */
  readonly failure: string;
}

/** A JSON object, as it is read and written here. */
export type Json = Readonly<Record<string, unknown>>;

const MOST_PIECES = 100;

/** Text in pieces, as streams carry it. */
export function pieces(text: string): readonly string[] {
  const length = Math.max(7, Math.ceil(text.length / MOST_PIECES));
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) => text.slice(index * length, (index + 1) * length));
}

/** The arguments of a call as JSON text, or the text that stands for them. */
export function argumentText({ arguments: args }: PlayedCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}

/** JSON text as an object, or the text itself where it is none. */
export function argumentsIn(text: unknown): PlayedCall["arguments"] {
  try {
    return JSON.parse(String(text)) as Readonly<Record<string, unknown>>;
  } catch {
    return String(text);
  }
}

/** A text in JSON that somebody else wrote; empty where there is none. */
export function textIn(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A list in JSON that somebody else wrote. */
export function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
