import { expect } from "vitest";
import { z } from "zod";
import { fromAgent, scripted, tool, type AgentDefinition, type AgentLogic, type Run, type RunOptions, type ScriptedModel, type ScriptedReply } from "../../src/index.ts";
import { refine, type RefineOptions } from "../../src/loops/refine.ts";
import type { LoopResult } from "../../src/loops/result.ts";
import { runUntil, type RunUntilOptions } from "../../src/loops/run-until.ts";
import type { Accept } from "../../src/loops/accept.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { leftoversOf } from "../support/quiet.ts";

/** What the tests of loops play with: agents with a script, and loops on a clock that stands still until it is moved. */

export const GOAL = "Write a haiku.";

/** A model that gives these replies, and fails when it is asked for more. */
export function plays(...replies: readonly ScriptedReply[]): ScriptedModel {
  return scripted(replies);
}

/** An agent with a model, under the name `writer` unless said otherwise. */
export function agent(model: ScriptedModel, rest: Partial<AgentDefinition> = {}): AgentLogic {
  return fromAgent({ name: "writer", model, ...rest });
}

/** A model turn that asks for one tool. */
export function calls(name: string, args: object = {}): ScriptedReply {
  return { calls: [{ name, arguments: args }] };
}

/** A tool that produces an artifact of this name, with the text as its bytes. */
export const draw = tool({
  name: "draw",
  description: "Draws.",
  parameters: z.object({ name: z.string(), data: z.string() }),
  execute: ({ name, data }) => ({ text: "drawn", artifacts: [{ name, data }] }),
});

/** A tool that reads an artifact. */
export const look = tool({
  name: "look",
  description: "Looks at an artifact.",
  parameters: z.object({ name: z.string() }),
  execute: ({ name }, { artifacts }) => new TextDecoder().decode(artifacts.require(name).bytes),
});

/** The goal of each request, which is its second message. */
export function goalsOf(model: ScriptedModel): readonly string[] {
  return model.requests.map(({ messages }) => messages[1]?.content ?? "");
}

interface Clocked {
  readonly clock?: VirtualClock;
}

/** Plays `runUntil` to its end; the clock moves as far as it must. Whatever becomes of it, it leaves nothing behind. */
export function until(worker: AgentLogic, accept: Accept, options: RunUntilOptions & Clocked = {}): Promise<LoopResult> {
  return ended((given) => runUntil(worker, GOAL, accept, given), options);
}

/** Plays `refine` to its end, likewise. */
export function refined(worker: AgentLogic, critic: AgentLogic, options: RefineOptions & Clocked = {}): Promise<LoopResult> {
  return ended((given) => refine(worker, critic, GOAL, given), options);
}

async function ended<Options extends Omit<RunOptions, "budget"> & Clocked>(play: (options: Options) => Promise<LoopResult>, options: Options): Promise<LoopResult> {
  const { clock = virtualClock() } = options;
  const result = await clock.settle(play({ ...options, clock, ids: () => "loop-1" }), { maxSeconds: 100_000 });
  expect(leftoversOf({ run: result.run, clock, ...(options.signal ? { signal: options.signal } : {}) })).toEqual([]);
  return result;
}

/** What a test says of a result: each round as its output, verdict and critique, and how the whole ended. */
export function summaryOf({ rounds, ended: end, output, error, accepted, run }: LoopResult) {
  return {
    rounds: rounds.map((round) => [round.index, round.run.output, round.accepted, round.critique]),
    ended: end,
    output,
    error,
    accepted,
    stopReason: run.stopReason,
  };
}

/** The texts of the loop's own turns. */
export function saidBy({ run }: LoopResult): readonly string[] {
  return run.steps.filter(({ kind }) => kind === "model").map(({ output, error }) => error ?? output);
}

/** A predicate that accepts one output. */
export function accepts(wanted: string): Accept {
  return ({ output }: Run) => output === wanted;
}
