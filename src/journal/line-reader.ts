import type { RunHeader } from "../core/journal.ts";
import { NO_LINES, readLine, type LinesEnd, type UntrustedLine } from "./line.ts";
import { RunLog } from "./run-log.ts";

/** Reads a stored journal line by line. What was taken in so far stands in its fields. */
export class LineReader {
  readonly log = new RunLog();
  /** Null until the first line is there. */
  header: RunHeader | null = null;
  end: LinesEnd = NO_LINES;

  /** Takes in the next line, without its line break. One that cannot be trusted is returned, and not taken in. */
  take(text: string): UntrustedLine | null {
    const read = readLine(text, this.end);
    if (!read.ok) return read;
    const { line } = read;
    if ((line.type === "header") !== (this.header === null)) return { ok: false, is: "is in the wrong place" };
    if (line.type === "header") this.header = line.header;
    else this.log.add(line);
    this.end = read.end;
    return null;
  }
}
