import type { Clock } from "../core/clock.ts";

/** A timer of a clock that catches up. */
interface Timer {
  dueMs: number;
  /** The place of a recorded effect in its journal, or after all of them: what falls due at one time goes by it. */
  order: number;
  fn: () => void;
  isRecorded: boolean;
  /** The handle on the real clock, once that has taken over. */
  real: unknown;
  isCleared: boolean;
}

const QUIET_TURNS = 3; // turns of the event loop without a recorded effect to wait for, before the past counts as caught up

/**
 * The clock of a run that is taken up again: it begins where the run began and jumps from one recorded moment to the
 * next, so that everything that was recorded falls out as it did: order, times, deadlines, who got the last step. When
 * nothing recorded is left to wait for, it goes on as the real clock, and what fell due meanwhile is due at once.
 */
export class CatchUpClock implements Clock {
  readonly #real: Clock;
  readonly #timers = new Set<Timer>();
  readonly #held: (() => void)[] = [];
  #now: number;
  #created = 0;
  #quietTurns = 0;
  #isLive = false;

  constructor(real: Clock, startedAt: number) {
    this.#real = real;
    this.#now = startedAt;
    this.#next();
  }

  /** Whether the past is over. */
  get isLive(): boolean {
    return this.#isLive;
  }

  now(): number {
    return this.#isLive ? Math.max(this.#now, this.#real.now()) : this.#now;
  }

  setTimeout(fn: () => void, ms: number): unknown {
    const timer = this.#add(this.now() + Math.max(0, ms), fn, Infinity, false);
    if (this.#isLive) this.#arm(timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    const timer = handle as Timer; // made by `setTimeout` or `at`
    timer.isCleared = true;
    this.#timers.delete(timer);
    if (timer.real !== undefined) this.#real.clearTimeout(timer.real);
  }

  /** Calls `fn` at a recorded moment of the past; `order` is the place of what was recorded in its journal. */
  at(dueMs: number, order: number, fn: () => void): unknown {
    return this.#add(Math.max(dueMs, this.#now), fn, order, true);
  }

  /** Calls `fn` once the past is over: what was never recorded begins there. */
  whenLive(fn: () => void): void {
    if (this.#isLive) fn();
    else this.#held.push(fn);
  }

  #add(dueMs: number, fn: () => void, order: number, isRecorded: boolean): Timer {
    this.#created += 1;
    const timer = { dueMs: Math.round(dueMs * 1000) / 1000, order: order === Infinity ? this.#created + Number.MAX_SAFE_INTEGER / 2 : order, fn, isRecorded, real: undefined, isCleared: false };
    this.#timers.add(timer);
    return timer;
  }

  // One turn of the event loop for each recorded moment: whatever follows from it has been computed by then.
  #next(): void {
    setImmediate(() => {
      const timer = this.#first();
      if (timer) {
        this.#quietTurns = 0;
        this.#fire(timer);
      } else if (++this.#quietTurns >= QUIET_TURNS) {
        return this.#goLive();
      }
      this.#next();
    });
  }

  // Deadlines of the past fall due between recorded moments, but none is waited for when nothing recorded is left.
  #first(): Timer | undefined {
    let first: Timer | undefined;
    let isRecordedLeft = false;
    for (const timer of this.#timers) {
      isRecordedLeft ||= timer.isRecorded;
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.order < first.order)) first = timer;
    }
    return isRecordedLeft ? first : undefined;
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.dueMs);
    timer.fn();
  }

  #goLive(): void {
    this.#isLive = true;
    for (const timer of this.#timers) this.#arm(timer);
    for (const fn of this.#held.splice(0)) fn();
  }

  #arm(timer: Timer): void {
    timer.real = this.#real.setTimeout(() => {
      if (!timer.isCleared) this.#fire(timer);
    }, Math.max(0, timer.dueMs - this.#real.now()));
  }
}
