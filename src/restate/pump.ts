import { CancelledError, RestatePromise, TerminalError } from "@restatedev/restate-sdk";

/** What an operation of the engine came to. */
export type Came<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Error };

/** An operation that is watched. */
export interface Watched {
  /** Its result is wanted no more. */
  drop(): void;
}

interface Open extends Watched {
  /** Yields what is to be done when it is the first to come. */
  readonly promise: RestatePromise<() => void>;
}

/**
 * The one place that awaits the engine, which allows a single await at a time and starts an operation only once it is
 * awaited. Hands out one result after the other; all that follows from it has happened before the next is asked for,
 * so an invocation that is told again finds everything in the same order.
 */
export class Pump {
  /** Whether the engine has cancelled the invocation. */
  isCancelled = false;
  readonly #open = new Set<Open>();
  #holds = 0;
  #released: () => void = () => undefined;

  /** Watches an operation; `came` is called at most once, while the pump is turned. */
  watch<Value>(promise: RestatePromise<Value>, came: (came: Came<Value>) => void): Watched {
    const drop = (): void => void this.#open.delete(open);
    const tell = (value: Value | undefined, failure: Error | undefined): void => {
      drop();
      came(failure ? { ok: false, error: failure } : { ok: true, value: value as Value }); // one of the two is there
    };
    const open: Open = { promise: promise.map((value, failure) => () => tell(value, failure)), drop };
    this.#open.add(open);
    return open;
  }

  /** Lets nothing be asked for until the function it returns is called. */
  hold(): () => void {
    let isHeld = true;
    this.#holds += 1;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#released();
    };
  }

  /** Waits until all that follows from the last result has happened. */
  async settle(): Promise<void> {
    do {
      while (this.#holds > 0) await new Promise<void>((resolve) => (this.#released = resolve));
      await new Promise((resolve) => setImmediate(resolve));
    } while (this.#holds > 0);
  }

  /** Hands out the next result, of everything watched or only of these, or notes that the invocation was cancelled. */
  async next(among: Iterable<Watched> = this.#open): Promise<void> {
    const asked = new Set(among);
    const open = [...this.#open].filter((one) => asked.has(one));
    if (open.length === 0) throw new TerminalError("the run waits for something that the engine knows nothing of");
    try {
      const tell = await RestatePromise.race(open.map(({ promise }) => promise));
      tell();
    } catch (error) {
      if (!(error instanceof CancelledError)) throw error;
      this.isCancelled = true;
    }
  }

  /** Waits for one operation alone. */
  async only<Value>(promise: RestatePromise<Value>): Promise<Came<Value>> {
    let result: Came<Value> | null = null;
    const watched = this.watch(promise, (came) => (result = came));
    while (!result) await this.next([watched]);
    return result;
  }
}
