import type { AgentStep, RunRecord, Step, ToolStep } from "../core/run.ts";

/** Every delegation of these steps, at any depth, in the order in which a trace is read. */
export function delegationsOf(steps: readonly Step[]): readonly AgentStep[] {
  return steps.flatMap((step) => (step.kind === "agent" ? [step, ...delegationsOf(step.children)] : []));
}

/** A tool call, and the agent that made it. */
export interface MadeCall {
  readonly agent: string;
  readonly step: ToolStep;
}

/** Every tool call of a run, at any depth, in the order in which a trace is read. */
export function toolCallsOf({ agent, steps }: Pick<RunRecord, "agent" | "steps">): readonly MadeCall[] {
  return steps.flatMap((step): readonly MadeCall[] => {
    if (step.kind === "tool") return [{ agent, step }];
    return step.kind === "agent" ? toolCallsOf({ agent: step.agent, steps: step.children }) : [];
  });
}
