/** An agent that waits for balance: `resume` looks again, `last` says that nothing more can come back. */
export interface BalanceWaiter {
  resume(last: boolean): void;
}

/**
 * What keeps a run moving: how many effects are under way, and which agents wait for balance that others have
 * reserved. Calls in flight always end, so while there are any, waiting is safe; when there are none, the agent that
 * has waited longest is told so and goes on with what is there. That is why waiting can never deadlock.
 */
export class Activity {
  #underWay = 0;
  #waiters: BalanceWaiter[] = [];

  begin(): void {
    this.#underWay += 1;
  }

  /** Call it after everything that follows from the effect has been started. */
  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#wakeOldest();
  }

  get isQuiet(): boolean {
    return this.#underWay === 0;
  }

  wait(waiter: BalanceWaiter): void {
    this.#waiters.push(waiter);
  }

  forget(waiter: BalanceWaiter): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
  }

  /** Lets everyone who waits look again, oldest first, because balance came back. */
  balanceChanged(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.resume(false);
  }

  #wakeOldest(): void {
    this.#waiters.shift()?.resume(true);
  }
}
