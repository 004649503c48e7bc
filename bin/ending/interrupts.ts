import { describeError } from "../../src/core/describe.ts";
import { safeLine } from "../text/safe-line.ts";
import { EXIT, type ExitCode } from "./exit.ts";

/** The wish, or the need, to stop before the run has ended. */
export interface Interrupts {
  /** Fires at the first interrupt, and when something crashes; whatever listens finishes what it has and writes it. */
  readonly signal: AbortSignal;
  /** The exit code for a run that was stopped by it. */
  readonly exitCode: ExitCode;
  /** Gives Ctrl-C back its usual meaning. */
  stop(): void;
}

/** What is watched for, and what it stops. */
export interface Watching {
  /** What is said to be stopped. Default `the run`. */
  readonly what?: string;
  /** Default those of Ctrl-C, of a polite request to end, and of a terminal that closes. */
  readonly signals?: readonly NodeJS.Signals[];
}

const SIGNALS: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM", "SIGHUP"];
const CRASHES = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Watches for Ctrl-C, and for a terminal that closes: the first one asks to stop (`tell` says so), the second one leaves
 * at once with exit code 130. What an agent's own code throws outside of any call would end the process with everything
 * there is; it asks to stop as well.
 */
export function watchInterrupts(tell: (text: string) => void, { what = "the run", signals = SIGNALS }: Watching = {}): Interrupts {
  const controller = new AbortController();
  let exitCode: ExitCode = EXIT.interrupted;
  const interrupted = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell(`interrupted: stopping ${what}; once more leaves at once`);
    controller.abort();
  };
  const crashed = (error: unknown): void => {
    tell(safeLine(`something failed outside of any call: ${describeError(error)}; stopping ${what}`));
    if (!controller.signal.aborted) exitCode = EXIT.notCompleted;
    controller.abort();
  };
  for (const signal of signals) process.on(signal, interrupted);
  for (const crash of CRASHES) process.on(crash, crashed);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop: () => {
      for (const signal of signals) process.off(signal, interrupted);
      for (const crash of CRASHES) process.off(crash, crashed);
    },
  };
}

/**
 * Does the work of a command and stops watching when it is over. Where the work has met an interrupt while it waited by
 * `unlessInterrupted`, the command ends with the exit code for that.
 */
export async function whileWatching(interrupts: Interrupts, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InterruptedError) return interrupts.exitCode;
    throw error;
  } finally {
    interrupts.stop();
  }
}

/** The wait for something was given up because of an interrupt. */
class InterruptedError extends Error {}

/**
 * Settles as the work does, or rejects with `InterruptedError` at the first interrupt: before a run there is nothing to
 * keep, so nobody has to wait for a module or a large folder any more.
 */
export function unlessInterrupted<Value>(work: Promise<Value>, { signal }: Pick<Interrupts, "signal">): Promise<Value> {
  const interrupted = new Promise<never>((_resolve, reject) => {
    const giveUp = (): void => reject(new InterruptedError());
    if (signal.aborted) giveUp();
    signal.addEventListener("abort", giveUp, { once: true });
  });
  return Promise.race([work, interrupted]);
}
