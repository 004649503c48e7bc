import type { Context } from "@restatedev/restate-sdk";
import type { Clock } from "../core/clock.ts";
import type { Pump, Watched } from "./pump.ts";

/** What the clock of an invocation begins with. */
export interface ClockTerms {
  /** In milliseconds since the epoch. */
  readonly startedAt: number;
  /** Told, while the pump is turned, what is to be called because a timer has fallen due. */
  readonly due: (fn: () => void) => void;
}

/**
 * The clock of an invocation: it stands still but for what comes back from the engine, so that it shows the same times
 * whenever the run is told again. Its timers are the engine's, and outlive the worker.
 */
export class InvocationClock implements Clock {
  readonly #ctx: Context;
  readonly #pump: Pump;
  readonly #due: (fn: () => void) => void;
  #now: number;

  constructor(ctx: Context, pump: Pump, { startedAt, due }: ClockTerms) {
    this.#ctx = ctx;
    this.#pump = pump;
    this.#now = startedAt;
    this.#due = due;
  }

  now(): number {
    return this.#now;
  }

  /** Goes on to a moment that something came back from; never backwards, whatever another worker's clock says. */
  moveTo(timeMs: number): void {
    this.#now = Math.max(this.#now, timeMs);
  }

  setTimeout(fn: () => void, ms: number): unknown {
    const dueMs = this.#now + Math.max(0, ms);
    return this.#pump.watch(this.#ctx.sleep(Math.max(0, ms)), () => {
      this.moveTo(dueMs);
      this.#due(fn);
    });
  }

  clearTimeout(handle: unknown): void {
    (handle as Watched).drop(); // made by `setTimeout`
  }
}
