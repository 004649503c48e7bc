/** One request that was made, or is about to be: when, and the tokens it counts for. */
export interface Booking {
  readonly at: number;
  /** An estimate until the request has ended; whoever booked it sets it right. */
  tokens: number;
}

/** What may happen in any sixty seconds; null: no limit. */
export interface RateLimits {
  readonly requests: number | null;
  readonly tokens: number | null;
}

const MINUTE_MS = 60_000;

/** The requests of the last sixty seconds, and when the next one fits. Times are milliseconds of one clock. */
export class RateWindow {
  readonly #limits: RateLimits;
  readonly #bookings: Booking[] = []; // by time

  constructor(limits: RateLimits) {
    this.#limits = limits;
  }

  /**
   * The earliest time at which one more request of so many tokens keeps every sixty seconds within the limits, as far
   * as is known now; not later than `now` when it does already. One that is larger than the limit itself fits when
   * nothing else is left in the window.
   */
  opensAt(now: number, tokens: number): number {
    this.#forgetBefore(now - MINUTE_MS);
    return Math.max(this.#opensForRequest(now), this.#opensForTokens(now, tokens));
  }

  /** Enters a request; `at` may lie ahead. */
  book(at: number, tokens: number): Booking {
    const booking = { at, tokens };
    const later = this.#bookings.findLastIndex((other) => other.at <= at) + 1;
    this.#bookings.splice(later, 0, booking);
    return booking;
  }

  /** Takes out a request that was never made. */
  cancel(booking: Booking): void {
    const place = this.#bookings.lastIndexOf(booking);
    if (place >= 0) this.#bookings.splice(place, 1);
  }

  #forgetBefore(time: number): void {
    while (this.#bookings[0] && this.#bookings[0].at <= time) this.#bookings.shift();
  }

  #opensForRequest(now: number): number {
    const { requests } = this.#limits;
    const inTheWay = requests === null ? undefined : this.#bookings.at(-requests);
    return inTheWay ? inTheWay.at + MINUTE_MS : now;
  }

  #opensForTokens(now: number, wanted: number): number {
    const { tokens: limit } = this.#limits;
    if (limit === null) return now;
    let free = limit - this.#bookings.reduce((sum, { tokens }) => sum + tokens, 0);
    let opensAt = now;
    for (const { at, tokens } of this.#bookings) {
      if (free >= Math.min(wanted, limit)) break;
      free += tokens;
      opensAt = at + MINUTE_MS;
    }
    return opensAt;
  }
}
