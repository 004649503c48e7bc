import { secondsBetween, type Clock } from "../core/clock.ts";
import { backoffSeconds, type Backoff } from "./backoff.ts";
import { RateWindow, type Booking, type RateLimits } from "./rate-window.ts";
import { interruptible } from "./waiting.ts";

/** A call that goes through a lane: first come, first served, by `order`. */
export interface LimitedCall {
  readonly order: number;
  /** The tokens it is expected to take. */
  readonly tokens: number;
  /** Its request, while one is under way. */
  booking: Booking | null;
}

interface Waiting {
  readonly call: LimitedCall;
  readonly go: () => void;
}

const CLOSE_ENOUGH_MS = 0.001; // times are exact to the microsecond; a timer that fires a hair early must not be set again

const LONGEST_PAUSE_SECONDS = 3600; // a wrapper lives as long as its process, and one absurd answer must not end it

/** How long a model is left alone that refused a request without saying for how long. Not by chance: the lane is shared. */
const REFUSED: Backoff = { baseSeconds: 1, maxSeconds: 60, jitter: 0, random: () => 0 };

/**
 * Lets calls through to a model one after the other, as the limits allow, on one clock. Strictly first come, first
 * served: a small call does not overtake a large one. After a refusal nobody passes until its pause is over; then one
 * call goes ahead, and the others follow when it is answered. Every call that has passed ends with exactly one of
 * `answered`, `refused` and `failed`.
 */
export class RateLane {
  readonly #clock: Clock;
  readonly #window: RateWindow;
  readonly #waiting: Waiting[] = []; // by order
  #arrived = 0;
  #pausedUntil = -Infinity;
  #refusals = 0; // in a row
  #ahead: LimitedCall | null = null; // the one that tries whether the model is there again
  #timer: { readonly handle: unknown } | null = null;

  constructor(clock: Clock, limits: RateLimits) {
    this.#clock = clock;
    this.#window = new RateWindow(limits);
  }

  /** A call that arrives now. */
  arrive(tokens: number): LimitedCall {
    this.#arrived += 1;
    return { order: this.#arrived, tokens, booking: null };
  }

  /** Resolves when the call may make a request. When the signal fires, rejects with its reason and forgets the call. */
  async pass(call: LimitedCall, signal: AbortSignal): Promise<void> {
    try {
      await interruptible(signal, (go) => {
        const waiting = { call, go };
        this.#enqueue(waiting);
        return () => this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      });
    } catch (reason) {
      if (call.booking) this.#window.cancel(call.booking); // let through and called off at the same moment
      this.#settle(call);
      throw reason;
    }
  }

  /** The call got its answer. */
  answered(call: LimitedCall, tokens: number): void {
    if (this.#ahead === call) this.#refusals = 0;
    this.#settle(call, tokens);
  }

  /** The call failed for another reason than the rate. */
  failed(call: LimitedCall, tokens: number): void {
    this.#settle(call, tokens);
  }

  /**
   * The model refused the call for its rate: nobody passes for a while. The call may pass again, in its old place.
   * Returns the seconds until the pause is over.
   */
  refused(call: LimitedCall, tokens: number, retryAfterSeconds: number | null): number {
    if (this.#refusals === 0 || this.#ahead === call) this.#refusals += 1; // others left before the pause began
    this.pause(this.#pauseSeconds(retryAfterSeconds));
    this.#settle(call, tokens);
    return secondsBetween(this.#clock.now(), this.#pausedUntil);
  }

  /** What the call asks tries again by itself: its next request is made in so many seconds, whatever the limits say. */
  triesAgain(call: LimitedCall, tokens: number, seconds: number): void {
    this.#close(call, tokens);
    call.booking = this.#window.book(this.#inSeconds(seconds), call.tokens);
    this.#serve();
  }

  /** Nobody passes for so many seconds from now, or for an hour if that is shorter. */
  pause(seconds: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#inSeconds(seconds));
  }

  #inSeconds(seconds: number): number {
    return this.#clock.now() + Math.min(seconds, LONGEST_PAUSE_SECONDS) * 1000;
  }

  // A model that refuses again at the very time it named is not believed a second time.
  #pauseSeconds(retryAfterSeconds: number | null): number {
    if (!retryAfterSeconds) return backoffSeconds(this.#refusals, REFUSED);
    return this.#refusals === 1 ? retryAfterSeconds : Math.max(retryAfterSeconds, backoffSeconds(this.#refusals - 1, REFUSED));
  }

  /** If the call goes ahead of all others, another one does so now. It may be under way still. */
  giveWay(call: LimitedCall): void {
    if (this.#ahead === call) this.#ahead = null;
    this.#serve();
  }

  #settle(call: LimitedCall, tokens = 0): void {
    this.#close(call, tokens);
    this.giveWay(call);
  }

  #close(call: LimitedCall, tokens: number): void {
    const { booking } = call;
    call.booking = null;
    if (booking) booking.tokens = tokens;
    if (booking && booking.at > this.#clock.now()) this.#window.cancel(booking); // it was to be made later, and was not
  }

  #enqueue(waiting: Waiting): void {
    const place = this.#waiting.findLastIndex(({ call }) => call.order < waiting.call.order) + 1;
    this.#waiting.splice(place, 0, waiting);
    if (place === 0) this.#serve(); // else whoever is first has been seen to
  }

  /** Lets through who may pass now, and sets the timer for the next one. */
  #serve(): void {
    if (this.#timer) this.#clock.clearTimeout(this.#timer.handle);
    this.#timer = null;
    for (let [first] = this.#waiting; first; [first] = this.#waiting) {
      const now = this.#clock.now();
      const opensAt = this.#opensAt(now, first.call);
      if (opensAt > now + CLOSE_ENOUGH_MS) return this.#serveAt(opensAt, now);
      this.#waiting.shift();
      this.#letThrough(first, now);
    }
  }

  #serveAt(time: number, now: number): void {
    if (time === Infinity) return; // whoever is ahead will serve
    this.#timer = { handle: this.#clock.setTimeout(() => this.#serve(), time - now) };
  }

  #opensAt(now: number, { tokens }: LimitedCall): number {
    if (this.#ahead) return Infinity;
    return Math.max(this.#pausedUntil, this.#window.opensAt(now, tokens));
  }

  #letThrough({ call, go }: Waiting, now: number): void {
    call.booking = this.#window.book(now, call.tokens);
    if (this.#refusals > 0) this.#ahead = call;
    go();
  }
}
