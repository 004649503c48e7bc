import type { AgentStep, ModelStep, Step, ToolStep } from "../../../src/core/run.ts";
import { agentStep, modelStep, toolStep, TRACE_START } from "../../support/trace.ts";

/** Steps that began and ended at given seconds of their run. */

/** Seconds since the start of the run: when it began to work, and when it ended. */
export type Between = readonly [from: number, to: number];

const times = ([from, to]: Between): { readonly startedAt: number; readonly seconds: number } => {
  return { startedAt: TRACE_START + from * 1000, seconds: Math.round((to - from) * 1e6) / 1e6 };
};

/** A model turn. */
export function turn(id: string, between: Between, changes: Partial<ModelStep> = {}): ModelStep {
  return modelStep({ id, ...times(between), ...changes });
}

/** A tool call. */
export function call(id: string, between: Between, changes: Partial<ToolStep> = {}): ToolStep {
  return toolStep(changes.name ?? "search", { id, ...times(between), ...changes });
}

/** A delegation. */
export function ask(id: string, between: Between, children: Step[], changes: Partial<AgentStep> = {}): AgentStep {
  return agentStep(changes.agent ?? "researcher", children, { id, output: "found", ...times(between), ...changes });
}
