/** A time limit for work that ends when its signal fires. */
export interface Deadline {
  readonly seconds: number;
  /** The caller's own signal, which ends the work too. */
  readonly signal: AbortSignal;
  /** What the work fails with when it is late. */
  readonly late: () => Error;
}

/**
 * Does work that heeds a signal, which fires with the caller's or when the time is up. Settles as the work does, but
 * with the caller's reason, or with `late()`, once the signal has fired. Goes by real time, as the network does.
 */
export async function withDeadline<Result>(
  { seconds, signal, late }: Deadline,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(late()), seconds * 1000);
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}
