import { oneLine } from "../src/core/describe.ts";
import { escapeForTerminal } from "../src/index.ts";

/** The command line was used wrongly. The message is one line, safe to show; the program ends with exit code 2. */
export class UsageError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(escapeForTerminal(oneLine(message)), options);
    this.name = "UsageError";
  }
}
