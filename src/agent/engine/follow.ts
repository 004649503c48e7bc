/** What is done when a signal fires; it never throws. */
type Cut = () => void;

const followed = new WeakMap<AbortSignal, Followers>();

/**
 * Does something, once, when the signal fires; returns how to stop following. One listener serves all who follow the
 * same signal, because one signal may stand over any number of runs and Node warns of a leak at the eleventh listener.
 */
export function follow(signal: AbortSignal, cut: Cut): () => void {
  const followers = followed.get(signal) ?? new Followers(signal);
  followers.add(cut);
  return () => followers.delete(cut);
}

class Followers {
  readonly #signal: AbortSignal;
  readonly #cuts = new Set<Cut>();
  readonly #fired = (): void => {
    for (const cut of [...this.#cuts]) cut();
  };

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener("abort", this.#fired, { once: true });
    followed.set(signal, this);
  }

  add(cut: Cut): void {
    this.#cuts.add(cut);
  }

  delete(cut: Cut): void {
    if (!this.#cuts.delete(cut) || this.#cuts.size > 0) return;
    this.#signal.removeEventListener("abort", this.#fired);
    followed.delete(this.#signal);
  }
}
