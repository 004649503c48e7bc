import { z } from "zod";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { isApproval } from "./approval.ts";
import type { Ask, Came, Notes, Ran, Turn } from "./course.ts";
import { LoopError } from "./errors.ts";
import { runLoop } from "./loop.ts";
import { checkAgent, checkedLoop, type LoopOptions } from "./options.ts";
import { anotherDraft, DEFAULT_CRITIC_PROMPT, nextDraft, review } from "./prompts.ts";
import type { LoopResult } from "./result.ts";
import { checkPool, rounds, type Judgement } from "./rounds.ts";

/** How `refine` is called: the options of a loop, and what the critic is told to do. */
export interface RefineOptions extends LoopOptions {
  /** What the critic is told to do; how to approve, the goal and the draft follow it in any case. */
  readonly criticPrompt?: string;
}

const SUBJECT = "refine";
const TEXT = "a text that is not blank";

/**
 * Has a worker write a draft and a critic review it, until the critic approves, and resolves to every round and how it
 * ended. Only a reply that is the approval token and nothing else approves. The next draft is asked for with the goal,
 * the draft and the critique. A draft that was cut short, is empty, or failed is shown to no critic and cannot be
 * approved. A critic that fails, is cut or blocked, or says nothing has given no critique: the loop ends `failed`, and
 * the draft stands.
 *
 * Rejects with `DefinitionError` for a wrong agent, goal or option, before anything has started.
 */
export async function refine(worker: AgentLogic, critic: AgentLogic, goal: string, options: RefineOptions = {}): Promise<LoopResult> {
  checkAgent(SUBJECT, "worker", worker);
  checkAgent(SUBJECT, "critic", critic);
  const own = { criticPrompt: z.string(TEXT).refine((text) => text.trim() !== "", TEXT).optional() };
  const checked = checkedLoop({ subject: SUBJECT, members: [worker, critic], secondsBesides: 0, own }, options);
  const { criticPrompt = DEFAULT_CRITIC_PROMPT }: RefineOptions = checked.given;
  const { maxRounds } = checked;
  return runLoop({
    name: "refine_loop",
    goal,
    worker,
    critic,
    options: checked,
    courseOf: (notes) =>
      rounds({ goal, maxRounds, notes, word: "approved", judge: (ran, _turn, round) => judge({ goal, criticPrompt, notes }, ran, round) }),
  });
}

interface Refinement {
  readonly goal: string;
  readonly criticPrompt: string;
  readonly notes: Notes;
}

async function* judge({ goal, criticPrompt, notes }: Refinement, draft: Ran, round: number): AsyncGenerator<Ask, Judgement, Turn> {
  if (!isFinished(draft)) return { accepted: false, nextPrompt: () => anotherDraft(goal, draft) };
  const asked = review(criticPrompt, goal, draft);
  const says = `the draft of round ${round} goes to the critic`;
  const { came } = yield { role: "critic", round, goal: asked, artifacts: draft.artifacts, says };
  const critique = critiqueIn(came, round, notes);
  const accepted = isApproval(critique);
  if (!accepted) notes.critiques.set(round, critique);
  return { accepted, nextPrompt: () => nextDraft(goal, draft, critique) };
}

// A chart without a word can be reviewed as well.
function isFinished({ run, artifacts }: Ran): boolean {
  return run.succeeded && (run.output.trim() !== "" || artifacts.length > 0);
}

function critiqueIn(came: Came, round: number, notes: Notes): string {
  if (came.type !== "ran") throw new LoopError(`the critic failed in round ${round}: ${came.problem}`);
  checkPool(came.run, notes);
  const { succeeded, stopReason, output } = came.run;
  if (!succeeded) throw new LoopError(`the critic was cut short in round ${round}: ${stopReason}`);
  if (output.trim() === "") throw new LoopError(`the critic said nothing in round ${round}`);
  return output;
}
