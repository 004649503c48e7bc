import { appendFileSync } from "node:fs";
import { z } from "zod";
import { delegate, fromAgent, tool, type AgentLogic, type ModelReply, type ModelRequest } from "../../../src/index.ts";

/** The goal of every run here. */
export const GOAL = "Find out and book three things.";

/** What the run of the team answers, whether it was killed or not. */
export const ANSWER = "found 0/1.0 | found 0/1.1 | found 0/1.2";

/**
 * A lead with three specialists of three turns each: each looks (which may be repeated), then books (which may not), then
 * concludes. Every call appends a line to the log when it starts and one when it ends, and takes some milliseconds.
 */
export function team(log: string): AgentLogic {
  const logged = loggedTo(log);
  const look = tool({
    name: "look",
    description: "Look something up.",
    parameters: z.object({ at: z.string() }),
    idempotent: true,
    execute: ({ at }, { path }) => logged(`tool ${path}#1.0`, 3, () => `found ${at}`),
  });
  const book = tool({
    name: "book",
    description: "Book something.",
    parameters: z.object({ at: z.string() }),
    execute: ({ at }, { path }) => logged(`tool ${path}#2.0`, 3, () => `booked ${at}`),
  });
  const model = (reply: (request: ModelRequest) => ModelReply) => ({
    name: "logged",
    supportsTools: true,
    respond: (request: ModelRequest) => logged(`model ${request.path}#${request.turn}`, 2 + Number(request.path.at(-1)), () => ({ ...reply(request), usage: USAGE })),
  });
  const specialist = fromAgent({ name: "agent", description: "Finds out and books.", tools: [look, book], model: model(specialistReply), budget: { maxSteps: 8 }, maxOutputTokens: 100 });
  return fromAgent({ name: "lead", model: model(leadReply), team: [delegate(specialist, { share: 0.3 })], budget: { maxTokens: 100_000 }, maxOutputTokens: 100 });
}

const USAGE = { inputTokens: 40, outputTokens: 5 };

function specialistReply({ turn, path, messages }: ModelRequest): ModelReply {
  if (turn < 3) return { text: "", calls: [{ name: turn === 1 ? "look" : "book", arguments: { at: path } }] };
  return { text: messages.find(({ role }) => role === "tool")?.content ?? "nothing" };
}

function leadReply({ turn, messages }: ModelRequest): ModelReply {
  if (turn === 1) return { text: "", calls: [1, 2, 3].map((thing) => ({ name: "ask_agent", arguments: { goal: `Thing ${thing}.` } })) };
  return { text: messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])).join(" | ") };
}

function loggedTo(log: string) {
  return async <Value>(call: string, milliseconds: number, work: () => Value): Promise<Value> => {
    appendFileSync(log, `start ${call}\n`);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    appendFileSync(log, `end ${call}\n`);
    return work();
  };
}
