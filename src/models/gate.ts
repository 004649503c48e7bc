/**
 * Holds calls until it lets them pass (a port), so that a test decides in which order concurrent calls end.
 *
 * An implementer must reject with the signal's own reason as soon as `signal` fires, also for one that has fired
 * already, and must keep nothing of a call that has settled. `gate()` of the testing entry makes one.
 */
export interface Gate {
  /** Resolves when the call may go on. A model call's key is its step id, `0/3.1#2`; a tool chooses its own. */
  pass(key: string, signal: AbortSignal): Promise<void>;
}
