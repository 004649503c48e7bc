import { beginHistory, type History } from "../../core/history.ts";
import type { ToolCall } from "../../core/message.ts";
import type { StopReason } from "../../core/outcome.ts";
import type { Stop } from "./ending.ts";

/** One call of the turn under way; `observation` is null until it has ended. */
export interface CallSlot {
  readonly call: ToolCall;
  observation: string | null;
}

/** Which calls of a turn run, and the ceiling that kept the others from it. */
export interface Admission {
  readonly admitted: readonly ToolCall[];
  readonly notRun: readonly ToolCall[];
  readonly stop: Stop | null;
}

/**
 * What an agent's machine remembers: plain JSON, so that a snapshot is one too. It is made by a factory for each
 * actor and changed in place inside the machine's own actions; copying it per turn would be quadratic.
 */
export interface AgentContext {
  /** Which run it belongs to, in this process. */
  readonly run: string;
  readonly path: string;
  readonly agent: string;
  readonly depth: number;
  goal: string;
  history: History;
  /** The turn under way, counted from 1. */
  turn: number;
  /** The calls that were admitted this turn, and how many of them have not ended. */
  slots: CallSlot[];
  openSlots: number;
  /** Whether the machine is inside an action that fills slots, and will see for itself when none is open. */
  isFilling: boolean;
  /** Calls of this turn that a ceiling kept from running. */
  notRun: ToolCall[];
  /** A cut that has been decided: the turn under way, or the wrap-up turn, still finishes. */
  cut: Stop | null;
  /** Whether the turn under way is the wrap-up turn, the last there will be. */
  isWrappingUp: boolean;
  /** The estimated prompt, in tokens, below which the history is not compacted (again). */
  compactAbove: number;
  /** The output of an agent that has answered and ends when the calls of its turn have; null until then. */
  answer: string | null;
  /** Why the agent has ended; null while it lives. */
  stopReason: StopReason | null;
}

/** What a machine is started with. */
export interface MachineInput {
  readonly run: string;
  readonly path: string;
  readonly agent: string;
  readonly depth: number;
  readonly goal: string;
  readonly instructions: string;
}

/** A fresh memory: the history is the instructions and the goal, nothing of anyone else's. */
export function beginContext({ run, path, agent, depth, goal, instructions }: MachineInput): AgentContext {
  return {
    run,
    path,
    agent,
    depth,
    goal,
    history: beginHistory(instructions, goal),
    turn: 0,
    slots: [],
    openSlots: 0,
    isFilling: false,
    notRun: [],
    cut: null,
    isWrappingUp: false,
    compactAbove: 0,
    answer: null,
    stopReason: null,
  };
}

/** What an agent's machine is told, by its own calls, by its specialists' actors, or from outside. */
export type MachineEvent =
  | { readonly type: "model.answered"; readonly text: string }
  | ({ readonly type: "calls.requested"; readonly text: string } & Admission)
  | { readonly type: "model.failed"; readonly error: string }
  | { readonly type: "delegation.ready" }
  | { readonly type: "calls.ended" }
  | { readonly type: "specialist.ended"; readonly actorId: string }
  | { readonly type: "run.cancelled"; readonly reason?: unknown }
  | { readonly type: "run.closed" }
  | { readonly type: `xstate.done.actor.${string}`; readonly actorId: string }
  | { readonly type: `xstate.error.actor.${string}`; readonly actorId: string; readonly error: unknown };
