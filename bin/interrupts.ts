import { EXIT } from "./exit.ts";

/** The user's wish to stop. */
export interface Interrupts {
  /** Fires at the first interrupt; whatever listens finishes what it has and writes it. */
  readonly signal: AbortSignal;
  /** Gives Ctrl-C back its usual meaning. */
  stop(): void;
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Watches for Ctrl-C, and for a terminal that closes: the first one asks to stop (`tell` says so), the second one leaves
 * at once with exit code 130.
 */
export function watchInterrupts(tell: (text: string) => void): Interrupts {
  const controller = new AbortController();
  const interrupted = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    tell("interrupted: stopping the run; once more leaves at once");
    controller.abort();
  };
  for (const signal of SIGNALS) process.on(signal, interrupted);
  return {
    signal: controller.signal,
    stop: () => {
      for (const signal of SIGNALS) process.off(signal, interrupted);
    },
  };
}
