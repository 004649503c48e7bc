const TICKS_OF_SILENCE = 5;

/** How many seconds a process may be silent before it counts as frozen. */
export const SECONDS_OF_SILENCE = TICKS_OF_SILENCE;

/**
 * Whether a process that is to speak each second still does. It is asked each second too, and counts how often in vain:
 * by no clock, because one who has been frozen himself would take everybody else for silent.
 */
export class Pulse {
  #silent = 0;

  /** It has spoken. True where it had counted as frozen. */
  beat(): boolean {
    const wasLost = this.#silent >= TICKS_OF_SILENCE;
    this.#silent = 0;
    return wasLost;
  }

  /** A second has passed. True in the one in which it begins to count as frozen. */
  tick(): boolean {
    this.#silent += 1;
    return this.#silent === TICKS_OF_SILENCE;
  }
}
