import type { ModelCallOptions } from "../core/model.ts";

/**
 * Waits for what `begin` starts, or rejects with the signal's own reason as soon as the signal fires. `begin` is given
 * what to call when it is over and returns how to call it off. No listener is left behind, whichever comes first.
 */
export async function interruptible(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const stop = (): void => {
      callOff();
      resolve();
    };
    signal.addEventListener("abort", stop, { once: true });
    const callOff = begin(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
  });
  signal.throwIfAborted();
}

/** Waits on the run's clock. When the signal fires, rejects with its reason at once and leaves no timer behind. */
export function waitSeconds(seconds: number, { clock, signal }: Pick<ModelCallOptions, "clock" | "signal">): Promise<void> {
  return interruptible(signal, (done) => {
    const timer = clock.setTimeout(done, seconds * 1000);
    return () => clock.clearTimeout(timer);
  });
}
