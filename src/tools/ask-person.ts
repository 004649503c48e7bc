import { z } from "zod";
import { tool, type Tool } from "../index.ts";
import { beginningOf } from "./cut.ts";
import { askAtTerminal } from "./terminal.ts";
import { valid } from "./valid.ts";

/** What is known about a question besides its words. */
export interface AskedBy {
  /** Fires when an answer is no longer waited for; settle then. */
  readonly signal: AbortSignal;
  /** The name of the agent that asks. */
  readonly agent: string;
  /** Its path in the run. */
  readonly path: string;
}

/** How a person is asked. */
export interface AskPersonOptions {
  /**
   * Asks a person and resolves to what they answer. The question is a model's text: show it as such. Default: at the
   * terminal (standard error and standard input) when there is one; else the call fails, saying that nobody is there.
   */
  readonly ask?: (question: string, asked: AskedBy) => string | Promise<string>;
}

const MAX_ANSWER_CHARS = 20_000;

const optionsSchema = z.strictObject(
  { ask: z.custom((value) => typeof value === "function", "a function").optional() },
  "an object: { ask }",
);

const parameters = z.object({
  question: z.string().min(1).max(2000).describe("One question, to be understood without this conversation."),
});

/** The tool `ask_person`: asks the person that the run is for, one question at a time, and waits for the answer. */
export function askPerson(options: AskPersonOptions = {}): Tool {
  valid("askPerson", optionsSchema, options);
  const { ask = askHere } = options;
  return tool({
    name: "ask_person",
    description: "Ask the person you work for a question, when only they can know the answer. They may take their time.",
    parameters,
    exclusive: true,
    execute: async ({ question }, { signal, agent, path }) => {
      const answer: unknown = await ask(question, { signal, agent, path });
      if (typeof answer !== "string") throw new TypeError("askPerson: ask did not return a text");
      return answer.trim() === "" ? "(the person gave no answer)" : beginningOf(answer, MAX_ANSWER_CHARS);
    },
  });
}

function askHere(question: string, { signal, agent }: AskedBy): Promise<string> {
  return askAtTerminal({ input: process.stdin, output: process.stderr }, { question, agent, signal });
}
