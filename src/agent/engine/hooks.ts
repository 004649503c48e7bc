import type { RunEvent } from "../../core/event.ts";
import type { HookEvents, Hooks } from "../../core/hook.ts";
import type { Run } from "../../core/run.ts";
import { isPromiseLike } from "../../core/thenable.ts";

/** What telling an agent's hooks needs besides the event. */
export interface HookTelling {
  readonly hooks: readonly Hooks[];
  /** A copy of the run of the agent that has ended. */
  readonly runOf: () => Run;
  /** Told of what a hook throws or rejects with. */
  readonly failed: (error: unknown) => void;
}

/** Tells an agent's hooks, one after the other, what an event means to them. Never throws. */
export function tellHooks(telling: HookTelling, event: RunEvent): void {
  const { path, agent, callId } = event;
  const address = { path, agent, ...(callId === undefined ? {} : { callId }) };
  switch (event.type) {
    case "run.started":
      return tell(telling, "runStarted", () => ({ ...address, goal: event.goal, runId: event.runId, depth: event.depth }));
    case "turn.started":
      return tell(telling, "turnStarted", () => ({ ...address, turn: event.turn }));
    case "step.started":
    case "step.ended":
      return tellStep(telling, address, event);
    case "run.ended":
      return tell(telling, "runEnded", () => ({ ...address, run: telling.runOf() }));
    case "step.queued":
    case "model.delta":
    case "model.retried":
    case "approval.asked":
    case "call.refused":
      return;
  }
}

type StepEvent = Extract<RunEvent, { type: "step.started" | "step.ended" }>;

function tellStep(telling: HookTelling, address: Pick<RunEvent, "path" | "agent" | "callId">, { type, step }: StepEvent): void {
  const hasEnded = type === "step.ended";
  switch (step.kind) {
    case "model":
      if (hasEnded) tell(telling, "modelAnswered", () => ({ ...address, step: structuredClone(step) }));
      return;
    case "tool":
      return tell(telling, hasEnded ? "toolEnded" : "toolStarted", () => ({ ...address, step: structuredClone(step) }));
    case "agent": {
      const name = hasEnded ? "delegationEnded" : "delegationStarted";
      return tell(telling, name, () => ({ ...address, step: structuredClone(step) }));
    }
  }
}

// Each hook gets a copy of its own, made only when there is one to get it.
function tell<Name extends keyof HookEvents>({ hooks, failed }: HookTelling, name: Name, copyOf: () => HookEvents[Name]): void {
  for (const each of hooks) {
    try {
      const result = each[name]?.(copyOf());
      if (isPromiseLike(result)) Promise.resolve(result).catch(failed);
    } catch (error) {
      failed(error);
    }
  }
}
