import type { RunEvent } from "../../core/event.ts";

const KEPT_EVENTS = 10_000;

/**
 * The events of one run, for whoever wants to iterate over them. The newest 10 000 are kept: an iterator begins with
 * the oldest kept event, and one that falls further behind than that misses the oldest, which the gap in `sequence`
 * shows. A slow or absent reader never slows the run. Leaving the loop only leaves the loop.
 */
export class EventLog implements AsyncIterable<RunEvent> {
  #events: RunEvent[] = [];
  #dropped = 0;
  #isClosed = false;
  #wake: (() => void)[] = [];

  add(event: RunEvent): void {
    this.#events.push(event);
    // Dropped in halves, so that keeping the newest costs nothing per event.
    if (this.#events.length >= 2 * KEPT_EVENTS) {
      this.#events = this.#events.slice(KEPT_EVENTS);
      this.#dropped += KEPT_EVENTS;
    }
    this.#wakeAll();
  }

  close(): void {
    this.#isClosed = true;
    this.#wakeAll();
  }

  async *[Symbol.asyncIterator](): AsyncIterator<RunEvent> {
    for (let position = 0; ; position++) {
      while (position >= this.#dropped + this.#events.length) {
        if (this.#isClosed) return;
        await new Promise<void>((wake) => this.#wake.push(wake));
      }
      position = Math.max(position, this.#dropped);
      yield this.#events[position - this.#dropped] as RunEvent; // inside the bounds, by the loop above
    }
  }

  #wakeAll(): void {
    const waiting = this.#wake;
    this.#wake = [];
    for (const wake of waiting) wake();
  }
}
