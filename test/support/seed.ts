import { isObject } from "../../src/core/json.ts";
import type { Message } from "../../src/core/message.ts";

/** A message as the page this library grew from prints it: no ids, each call wrapped as a function. */
export interface SeedMessage {
  readonly role: Message["role"];
  readonly content: string;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: unknown } }[];
}

/** A message in the page's shape. */
export function seedMessage({ role, content, toolCalls }: Message): SeedMessage {
  if (!toolCalls) return { role, content };
  return { role, content, tool_calls: toolCalls.map((call) => ({ function: { name: call.name, arguments: call.arguments } })) };
}

/** The size of a conversation as the page counts it: the characters of each message's JSON, as Python writes it. */
export function seedSize(messages: readonly Message[]): number {
  return messages.reduce((size, message) => size + pythonJson(seedMessage(message)).length, 0);
}

/** JSON with Python's separators, `, ` and `: `. Keys whose value is undefined are left out. */
export function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${pythonJson(inner)}`).join(", ")}}`;
}
