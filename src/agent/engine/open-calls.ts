import type { Interruption } from "./ending.ts";

/** A call under way, queued or waiting: something that must be ended when its agent is. */
export interface OpenCall {
  interrupt(interruption: Interruption): void;
}

/** The calls of one agent that have not ended. */
export class OpenCalls {
  // Nearly always one: the model call, or the only tool call of the turn.
  #open: OpenCall | Set<OpenCall> | null = null;

  /** Remembers a call under way, so that it ends when the agent does. */
  add(call: OpenCall): void {
    if (this.#open === null) this.#open = call;
    else if (this.#open instanceof Set) this.#open.add(call);
    else this.#open = new Set([this.#open, call]);
  }

  /** Lets a call go that has ended; false when it was let go of before. */
  drop(call: OpenCall): boolean {
    if (this.#open instanceof Set) return this.#open.delete(call);
    if (this.#open !== call) return false;
    this.#open = null;
    return true;
  }

  /** Those under way now, in the order they were begun; a list of its own, which later ends do not change. */
  all(): readonly OpenCall[] {
    if (this.#open === null) return [];
    return this.#open instanceof Set ? [...this.#open] : [this.#open];
  }
}
