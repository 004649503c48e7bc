/** An agent that waits for balance. */
export interface BalanceWaiter {
  /** Looks again whether there is enough. */
  resume(): void;
}

/**
 * What keeps a run moving: how many effects are under way, and which agents wait for balance that others have
 * reserved. Calls in flight always end, so while there are any, waiting is safe; when there are none (`isQuiet`), the
 * agent that has waited longest looks again and goes on with what is there. That is why waiting can never deadlock.
 */
export class Activity {
  #underWay = 0;
  #waiters: BalanceWaiter[] = [];

  /** One more effect is under way. */
  begin(): void {
    this.#underWay += 1;
  }

  /** An effect has ended. Call it after everything that follows from it has been started. */
  end(): void {
    this.#underWay -= 1;
    if (this.#underWay === 0) this.#wakeOldest();
  }

  /** Nothing is under way, so nothing more will come back. */
  get isQuiet(): boolean {
    return this.#underWay === 0;
  }

  /** Resumes the waiter, once, when balance has come back or nothing is under way any more. */
  wait(waiter: BalanceWaiter): void {
    this.#waiters.push(waiter);
  }

  /** Lets a waiter go that has been cut. */
  forget(waiter: BalanceWaiter): void {
    this.#waiters = this.#waiters.filter((other) => other !== waiter);
  }

  /** Lets everyone who waits look again, oldest first, because balance came back. */
  balanceChanged(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const waiter of waiters) waiter.resume();
  }

  #wakeOldest(): void {
    this.#waiters.shift()?.resume();
  }
}
