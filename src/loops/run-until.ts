import { z } from "zod";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { DefinitionError } from "../core/errors.ts";
import type { Run } from "../core/run.ts";
import type { Accept } from "./accept.ts";
import type { Ran, Turn } from "./course.ts";
import { decide } from "./decide.ts";
import type { LoopJournal } from "./journal.ts";
import { runLoop } from "./loop.ts";
import { checkAgent, checkedLoop, type LoopOptions } from "./options.ts";
import { anotherAttempt } from "./prompts.ts";
import type { LoopResult } from "./result.ts";
import { rounds, type Judgement } from "./rounds.ts";

/** Says what the worker is asked after a run that was not accepted: the whole text, never blank. `round` counts from 1. */
export type Feedback = (run: Run, round: number) => string | Promise<string>;

/** How `runUntil` is called: the options of a loop, and a feedback of one's own. */
export interface RunUntilOptions extends LoopOptions {
  /** Default: the goal, the rejected output as a quotation, and the request for a different answer. */
  readonly feedback?: Feedback;
}

const SUBJECT = "runUntil";
const FUNCTION = "a function";
const SECONDS_TO_ACCEPT = 120; // as long as an agent has by default

/**
 * Runs an agent on a goal, again and again, until a run is accepted, and resolves to every round and how it ended. Each
 * round begins afresh: the worker knows of the last one what `feedback` tells it. A round that failed or was blocked is
 * played again on the same prompt, without asking `accept` or `feedback`: there is no work to speak of.
 *
 * Rejects with `DefinitionError` for a wrong agent, goal, predicate or option, before anything has started.
 */
export async function runUntil(agent: AgentLogic, goal: string, accept: Accept, options: RunUntilOptions = {}): Promise<LoopResult> {
  checkAgent(SUBJECT, "agent", agent);
  if (typeof accept !== "function") throw new DefinitionError({ subject: SUBJECT, field: "accept", value: accept, allowed: FUNCTION });
  const own = { feedback: z.custom((value) => typeof value === "function", FUNCTION).optional() };
  const checked = checkedLoop({ subject: SUBJECT, members: [agent], secondsBesides: SECONDS_TO_ACCEPT, own }, options);
  const { journal, maxRounds } = checked;
  const { feedback }: RunUntilOptions = checked.given;
  const asked: Asked = { goal, accept, feedback, journal };
  return runLoop({
    name: "run_until_loop",
    goal,
    worker: agent,
    critic: null,
    options: checked,
    courseOf: (notes) => rounds({ goal, maxRounds, notes, word: "accepted", judge: (ran, turn, round) => judge(asked, ran, turn, round) }),
  });
}

interface Asked {
  readonly goal: string;
  readonly accept: Accept;
  readonly feedback: Feedback | undefined;
  readonly journal: LoopJournal;
}

// Asks nobody else, so it yields nothing.
async function* judge(asked: Asked, ran: Ran, turn: Turn, round: number): AsyncGenerator<never, Judgement, Turn> {
  const { accept, journal } = asked;
  const { signal, secondsLeft } = turn;
  const accepted = await decide(journal.own(), turn, {
    name: "accept",
    round,
    run: ran.run,
    allowed: "true or false, or a promise of one of them",
    isAnswer: (value) => typeof value === "boolean",
    ask: () => accept(ran.run, { round, signal, secondsLeft }),
  });
  return { accepted, nextPrompt: () => promptAfter(asked, ran, turn, round) };
}

function promptAfter({ goal, feedback, journal }: Asked, ran: Ran, turn: Turn, round: number): string | Promise<string> {
  if (!feedback) return anotherAttempt(goal, ran);
  return decide(journal.own(), turn, {
    name: "feedback",
    round,
    run: ran.run,
    allowed: "a text that is not blank, or a promise of one",
    isAnswer: (value): value is string => typeof value === "string" && value.trim() !== "",
    ask: () => feedback(ran.run, round),
  });
}
