import { describeError } from "../src/core/describe.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { safeLine } from "./safe-line.ts";

/** The wish, or the need, to stop before the run has ended. */
export interface Interrupts {
  /** Fires at the first interrupt, and when something crashes; whatever listens finishes what it has and writes it. */
  readonly signal: AbortSignal;
  /** The exit code for a run that was stopped by it. */
  readonly exitCode: ExitCode;
  /** Gives Ctrl-C back its usual meaning. */
  stop(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const CRASHES = ["uncaughtException", "unhandledRejection"] as const;

/**
 * Watches for Ctrl-C, and for a terminal that closes: the first one asks to stop (`tell` says so), the second one leaves
 * at once with exit code 130. What an agent's own code throws outside of any call would end the process with everything
 * there is; it asks to stop as well.
 */
export function watchInterrupts(tell: (text: string) => void): Interrupts {
  const controller = new AbortController();
  let exitCode: ExitCode = EXIT.interrupted;
  const interrupted = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell("interrupted: stopping the run; once more leaves at once");
    controller.abort();
  };
  const crashed = (error: unknown): void => {
    tell(safeLine(`something failed outside of any call: ${describeError(error)}; stopping the run`));
    if (!controller.signal.aborted) exitCode = EXIT.notCompleted;
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  for (const crash of CRASHES) process.on(crash, crashed);
  return {
    signal: controller.signal,
    get exitCode() {
      return exitCode;
    },
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, interrupted);
      for (const crash of CRASHES) process.off(crash, crashed);
    },
  };
}
