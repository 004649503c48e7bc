import { answerPrompt, type AnswerSpec } from "../../core/answer.ts";
import type { Agent } from "./definition.ts";

/** The instructions of an agent in a run: with a sentence on how to answer where data is asked for. */
export function instructionsFor(agent: Agent, returns: AnswerSpec | null): string {
  return returns ? agent.instructions + answerPrompt() : agent.instructions;
}
