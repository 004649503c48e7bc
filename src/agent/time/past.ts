import { effectKeyText, type EffectRecord, type RunJournal } from "../../core/journal.ts";
import type { CatchUpClock } from "./catch-up.ts";

/** What was recorded of a run before it was taken up again, and the clock that lives through it once more. */
export class Past {
  readonly #clock: CatchUpClock;
  readonly #orders = new Map<string, number>();

  constructor(clock: CatchUpClock, { records }: RunJournal) {
    this.#clock = clock;
    for (const [order, record] of records.entries()) this.#orders.set(effectKeyText(record), order);
  }

  /** Whether everything recorded has been lived through. */
  get isOver(): boolean {
    return this.#clock.isLive;
  }

  /** Calls `begin` and then `end` at the moments at which a recorded effect began and ended; at once when they are over. */
  relive(record: EffectRecord, begin: () => void, end: () => void): void {
    if (this.isOver) {
      begin();
      return end();
    }
    const order = this.#orders.get(effectKeyText(record)) ?? 0;
    this.#clock.at(record.startedAt, order, () => {
      begin();
      if (this.isOver) end();
      else this.#clock.at(record.startedAt + record.seconds * 1000, order, end);
    });
  }

  /** Calls `fn` at the moment at which something began of which no end was recorded, before anything else of that moment. */
  atBeginning(timeMs: number, fn: () => void): void {
    this.#clock.at(timeMs, -1, fn);
  }

  /** Calls `fn` at a recorded moment, after every effect that had been recorded by then. */
  at(timeMs: number, fn: () => void): void {
    this.#clock.at(timeMs, this.#orders.size, fn);
  }

  /** Lets nothing fall due until the function it returns is called; see `CatchUpClock`. */
  hold(): () => void {
    return this.#clock.hold();
  }

  /** Calls `fn` once everything recorded is over. */
  whenOver(fn: () => void): void {
    this.#clock.whenLive(fn);
  }
}
