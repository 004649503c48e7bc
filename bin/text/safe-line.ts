import { oneLine } from "../../src/core/describe.ts";
import { scrubberFor } from "../../src/core/secrets.ts";
import { escapeForTerminal } from "../../src/index.ts";

/**
 * A sentence of the program's own as one line that may be shown anywhere: what stands in it from arguments, files and
 * errors is escaped, and the values of secret environment variables become `[NAME]`.
 */
export function safeLine(text: string): string {
  return escapeForTerminal(oneLine(scrubberFor(process.env).text(text)));
}
