/** Work that is done once for all who ask; each may stop waiting by its own signal. */
export type Shared<Value> = (signal?: AbortSignal) => Promise<Value>;

interface Attempt<Value> {
  readonly promise: Promise<Value>;
  readonly controller: AbortController;
  waiting: number;
  isSettled: boolean;
}

/**
 * Makes work shared: begun by the first who asks and kept for all later ones. Its own signal fires only when nobody
 * waits for it any more; what failed or was given up is begun anew by the next who asks.
 */
export function shared<Value>(make: (signal: AbortSignal) => Promise<Value>): Shared<Value> {
  let current: Attempt<Value> | null = null;
  const forget = (attempt: Attempt<Value>): void => {
    if (current === attempt) current = null;
  };
  return async (signal) => {
    signal?.throwIfAborted();
    const attempt = (current ??= begin(make, forget));
    attempt.waiting += 1;
    try {
      return await untilAborted(attempt.promise, signal);
    } finally {
      attempt.waiting -= 1;
      if (attempt.waiting === 0 && !attempt.isSettled) {
        forget(attempt);
        attempt.controller.abort(signal?.reason);
      }
    }
  };
}

function begin<Value>(make: (signal: AbortSignal) => Promise<Value>, forget: (attempt: Attempt<Value>) => void): Attempt<Value> {
  const controller = new AbortController();
  const attempt: Attempt<Value> = { promise: make(controller.signal), controller, waiting: 0, isSettled: false };
  attempt.promise.then(
    () => {
      attempt.isSettled = true;
    },
    () => {
      attempt.isSettled = true;
      forget(attempt);
    },
  );
  return attempt;
}

function untilAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error); // the caller's own reason, whatever it is
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
