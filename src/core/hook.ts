import type { EventAddress } from "./event.ts";
import type { ModelStep, AgentStep, Run, ToolStep } from "./run.ts";

/** Where something happened: the agent, its path, the call it belongs to. */
export type HookAddress = Omit<EventAddress, "sequence">;

/** What happens to one agent, as its hooks are told it. Steps and runs are copies: what is done to them changes nothing. */
export interface HookEvents {
  readonly runStarted: HookAddress & { readonly goal: string; readonly runId: string; readonly depth: number };
  readonly turnStarted: HookAddress & { readonly turn: number };
  readonly modelAnswered: HookAddress & { readonly step: ModelStep };
  readonly toolStarted: HookAddress & { readonly step: ToolStep };
  readonly toolEnded: HookAddress & { readonly step: ToolStep };
  readonly delegationStarted: HookAddress & { readonly step: AgentStep };
  readonly delegationEnded: HookAddress & { readonly step: AgentStep };
  readonly runEnded: HookAddress & { readonly run: Run };
}

/**
 * Observers of one agent's life (a port), all optional. They are called in order, at the moment something happens, and
 * cannot change the run: what they throw, or reject with, is reported once per run as a process warning, what they
 * return is not waited for. Hooks belong to the agent that defines them; specialists have their own.
 */
export type Hooks = { readonly [Name in keyof HookEvents]?: (event: HookEvents[Name]) => unknown };

/** The names of all hooks, in the order of a run. */
export const HOOK_NAMES = [
  "runStarted",
  "turnStarted",
  "modelAnswered",
  "toolStarted",
  "toolEnded",
  "delegationStarted",
  "delegationEnded",
  "runEnded",
] as const satisfies readonly (keyof HookEvents)[];
