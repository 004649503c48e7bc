import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { AgentToolError, escapeForTerminal } from "../index.ts";

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

const lastTurns = new WeakMap<Readable, Promise<unknown>>();

/**
 * Asks the person at a terminal and resolves to the line they write. The question is shown on one line, with everything
 * in it that could steer a terminal written out. Questions to the same input wait for each other, so that no answer is
 * taken for two. Rejects with the signal's reason, and with `AgentToolError` when nobody is there, or the input ends.
 */
export function askAtTerminal(terminal: Terminal, question: TerminalQuestion): Promise<string> {
  const before = lastTurns.get(terminal.input) ?? Promise.resolve();
  const turn = before.then(() => askNow(terminal, question));
  lastTurns.set(terminal.input, turn.catch(() => undefined));
  return turn;
}

function askNow({ input, output }: Terminal, { question, agent, signal }: TerminalQuestion): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    if (!input.isTTY || !output.isTTY) throw new AgentToolError("nobody is there to answer: there is no terminal");
    if (input.readableEnded || input.destroyed) throw gone();
    // Not `terminal: true`: the terminal itself lets a line be edited, and Ctrl-C goes where it always goes.
    const lines = createInterface({ input, output, terminal: false });
    const onAbort = (): void => {
      reject(signal.reason as Error); // the caller's own reason, whatever it is
      lines.close();
    };
    signal.addEventListener("abort", onAbort, { once: true });
    lines.once("line", (line) => {
      resolve(line);
      lines.close();
    });
    lines.once("close", () => {
      signal.removeEventListener("abort", onAbort);
      reject(gone());
    });
    output.write(`${escapeForTerminal(agent)} asks: ${escapeForTerminal(question)}\n> `);
  });
}

function gone(): AgentToolError {
  return new AgentToolError("the person ended the input without an answer");
}
