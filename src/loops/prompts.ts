import type { Run } from "../core/run.ts";
import { APPROVAL_TOKEN } from "./approval.ts";
import type { Came, Ran } from "./course.ts";
import { quoted } from "./quoted.ts";

/** The texts a loop gives its agents. What came from a model stands in them as a quotation, never as part of the text. */

const LINES = "quoted between two lines of equals signs";

/** What the worker is asked after a round that was not accepted: the goal, what became of the last attempt, and the request for another. */
export function anotherAttempt(goal: string, came: Came): string {
  switch (came.type) {
    case "failed":
      return goal;
    case "no_data":
      const failed = "An earlier attempt gave no data of the shape that is asked for.";
  return `${goal}\n\n${failed} What was wrong is ${LINES}:\n${quoted(came.problem)}`;
    case "ran":
      return [goal, rejected(came.run), ...produced(came.artifacts), "Give a different answer to the goal."].join("\n\n");
  }
}

function rejected({ output, stopReason, succeeded }: Run): string {
  const how = succeeded ? "was not accepted" : `was cut short (${stopReason}) and not accepted`;
  return output === "" ? `An earlier attempt gave no text and ${how}.` : `An earlier attempt ${how}. It is ${LINES}:\n${quoted(output)}`;
}

/** What the worker is asked after a critique: the goal, the draft, the critique, and the request for the next draft. */
export function nextDraft(goal: string, { run, artifacts }: Ran, critique: string): string {
  return [
    goal,
    `Your last draft is ${LINES}:\n${quoted(run.output)}`,
    ...produced(artifacts),
    `The critique of it, ${LINES}:\n${quoted(critique)}`,
    "Write the next draft: the whole of it, with the critique answered.",
  ].join("\n\n");
}

/** What the worker is asked after a draft that no critic was shown, because it was not finished or there was none. */
export function anotherDraft(goal: string, { run, artifacts }: Ran): string {
  const { output, stopReason, succeeded } = run;
  if (succeeded) return `${goal}\n\nYour last draft was empty. Write the draft.`;
  const start = output === "" ? "." : `. What there was of it is ${LINES}:\n${quoted(output)}`;
  const end = "Write the whole draft, and finish it this time.";
  return [goal, `Your last draft was cut short (${stopReason})${start}`, ...produced(artifacts), end].join("\n\n");
}

/** What a critic is told to do, unless the caller says something else. */
export const DEFAULT_CRITIC_PROMPT =
  "Review a draft against the goal it was written for. Judge what is there, not what may be meant.";

/** What the critic is asked: what to do, how to approve, the goal and the draft. */
export function review(criticPrompt: string, goal: string, { run, artifacts }: Ran): string {
  return [
    criticPrompt,
    `If nothing has to change, reply with ${APPROVAL_TOKEN} and nothing else. Otherwise reply with what has to change, and why.`,
    `The goal is ${LINES}:\n${quoted(goal)}`,
    `The draft is ${LINES}:\n${quoted(run.output)}`,
    ...produced(artifacts),
  ].join("\n\n");
}

// Names come from tools and models, too.
function produced(artifacts: readonly string[]): readonly string[] {
  if (artifacts.length === 0) return [];
  const names = artifacts.map((name) => JSON.stringify(name)).join("\n");
  return [`What was produced with it can be read under these names, one JSON text a line, ${LINES}:\n${quoted(names)}`];
}
