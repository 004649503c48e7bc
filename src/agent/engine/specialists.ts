import type { Artifact } from "../../core/artifact.ts";
import type { AgentStep } from "../../core/run.ts";
import type { Delegated } from "../definition/registry.ts";
import { ActorSlots } from "./actor-slots.ts";
import type { OpenedCall } from "./opened-call.ts";
import type { Scope } from "./scope.ts";

/** A delegation whose arguments are right, waiting to be admitted. */
export interface ReadyDelegation {
  readonly call: OpenedCall<AgentStep>;
  readonly to: Delegated;
  readonly goal: string;
  readonly handedDown: readonly Artifact[];
  readonly readyAt: number;
}

/** A specialist that lives: the call that asked for it, and its scope. */
export interface LivingSpecialist {
  readonly call: OpenedCall<AgentStep>;
  readonly child: Scope;
}

/** The specialists of one agent. Made with the first delegation: most agents never delegate. */
export class Specialists {
  /** Delegations that wait to be admitted, in call order. */
  readonly ready: ReadyDelegation[] = [];
  /** Those that live now, by the slot of their actor. */
  readonly live = new Map<string, LivingSpecialist>();
  readonly slots = new ActorSlots();
  /** The scopes that are open below the agent. */
  readonly scopes = new Set<Scope>();
  readonly #times = new Map<string, number>();

  /** The name under which a specialist's artifacts surface: its own, numbered from the second time on. */
  numberedName(specialist: string): string {
    const number = (this.#times.get(specialist) ?? 0) + 1;
    this.#times.set(specialist, number);
    return number === 1 ? specialist : `${specialist}-${number}`;
  }
}
