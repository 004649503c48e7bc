const MOST_LIVE_CHILDREN = 64; // beyond that XState's spawn and stop, which copy the table of children, turn quadratic

/**
 * The ids under which an agent's specialists live: `s0` to `s63`, used again as soon as one is free. XState keeps
 * every distinct event type for ever, and a child's id is part of its event types, so fresh ids would be a leak.
 */
export class ActorSlots {
  readonly #free: string[] = [];
  #made = 0;

  /** A free slot, or undefined when all are taken. */
  take(): string | undefined {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#made === MOST_LIVE_CHILDREN) return undefined;
    this.#made += 1;
    return `s${this.#made - 1}`;
  }

  /** Gives a slot back, once nothing lives under it. */
  give(slot: string): void {
    this.#free.push(slot);
  }
}
