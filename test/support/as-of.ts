import { totalStepsOf, withMethods, type RunRecord, type RunSnapshot, type Step } from "../../src/core/run.ts";
import { noUsage, ownOnly } from "../../src/core/usage.ts";

/** The run as its snapshot would have been `seconds` after its start: what had not ended is open, what came later is not there. */
export function asOf(run: RunRecord, seconds: number): RunSnapshot {
  const time = run.startedAt + seconds * 1000;
  const steps = stepsAsOf(run.steps, time);
  const ledger = run.ledger.filter((entry) => entry.time <= time);
  const ended = { stopReason: null, limit: null, error: null, output: "", succeeded: false };
  return withMethods({ ...run, ...ended, seconds, steps, ledger, totalSteps: totalStepsOf(steps) });
}

function stepsAsOf(steps: readonly Step[], time: number): Step[] {
  return steps
    .filter(({ startedAt, queuedSeconds }) => startedAt - queuedSeconds * 1000 <= time)
    .map((step) => stepAsOf(step, time));
}

function stepAsOf(step: Step, time: number): Step {
  if (step.startedAt + step.seconds * 1000 <= time) return step;
  const open = step.startedAt > time ? ("queued" as const) : ("running" as const);
  const unknown = { open, output: "", observation: "", error: null, seconds: 0, queuedSeconds: 0, usage: ownOnly(noUsage()) };
  switch (step.kind) {
    case "model":
      return { ...step, ...unknown, calls: [], reasoning: null, finishReason: null };
    case "tool":
      return { ...step, ...unknown };
    case "agent": {
      const children = stepsAsOf(step.children, time);
      return {
        ...step,
        ...unknown,
        outcome: null,
        stopReason: null,
        limit: null,
        children,
        totalSteps: 1 + totalStepsOf(children),
      };
    }
  }
}
