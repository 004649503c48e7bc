import { fromAgent as makeAgent, refine as refineLoop, run as runAgent, runUntil as untilLoop, start as startAgent } from "../../../src/index.ts";
import type { AgentDefinition, AgentLogic, Run, RunOptions } from "../../../src/index.ts";

/** What stands in the place of functions of the library while an example runs: they note every run that it makes. */

/** A run of an example; the agent is null for a loop, whose agent is of the library's own making. */
export interface Captured {
  readonly agent: AgentLogic | null;
  readonly run: Run;
  readonly options: Pick<RunOptions, "returns">;
}

const captured: Captured[] = [];
const asked = new WeakMap<AgentLogic, Pick<RunOptions, "returns">>();

/** The runs since this was last called. */
export function takeCaptured(): readonly Captured[] {
  return captured.splice(0);
}

export function fromAgent(definition: AgentDefinition): AgentLogic {
  const { hooks = [] } = definition;
  const given = "length" in hooks ? hooks : [hooks];
  const note = ({ path, run }: { readonly path: string; readonly run: Run }): void => {
    // A replay that was told to end where the trace does is cancelled by the replay itself, at no moment of any clock.
    const isEndedReplay = run.error?.includes("the replay ends at") ?? false;
    if (path === "0" && !isEndedReplay) captured.push({ agent, run, options: asked.get(agent) ?? {} });
  };
  const agent: AgentLogic = makeAgent({ ...definition, hooks: [...given, { runEnded: note }] });
  return agent;
}

export const run = ((agent: AgentLogic, goal: string, options: RunOptions = {}) => {
  noteOptions(agent, options);
  return runAgent(agent, goal, options);
}) as typeof runAgent;

export const start: typeof startAgent = (agent, goal, options = {}) => {
  noteOptions(agent, options);
  return startAgent(agent, goal, options);
};

export const refine: typeof refineLoop = async (...given) => noteLoop(await refineLoop(...given));
export const runUntil: typeof untilLoop = async (...given) => noteLoop(await untilLoop(...given));

function noteOptions(agent: AgentLogic, { returns }: RunOptions): void {
  if (returns !== undefined && typeof agent === "object") asked.set(agent, { returns });
}

function noteLoop<Result extends { readonly run: Run }>(result: Result): Result {
  captured.push({ agent: null, run: result.run, options: {} });
  return result;
}
