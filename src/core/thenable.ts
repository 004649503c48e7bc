/**
 * Takes the blame off a promise that stands where a plain value belongs and is refused for that: nobody will wait for
 * it, and a rejection that nobody handles ends the process. Any other value is left alone. Never throws.
 */
export function disown(value: unknown): void {
  try {
    if (isPromiseLike(value)) void value.then(undefined, () => undefined);
  } catch {
    // a `then` that throws is as good as refused
  }
}

/** True for a promise of any make. */
export function isPromiseLike<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
