import type { Readable, Writable } from "node:stream";
import { AgentToolError, escapeForTerminal } from "../index.ts";
import { answerLine } from "./line.ts";

/** Where a person reads and writes. Either may be no terminal, and then nobody is there. */
export interface Terminal {
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly output: Writable & { readonly isTTY?: boolean };
}

/** A question and who asks it. */
export interface TerminalQuestion {
  readonly question: string;
  readonly agent: string;
  readonly signal: AbortSignal;
}

/**
 * Asks the person at a terminal and resolves to the line they write. The question is shown on one line, with everything
 * in it that could steer a terminal written out. Rejects with the signal's reason, and with `AgentToolError` when nobody
 * is there, or the input ends.
 */
export async function askAtTerminal({ input, output }: Terminal, { question, agent, signal }: TerminalQuestion): Promise<string> {
  signal.throwIfAborted();
  if (!input.isTTY || !output.isTTY) throw new AgentToolError("nobody is there to answer: there is no terminal");
  const text = `${escapeForTerminal(agent)} asks: ${escapeForTerminal(question)}\n> `;
  const answer = await answerLine(input, { output, text, signal });
  signal.throwIfAborted();
  if (answer === null) throw new AgentToolError("the person ended the input without an answer");
  return answer;
}
