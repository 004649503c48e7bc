import { parentPort } from "node:worker_threads";
import { failureOf, type Report } from "./report.ts";

/** The work of a thread; `note` hands a text to the starter at once, even when the work never ends. */
export type Work<Result> = (note: (text: string) => void) => Result | Promise<Result>;

/**
 * The thread's own side, called once by its module: prepares (loads packages, say), reports that it is ready, works and
 * reports how that ended. The time limit of the starter counts from the moment it is ready. Never rejects.
 */
export async function serve<Result>(prepare: () => Promise<Work<Result>>): Promise<void> {
  const report = (message: Report<Result>): void => parentPort?.postMessage(message);
  try {
    const work = await prepare();
    report({ type: "ready" });
    report({ type: "ended", result: await work((text) => report({ type: "note", text })) });
  } catch (error) {
    report({ type: "failed", failure: failureOf(error) });
  }
}
