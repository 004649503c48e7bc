import type { ActorLogic, EventObject, Snapshot } from "xstate";
import type { Run } from "../../core/run.ts";
import type { RunOptions } from "./options.ts";

/** Where an agent's machine stands. */
export type AgentState = "thinking" | "acting" | "done" | "stopped" | "failed";

/** The snapshot of an agent's actor; `output` is the run once `status` is `done`. */
export type AgentSnapshot = Snapshot<Run> & { readonly value: AgentState };

/** What an agent's actor is started with: a goal, and the options of the run. */
export type AgentInput = { readonly goal: string } & RunOptions;

/** What an agent's actor may be sent. */
export type AgentEvent = { readonly type: "run.cancelled"; readonly reason?: unknown };

/**
 * An agent as an XState actor logic: give it to `createActor`, invoke or spawn it in any machine, or put it into
 * another agent's team. Every root actor is a run of its own and its output is the `Run`.
 */
export type AgentLogic = ActorLogic<AgentSnapshot, AgentEvent | EventObject, AgentInput> & {
  readonly agent: { readonly name: string; readonly description: string | null };
};
