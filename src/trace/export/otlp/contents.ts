import type { ModelStep, Step } from "../../../core/run.ts";
import { jsonOf } from "../../analyse/places/json-of.ts";
import { NAMES } from "./names.ts";
import type { TraceSpan } from "./trace-span.ts";

type Attributes = TraceSpan["attributes"];

/** What an agent was told and asked, and what it answered. */
export function agentContents(agent: { readonly instructions: string; readonly goal: string; readonly output: string }): Attributes {
  return [
    [NAMES.instructions, jsonOf([textPart(agent.instructions)])],
    [NAMES.inputMessages, jsonOf([{ role: "user", parts: [textPart(agent.goal)] }])],
    [NAMES.outputMessages, jsonOf([{ role: "assistant", parts: [textPart(agent.output)], finish_reason: "stop" }])],
  ];
}

/** What a model said and asked for. What it was given is not repeated in every turn: it can be put together from the spans before. */
export function turnContents({ output, reasoning, calls, finishReason }: ModelStep): Attributes {
  const parts = [
    ...(reasoning === null ? [] : [{ type: "reasoning", content: reasoning }]),
    ...(output === "" ? [] : [textPart(output)]),
    ...calls.map(({ id, name, arguments: args }) => ({ type: "tool_call", id, name, arguments: args })),
  ];
  const finish_reason = finishReason ?? (calls.length > 0 ? "tool_call" : "stop");
  return [[NAMES.outputMessages, jsonOf([{ role: "assistant", parts, finish_reason }])]];
}

/** What a call was given, and what the model read of it. */
export function callContents({ arguments: args, observation }: Step): Attributes {
  return [[NAMES.toolArguments, jsonOf(args)], [NAMES.toolResult, observation]];
}

function textPart(content: string): { readonly type: "text"; readonly content: string } {
  return { type: "text", content };
}
