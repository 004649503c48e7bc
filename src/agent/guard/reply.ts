import { tokensIn } from "../../core/estimate.ts";
import type { Block, Guarded } from "../../core/guardrail.ts";
import { jsonCopy } from "../../core/json.ts";
import { charactersOf, type ToolCall } from "../../core/message.ts";
import { FINAL_ANSWER } from "../../core/name.ts";
import type { Reply } from "../../core/reply.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";
import { guard, isGuarded, isText } from "./guard.ts";

/** A reply that may be kept and shown; or what it was blocked as, and how many tokens it is estimated to be. */
export type GuardedReply =
  | { readonly ok: true; readonly reply: Reply; readonly outputTokens?: number }
  | { readonly ok: false; readonly block: Block; readonly outputTokens: number };

/** Whether a reply, and every piece of it that streams in, must wait for a verdict. */
export function isReplyGuarded(scope: Scope): boolean {
  return isGuarded(scope, "answer") || scope.agent.guardrails.some(({ goal, timing }) => goal && timing === "parallel");
}

/**
 * Shows every text of a reply that may become the agent's output to its guardrails, before anybody else sees or keeps
 * it: the text, also of a turn that asks for calls, since a cut run ends with it; and the arguments of `final_answer`.
 */
export async function guardReply(scope: Scope, reply: Reply, effect: RunningEffect): Promise<GuardedReply> {
  const goal = await scope.goalCheck;
  if (goal && !goal.ok) return blocked(reply, goal);
  if (!isGuarded(scope, "answer")) return { ok: true, reply };
  const text = reply.text === "" ? unchanged("") : await guardText(scope, effect, reply.text);
  if (!text.ok) return blocked(reply, text);
  const calls: ToolCall[] = [];
  for (const call of reply.calls) {
    const guarded = call.name === FINAL_ANSWER && scope.answering ? await guardAnswerCall(scope, effect, call) : unchanged(call);
    if (!guarded.ok) return blocked(reply, guarded);
    calls.push(guarded.value);
  }
  // Reasoning may say what a replacement takes away, and what no answer may say.
  const thought = reply.reasoning === null || text.value !== reply.text ? null : await guardText(scope, effect, reply.reasoning);
  const reasoning = thought?.ok ? thought.value : null;
  return { ok: true, reply: { ...reply, text: text.value, calls, reasoning }, outputTokens: tokensOf(reply) };
}

function unchanged<Value>(value: Value): Guarded<Value> {
  return { ok: true, value };
}

function blocked(reply: Reply, block: Block): GuardedReply {
  return { ok: false, block, outputTokens: tokensOf(reply) };
}

// Of what the model wrote, which is what it is paid for, not of what was put in its place.
function tokensOf({ text, calls }: Reply): number {
  return tokensIn(charactersOf({ role: "assistant", content: text, toolCalls: calls }));
}

async function guardText(scope: Scope, { signal }: RunningEffect, text: string): Promise<Guarded<string>> {
  const shownAs = (shown: string): string => shown;
  return guard({ scope, signal, what: "an answer", checkOf: ({ answer }) => answer, shownAs, isValue: isText }, text);
}

async function guardAnswerCall(scope: Scope, effect: RunningEffect, call: ToolCall): Promise<Guarded<ToolCall>> {
  const given = typeof call.arguments === "string" ? call.arguments : JSON.stringify(jsonCopy(call.arguments));
  const guarded = await guardText(scope, effect, given);
  if (!guarded.ok) return guarded;
  return unchanged(guarded.value === given ? call : { ...call, arguments: guarded.value });
}
