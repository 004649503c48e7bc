import type { Clock } from "../../core/clock.ts";
import { disown } from "../../core/thenable.ts";
import { interruptible } from "../waiting.ts";

/** How long to wait, and by what. */
export interface Patience {
  /** Without it there is no limit. */
  readonly seconds: number | undefined;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * What a promise comes to, or null when so many seconds pass before. Rejects with the signal's reason at once when it
 * fires. Leaves no timer and no listener behind; the promise itself is left alone, and its rejection harms nobody.
 */
export async function within<Value>(promise: PromiseLike<Value>, patience: Patience): Promise<{ readonly value: Value } | null> {
  const { seconds, clock, signal } = patience;
  disown(promise);
  let isSettled = false;
  await interruptible(signal, (done) => {
    const timer = seconds === undefined ? null : { handle: clock.setTimeout(done, seconds * 1000) };
    const clear = (): void => {
      if (timer) clock.clearTimeout(timer.handle);
    };
    const settled = (): void => {
      isSettled = true;
      clear();
      done();
    };
    promise.then(settled, settled);
    return clear;
  });
  return isSettled ? { value: await promise } : null;
}
