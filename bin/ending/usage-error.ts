import { safeLine } from "../text/safe-line.ts";

/** The command line was used wrongly. The message is one line, safe to show; the program ends with exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(safeLine(message), options);
    this.name = "UsageError";
  }
}
