import type { Streams } from "../terminal/streams.ts";
import { safeLine } from "../text/safe-line.ts";

/** Says where a file was written. */
export function tellFile(path: string, { stderr }: Pick<Streams, "stderr">): void {
  stderr.write(`written to ${safeLine(path)}\n`);
}
