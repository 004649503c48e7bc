import { setImmediate } from "node:timers";
import { TroupeError } from "../core/errors.ts";

/** A virtual clock cannot go on: nothing is left that could settle a promise, or it was asked for something impossible. */
export class ClockError extends TroupeError {}

const IMMEDIATE = "Immediate";

/** What Node calls operations on files that are under way. */
const ON_FILES: ReadonlySet<string> = new Set(["FSReqCallback", "FSReqPromise", "CloseReq"]);

const MOST_LOOKS = 100_000; // well under a second; an agent yields once in hundreds of turns, so no run comes near it

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: ClockError) => void;
}

// All who wait share one watcher: two of them would take each other's immediates for work and never see the end.
let waiters: Waiter[] = [];

/**
 * Resolves when the program can only wait: all promise chains have run to their ends, no `setImmediate` is queued (an
 * agent yields with it) and no operation on a file is under way. Real timers, sockets, processes and threads do not
 * count: nobody can tell those that will bring something from those that merely exist. Rejects with `ClockError` when
 * something queues immediates for ever.
 */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve, reject) => {
    waiters.push({ resolve, reject });
    if (waiters.length === 1) setImmediate(look, 1);
  });
}

// Node runs every microtask before the next immediate, so no promise chain is half way through while this looks.
function look(looks: number): void {
  const underWay = process.getActiveResourcesInfo();
  if (underWay.some((name) => ON_FILES.has(name))) setImmediate(look, looks);
  else if (!underWay.includes(IMMEDIATE)) tell(({ resolve }) => resolve());
  else if (looks < MOST_LOOKS) setImmediate(look, looks + 1);
  else tell(({ reject }) => reject(endless()));
}

function tell(each: (waiter: Waiter) => void): void {
  const told = waiters;
  waiters = [];
  told.forEach(each);
}

function endless(): ClockError {
  return new ClockError(`the program is still busy after ${MOST_LOOKS} turns of the event loop: something calls setImmediate for ever`);
}
