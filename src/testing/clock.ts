import type { Clock } from "../core/clock.ts";
import { ClockError, untilQuiet } from "./quiet.ts";
import { Timer, Timers } from "./timers.ts";

/** How a virtual clock is made. */
export interface VirtualClockOptions {
  /** Where its time begins: milliseconds since the epoch. Default 0. */
  readonly startAt?: number;
}

/** How long a promise may take. */
export interface SettleOptions {
  /** The most seconds the clock may be moved for it. Default 3 600. */
  readonly maxSeconds?: number;
}

/**
 * A clock whose time stands still until a test moves it. It is the `clock` of a run and of XState alike.
 *
 * Timers fire in order of due time, then of creation, and `now()` is each timer's due time while it fires. Before the
 * first and after each one the clock waits, in real time, until the program is quiet: promise chains, `setImmediate`
 * and operations on files have run to their ends. So nothing that only computes or reads files ever costs virtual
 * time, however long its chains are. A delay of zero or less is due at the current time. An error that a timer throws
 * comes out of the call that moved the clock; the clock then stands at that timer's due time and can be moved on.
 */
export interface VirtualClock extends Clock {
  /** Timers that are set and have not fired. */
  readonly pending: number;
  /** Moves time on by `seconds`, firing what falls due. Rejects with `ClockError` while another move is under way. */
  advance(seconds: number): Promise<void>;
  /**
   * Moves time from timer to timer until `promise` settles, and settles as it does. Rejects with `ClockError` when no
   * timer is left, or none within `maxSeconds`, while the promise is still pending.
   */
  settle<Value>(promise: PromiseLike<Value>, options?: SettleOptions): Promise<Value>;
}

/** Makes a virtual clock, for tests and examples that must not wait. */
export function virtualClock({ startAt = 0 }: VirtualClockOptions = {}): VirtualClock {
  if (!Number.isFinite(startAt)) throw new ClockError(`startAt is ${startAt}; allowed: milliseconds since the epoch`);
  return new SteppedClock(startAt);
}

const DEFAULT_MAX_SECONDS = 3600; // 360 000 turns of a 10 ms loop: a few seconds of real time, then a clear error

class SteppedClock implements VirtualClock {
  readonly #timers = new Timers();
  #now: number;
  #created = 0;
  #isMoving = false;

  constructor(startAt: number) {
    this.#now = startAt;
  }

  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(fn: () => void, ms: number): Timer {
    const dueMs = wholeMicroseconds(this.#now + (ms > 0 ? ms : 0));
    const timer = new Timer(dueMs, this.#created, fn);
    this.#created += 1;
    this.#timers.add(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    if (handle instanceof Timer) this.#timers.remove(handle);
  }

  advance(seconds: number): Promise<void> {
    return this.#moving(seconds, async (end) => {
      for (let timer = this.#timers.first; timer && timer.dueMs <= end; timer = this.#timers.first) await this.#fire(timer);
      this.#now = end;
    });
  }

  async settle<Value>(promise: PromiseLike<Value>, { maxSeconds = DEFAULT_MAX_SECONDS }: SettleOptions = {}): Promise<Value> {
    let isSettled = false;
    const settled = (): void => {
      isSettled = true;
    };
    promise.then(settled, settled);
    await this.#moving(maxSeconds, async (end) => {
      while (!isSettled) await this.#fire(this.#nextBy(end, maxSeconds));
    });
    return promise;
  }

  #nextBy(end: number, maxSeconds: number): Timer {
    const { first } = this.#timers;
    if (!first) {
      throw new ClockError("the promise is pending and no timer is left: it waits for something other than this clock");
    }
    if (first.dueMs <= end) return first;
    const when = `the next timer is due in ${(first.dueMs - this.#now) / 1000} s`;
    throw new ClockError(`the promise is pending after ${maxSeconds} s of the clock's time (maxSeconds); ${when}`);
  }

  // One move at a time: two of them would fire each other's timers and disagree about the time.
  async #moving(seconds: number, move: (end: number) => Promise<void>): Promise<void> {
    if (!(seconds >= 0)) throw new ClockError(`the clock cannot move by ${seconds} s; allowed: a number of seconds of at least 0`);
    if (this.#isMoving) throw new ClockError("the clock is being moved already; await one move before the next");
    this.#isMoving = true;
    try {
      await untilQuiet();
      await move(wholeMicroseconds(this.#now + seconds * 1000));
    } finally {
      this.#isMoving = false;
    }
  }

  async #fire(timer: Timer): Promise<void> {
    this.#timers.remove(timer);
    this.#now = timer.dueMs;
    timer.fn();
    await untilQuiet();
  }
}

// Seconds times 1 000 carry floating-point noise, which must not decide whether a timer is due.
function wholeMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
