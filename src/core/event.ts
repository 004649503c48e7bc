import type { ModelAttempt } from "./model.ts";
import type { Limit, Step } from "./run.ts";
import type { StopReason } from "./outcome.ts";

/** Where an event comes from: the agent, its path, the call it belongs to, and its place in the run's order, from 0. */
export interface EventAddress {
  readonly sequence: number;
  readonly path: string;
  readonly agent: string;
  readonly callId?: string;
}

/** What happens in a run, in the order in which a run tells it. Steps are live values: read them, do not change them. */
export type RunHappening =
  | { readonly type: "run.started"; readonly goal: string; readonly runId: string; readonly depth: number }
  | { readonly type: "turn.started"; readonly turn: number }
  | { readonly type: "step.queued"; readonly step: Step }
  | { readonly type: "step.started"; readonly step: Step }
  | { readonly type: "model.delta"; readonly turn: number; readonly text: string }
  | { readonly type: "model.retried"; readonly turn: number; readonly attempt: ModelAttempt }
  | { readonly type: "approval.asked"; readonly stepId: string; readonly tool: string; readonly arguments: string }
  | { readonly type: "call.refused"; readonly stepId: string; readonly name: string; readonly reason: string }
  | { readonly type: "step.ended"; readonly step: Step }
  | {
      readonly type: "run.ended";
      readonly stopReason: StopReason;
      readonly limit: Limit | null;
      readonly output: string;
      readonly error: string | null;
      readonly seconds: number;
    };

/** One event of a run. */
export type RunEvent = EventAddress & RunHappening;
