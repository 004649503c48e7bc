import { z } from "zod";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { delegate, type DelegateOptions, type Delegation } from "../agent/definition/delegation.ts";
import { fromAgent } from "../agent/from-agent.ts";
import { run } from "../agent/run.ts";
import type { Course, Notes, Role } from "./course.ts";
import { driverOf } from "./driver.ts";
import type { CheckedLoop } from "./options.ts";
import { resultOf, type LoopResult } from "./result.ts";
import { Witness } from "./witness.ts";

/** A loop that is about to begin. */
export interface Loop {
  /** The name of the agent that the loop is. */
  readonly name: string;
  readonly goal: string;
  readonly worker: AgentLogic;
  readonly critic: AgentLogic | null;
  readonly options: CheckedLoop;
  /** What the loop does; it notes what the result has to say of its rounds. */
  readonly courseOf: (notes: Notes) => Course;
}

const INSTRUCTIONS = "A loop in plain code: it asks for rounds until one is accepted.";

/**
 * Runs a loop as an agent of its own, whose model is plain code and whose team is the worker and the critic: so the
 * whole loop is one run, with one trace, one ledger, one deadline, and one cancel that reaches all of it.
 */
export async function runLoop(loop: Loop): Promise<LoopResult> {
  const { name, goal, options, courseOf } = loop;
  const { artifacts = [], pool, contents = true } = options.given;
  const notes: Notes = { acceptedRound: null, usedUp: null, critiques: new Map() };
  const witness = new Witness(artifacts);
  const calls = callNames(loop);
  const isPriced = typeof pool?.maxCost === "number";
  const agent = fromAgent({
    name,
    model: driverOf({ course: courseOf(notes), witness, calls, isPriced }),
    instructions: INSTRUCTIONS,
    team: teamOf(loop, calls, witness),
    hooks: { delegationEnded: ({ step }) => witness.end(step) },
  });
  const ended = await run(agent, goal, options.run);
  return resultOf({ run: ended, workerCall: calls.worker, runs: witness.runs, notes, contents });
}

const MOST_CHARACTERS = 64; // of a name

// A worker may be its own critic.
function callNames({ worker, critic }: Loop): Record<Role, string> {
  const callOf = (verb: string, agent: AgentLogic): string => `${verb}_${agent.agent.name}`.slice(0, MOST_CHARACTERS);
  const [forWorker, forCritic] = [callOf("ask", worker), callOf("ask", critic ?? worker)];
  return { worker: forWorker, critic: forCritic === forWorker ? callOf("review", critic ?? worker) : forCritic };
}

const OBSERVED_CHARACTERS = 200;

// The round is for readers of the trace; the goal is set aside, so that neither it nor what comes of it fills a history
// that nobody reads but that tokens are set aside for.
const parameters = z.object({ round: z.number() });

function teamOf({ worker, critic, options }: Loop, calls: Record<Role, string>, witness: Witness): readonly Delegation[] {
  const { returns } = options.given;
  const termsFor = (agent: AgentLogic, name: string): DelegateOptions<typeof parameters> => ({
    name,
    description: agent.agent.description ?? agent.agent.name,
    parameters,
    goal: () => witness.goal,
    conclusion: (ended) => witness.conclude(ended),
    maxConclusionChars: OBSERVED_CHARACTERS,
    recursion: true,
  });
  const lentWorker = delegate(worker, { ...termsFor(worker, calls.worker), ...(returns === undefined ? {} : { returns }) });
  return critic ? [lentWorker, delegate(critic, termsFor(critic, calls.critic))] : [lentWorker];
}
