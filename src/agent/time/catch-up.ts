import type { Clock } from "../../core/clock.ts";

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
const LONGEST_HOLD_MS = 5_000;

/**
 * The clock of a run that is taken up again: it begins where the run began and jumps from one recorded moment to the
 * next, so that everything that was recorded falls out as it did: order, times, deadlines, who got the last step. When
 * nothing recorded is left to wait for, what fell due meanwhile falls due at its own time, and then it goes on as the
 * real clock.
 */
export class CatchUpClock implements Clock {
  readonly #real: Clock;
  readonly #timers = new Set<Timer>();
  readonly #held: (() => void)[] = [];
  #now: number;
  #created = 0;
  #quietTurns = 0;
  #holds = 0;
  #isStanding = false;
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

  /**
   * Lets the past stand still until the function it returns is called: code that is asked again (a guardrail, a check of
   * arguments) takes real time, and nothing may fall due meanwhile. For five seconds at most, in case it never answers.
   */
  hold(): () => void {
    if (this.#isLive) return () => undefined;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      this.#real.clearTimeout(timer);
      this.#released();
    };
    this.#holds += 1;
    const timer = this.#real.setTimeout(release, LONGEST_HOLD_MS);
    return release;
  }

  #released(): void {
    this.#holds -= 1;
    this.#quietTurns = 0;
    if (this.#holds > 0 || !this.#isStanding) return;
    this.#isStanding = false;
    this.#next();
  }

  #add(dueMs: number, fn: () => void, order: number, isRecorded: boolean): Timer {
    this.#created += 1;
    const timer = {
      dueMs: Math.round(dueMs * 1000) / 1000,
      order: order === Infinity ? this.#created + Number.MAX_SAFE_INTEGER / 2 : order,
      fn,
      isRecorded,
      real: undefined,
      isCleared: false,
    };
    this.#timers.add(timer);
    return timer;
  }

  // One turn of the event loop for each recorded moment: whatever follows from it has been computed by then.
  #next(): void {
    setImmediate(() => this.#look());
  }

  #look(): void {
    if (this.#holds > 0) {
      this.#isStanding = true;
      return;
    }
    const isQuiet = ++this.#quietTurns >= QUIET_TURNS;
    const timer = this.#due(isQuiet ? this.#real.now() : -Infinity);
    if (!timer && isQuiet) return this.#goLive();
    if (timer) {
      this.#quietTurns = 0;
      this.#fire(timer);
    }
    this.#next();
  }

  // Deadlines of the past fall due between recorded moments. When nothing recorded is left, those fall due that passed
  // while nobody worked on the run: up to `passedMs`.
  #due(passedMs: number): Timer | undefined {
    let first: Timer | undefined;
    let isRecordedLeft = false;
    for (const timer of this.#timers) {
      isRecordedLeft ||= timer.isRecorded;
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.order < first.order)) first = timer;
    }
    return first && (isRecordedLeft || first.dueMs <= passedMs) ? first : undefined;
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
