import { setImmediate } from "node:timers";

/** What Node calls the work that will go on without anyone's help: queued immediates and operations on files. */
const AT_WORK: ReadonlySet<string> = new Set(["Immediate", "FSReqCallback", "FSReqPromise", "CloseReq"]);

/**
 * Resolves when the program can only wait: all promise chains have run to their ends, no `setImmediate` is queued (an
 * agent yields with it) and no operation on a file is under way. Real timers, sockets, processes and threads do not
 * count: nobody can tell those that will bring something from those that merely exist.
 */
export function untilQuiet(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      // Node runs every microtask before the next immediate, so no promise chain is half way through here.
      if (process.getActiveResourcesInfo().some((name) => AT_WORK.has(name))) setImmediate(look);
      else resolve();
    };
    setImmediate(look);
  });
}
