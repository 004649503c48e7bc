import { charactersOffered, tokensIn } from "../core/estimate.ts";
import { isObject, jsonCopy } from "../core/json.ts";
import { charactersOf } from "../core/message.ts";
import type { ModelRequest } from "../core/model.ts";
import { readUsage } from "../core/reply.ts";

/** The tokens a prompt is estimated to have. */
export function promptTokensOf({ messages, tools }: ModelRequest): number {
  const characters = messages.reduce((sum, message) => sum + charactersOf(message), charactersOffered(tools));
  return tokensIn(characters);
}

/** The tokens that a usage, as a model reports it, adds up to; null for none, or one that makes no sense. */
export function reportedTokens(usage: unknown): number | null {
  const read = readUsage(usage);
  return read && read.inputTokens + read.outputTokens;
}

/** The tokens that a reply took: those it reports, else an estimate. The reply may be anything. */
export function tokensOfReply(reply: unknown, promptTokens: number): number {
  const { usage, text, calls } = isObject(reply) ? reply : {};
  const characters = (typeof text === "string" ? text.length : 0) + (calls === undefined ? 0 : JSON.stringify(jsonCopy(calls)).length);
  return reportedTokens(usage) ?? promptTokens + tokensIn(characters);
}
