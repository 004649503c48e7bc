import { isObject } from "../../core/json.ts";
import type { Message, ToolCall } from "../../core/message.ts";
import type { Recollection } from "./recollection.ts";
import type { AssistantPart, PromptMessage, TextPart } from "./specification.ts";

/**
 * A conversation as a prompt. Blank texts are left out where some format refuses them, and so is an assistant's message
 * that then holds nothing. Instructions further down become a user's message, because two of the formats take them at
 * the beginning only. The results of one turn stand in one message, each under the id of its call.
 */
export function promptFrom(messages: readonly Message[], recollection: Recollection): PromptMessage[] {
  const prompt: PromptMessage[] = [];
  let calls: readonly ToolCall[] = [];
  for (const message of messages) {
    const { role, content } = message;
    switch (role) {
      case "system":
        addInstructions(prompt, content);
        break;
      case "user":
        prompt.push({ role, content: [textPart(content)] });
        break;
      case "assistant":
        calls = message.toolCalls ?? [];
        addAssistant(prompt, message, recollection.recall(messages, message));
        break;
      case "tool":
        addResult(prompt, message, calls);
        break;
    }
  }
  return prompt;
}

function addInstructions(prompt: PromptMessage[], content: string): void {
  if (isBlank(content)) return;
  const isAtTop = prompt.every(({ role }) => role === "system");
  prompt.push(isAtTop ? { role: "system", content } : { role: "user", content: [textPart(content)] });
}

function addAssistant(prompt: PromptMessage[], message: Message, known: readonly AssistantPart[] | undefined): void {
  const { content, toolCalls = [] } = message;
  const parts = known ? known.map((part) => againPart(part, toolCalls)) : [textPart(content), ...toolCalls.map(callPart)];
  const telling = parts.filter((part) => part.type !== "text" || !isBlank(part.text));
  if (telling.length > 0) prompt.push({ role: "assistant", content: telling });
}

// A part as the provider gave it, but with the arguments of the history, which is what everyone else has seen.
function againPart(part: AssistantPart, calls: readonly ToolCall[]): AssistantPart {
  const call = part.type === "tool-call" ? calls.find(({ id }) => id === part.toolCallId) : undefined;
  return call ? { ...part, ...callPart(call) } : { ...part };
}

function callPart(call: ToolCall): AssistantPart {
  return { type: "tool-call", toolCallId: call.id, toolName: nameOf(call), input: inputOf(call) };
}

// Formats refuse a history with a name that no tool can have, and a model may well have made one up.
function nameOf(call: ToolCall | undefined): string {
  return call?.name.replace(/[^\w-]/gu, "_").slice(0, LONGEST_NAME) || "unknown";
}

const LONGEST_NAME = 64;

// Formats and chat templates take an object only. What is none is shown to the model as it wrote it, in an object.
function inputOf({ arguments: args }: ToolCall): object {
  return isObject(args) ? args : { unreadable_arguments: args };
}

function addResult(prompt: PromptMessage[], { callId = "", content }: Message, calls: readonly ToolCall[]): void {
  const toolName = nameOf(calls.find(({ id }) => id === callId));
  const last = prompt.at(-1);
  const results = last?.role === "tool" ? last.content : [];
  results.push({ type: "tool-result", toolCallId: callId, toolName, output: { type: "text", value: content } });
  if (last?.role !== "tool") prompt.push({ role: "tool", content: results });
}

function textPart(text: string): TextPart {
  return { type: "text", text };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
