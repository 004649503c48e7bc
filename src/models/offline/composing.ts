import { cutInTheMiddle } from "../../core/cut.ts";
import { conclusionText } from "../../core/observation.ts";
import type { Conversation, Exchange } from "./conversation.ts";
import { isAskTool, specialistName } from "./delegating.ts";
import { answerFrom, type Limits, type Move, type Section } from "./move.ts";
import { questionsIn } from "./language/questions.ts";

const BREAKS = 3; // the line breaks around a section

/** One answer from what the specialists concluded: a section for each question, and honestly what is missing. */
export function compose({ goal, exchanges }: Conversation, { maxChars }: Pick<Limits, "maxChars">): Move {
  const delegations = exchanges.filter(({ name }) => isAskTool(name));
  const share = Math.floor(maxChars / delegations.length);
  const sections = delegations.map((exchange) => {
    const question = questionOf(exchange);
    return { question, body: cutInTheMiddle(bodyOf(exchange), Math.max(0, share - question.length - BREAKS)) };
  });
  return answerFrom(sections, leftOut(goal, sections));
}

/** The questions that were not asked for want of calls; none when somebody else did the asking, by a plan of their own. */
function leftOut(goal: string, sections: readonly Section[]): readonly string[] {
  const questions = questionsIn(goal);
  const isOwnPlan = sections.every(({ question }, index) => question === questions[index]);
  return isOwnPlan ? questions.slice(sections.length) : [];
}

function questionOf({ name, arguments: sent }: Exchange): string {
  const texts = Object.values(sent).filter((value) => typeof value === "string");
  return texts[0] ?? `What does the ${specialistName(name)} say?`;
}

const NO_ANSWER = conclusionText("completed", "");
const STOPPED = /^\[stopped: ([a-z_]+)\] /u;
const NOT_RUN = /^AgentToolError: not run: ([a-z_]+)$/u;
const REFUSED = /^AgentToolError: delegation refused: (.*?)(?:\. Answer with what you have\.)?$/su;
const FAILED = /^(?:AgentToolError: |unknown tool ')/u;

/** A conclusion in the answer's own words where it failed, and as it is where it did not. */
function bodyOf({ name, observation }: Exchange): string {
  const specialist = specialistName(name);
  if (observation === null) return `The ${specialist} has not answered this.`;
  const stopped = STOPPED.exec(observation);
  if (stopped) return stoppedBody(specialist, stopped[1] ?? "", observation.slice(stopped[0].length).trim());
  const notRun = NOT_RUN.exec(observation)?.[1];
  if (notRun !== undefined) return `This was not asked any more: ${notRun}.`;
  const refused = REFUSED.exec(observation)?.[1];
  if (refused !== undefined) return `The ${specialist} could not be asked: ${refused}.`;
  if (FAILED.test(observation)) return `The ${specialist} could not answer: ${observation}`;
  return spoken(specialist, observation.trim());
}

function stoppedBody(specialist: string, reason: string, text: string): string {
  const head = `The ${specialist} was stopped before it was done (${reason})`;
  return text.startsWith(NO_ANSWER) ? `${head} and gave no answer.${text.slice(NO_ANSWER.length)}` : `${head}. It had so far:\n${text}`;
}

function spoken(specialist: string, text: string): string {
  if (text === "") return `The ${specialist} gave no answer.`;
  return text.startsWith(NO_ANSWER) ? `The ${specialist} gave no answer.${text.slice(NO_ANSWER.length)}` : text;
}
