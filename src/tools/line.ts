import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { inTurn } from "./turns.ts";

/** What is asked for with a line, where, and for how long. */
export interface Prompt {
  readonly output: Writable;
  /** Written as it is: what is not the program's own in it must be escaped. */
  readonly text: string;
  /** Fires when no answer is waited for any more. */
  readonly signal: AbortSignal;
}

/**
 * The line that a person types as an answer; null when the input ends or the signal fires. Prompts to the same input
 * wait for each other, so that no line answers two of them, and what was typed before a prompt stood there answers none.
 */
export function answerLine(input: Readable, prompt: Prompt): Promise<string | null> {
  return inTurn(input, async () => {
    if (!prompt.signal.aborted) await forgetTyped(input);
    return prompt.signal.aborted || hasEnded(input) ? null : readLine(input, prompt);
  });
}

const MS_OF_TYPING = 50;

async function forgetTyped(input: Readable): Promise<void> {
  if (hasEnded(input)) return;
  const forget = (): void => undefined;
  input.on("data", forget);
  await setTimeout(MS_OF_TYPING);
  input.off("data", forget);
  input.pause();
}

function hasEnded(input: Readable): boolean {
  return input.readableEnded || input.destroyed;
}

function readLine(input: Readable, { output, text, signal }: Prompt): Promise<string | null> {
  return new Promise((resolve) => {
    // Not `terminal: true`: the terminal itself lets a line be edited, and Ctrl-C goes where it always goes.
    const lines = createInterface({ input, output, terminal: false });
    const close = (): void => lines.close();
    signal.addEventListener("abort", close, { once: true });
    lines.once("line", (line) => {
      resolve(line);
      close();
    });
    lines.once("close", () => {
      signal.removeEventListener("abort", close);
      resolve(null);
    });
    output.write(text);
  });
}
