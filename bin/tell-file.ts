import { safeLine } from "./safe-line.ts";
import type { Streams } from "./terminal.ts";

/** Says where a file was written. */
export function tellFile(path: string, { stderr }: Pick<Streams, "stderr">): void {
  stderr.write(`written to ${safeLine(path)}\n`);
}
