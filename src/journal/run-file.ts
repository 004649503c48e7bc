import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, lstatSync, openSync, readFileSync, writeSync } from "node:fs";
import type { JournalEntry, RunHeader } from "../core/journal.ts";
import type { StoreError } from "../sqlite/errors.ts";
import { filed, journalError } from "./journal-error.ts";
import { LineReader } from "./line-reader.ts";
import { readLine, writeLine, type LinesEnd, type UntrustedLine } from "./line.ts";
import type { RunLog } from "./run-log.ts";

/** `each`: every line is on the disk before the run goes on. `none`: with the operating system, which outlives the process. */
export type Sync = "none" | "each";

/** What the file of one run holds. */
export interface ReadRun extends LinesEnd {
  readonly header: RunHeader;
  readonly log: RunLog;
  /** How many bytes the lines take. */
  readonly sizeBytes: number;
  /** When the file was last written to, in milliseconds since 1970. */
  readonly changedAt: number;
}

const NEWLINE = 0x0a;

/**
 * Reads the file of one run. A last line that was cut off is passed over: its writer died before anything followed from
 * it. Throws `StoreError` for a file that cannot be read and for any other damage.
 */
export function readRunFile(path: string): ReadRun {
  const { bytes, changedAt } = filed(path, () => contentOf(path));
  return readLines(path, bytes, changedAt);
}

function contentOf(path: string): { readonly bytes: Buffer; readonly changedAt: number } {
  if (!lstatSync(path).isFile()) throw journalError(path, "failed", "is no regular file");
  const file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    return { bytes: readFileSync(file), changedAt: fstatSync(file).mtimeMs };
  } finally {
    closeSync(file);
  }
}

function readLines(path: string, bytes: Buffer, changedAt: number): ReadRun {
  const reader = new LineReader();
  let sizeBytes = 0;
  while (sizeBytes < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, sizeBytes);
    const end = newline === -1 ? bytes.length : newline;
    const rest = { after: reader.end, bytes: bytes.subarray(sizeBytes, end) };
    const untrusted = newline === -1 ? CUT_OFF : reader.take(textOf(rest.bytes));
    if (untrusted) {
      const isLast = end >= bytes.length - 1;
      if (reader.header !== null && isLast && (newline === -1 ? isTorn(rest) : rest.bytes.includes(LOST_BLOCK))) break;
      throw untrustedError(path, untrusted, rest.after);
    }
    sizeBytes = end + 1;
  }
  const { header, log, end } = reader;
  if (!header) throw journalError(path, "damaged", "is damaged: it is empty");
  return { ...end, header, log, sizeBytes, changedAt };
}

function untrustedError(path: string, { is, isNewer }: UntrustedLine, { lines }: LinesEnd): StoreError {
  const [problem, says] = isNewer ? (["newer", "cannot be read"] as const) : (["damaged", "is damaged"] as const);
  return journalError(path, problem, `${says}: line ${lines + 1} ${is}`);
}

interface Rest {
  readonly after: LinesEnd;
  readonly bytes: Buffer;
}

// What a power failure leaves of a block that was not written in time; no line has a NUL in it.
const LOST_BLOCK = Buffer.alloc(16);

// The beginning of one line is all that a write leaves that was cut off. Behind a whole line there would be its line break:
// where that is missing, a byte has changed, and what stands behind it was kept, too.
function isTorn({ after, bytes }: Rest): boolean {
  const text = bytes.toString("latin1");
  for (const { index, 0: tail } of text.matchAll(LINE_END)) {
    const end = index + tail.length;
    if (end < text.length && readLine(textOf(bytes.subarray(0, end)), after).ok) return false;
  }
  return true;
}

const LINE_END = /,"checksum":"[\w-]{16}"\}/gu;

const CUT_OFF: UntrustedLine = { ok: false, is: "is cut off" };

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

// Bytes that are no text become a text that is no line.
function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return "";
  }
}

/** What a file is opened for writing with: where its last good line ends, and what the next one builds on. */
export interface RunFileStart extends LinesEnd {
  readonly sizeBytes: number;
  readonly sync: Sync;
}

/** The file of one run, open for writing at its end. Its owner holds the lease. */
export class RunFile {
  readonly #path: string;
  readonly #file: number;
  readonly #sync: Sync;
  #end: LinesEnd;
  #sizeBytes: number;
  #isBroken = false;

  /** Opens the file and cuts off what stands behind its last good line. Throws `StoreError`. */
  constructor(path: string, { lines, checksum, sizeBytes, sync }: RunFileStart) {
    this.#path = path;
    this.#sync = sync;
    this.#end = { lines, checksum };
    this.#sizeBytes = sizeBytes;
    this.#file = filed(path, () => openSync(path, constants.O_RDWR | constants.O_NOFOLLOW));
    try {
      filed(path, () => this.#cutBack());
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Writes one more line. Throws `StoreError`, and then the file is as it was, or refuses everything from then on. */
  append(entry: JournalEntry): void {
    if (this.#isBroken) {
      throw journalError(this.#path, "failed", "could not be brought back into order after a write had failed; it takes nothing more");
    }
    const { text, end } = writeLine(entry, this.#end);
    const bytes = Buffer.from(`${text}\n`);
    filed(this.#path, () => this.#write(bytes));
    this.#end = end;
    this.#sizeBytes += bytes.length;
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(bytes: Buffer): void {
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done, bytes.length - done, this.#sizeBytes + done);
      if (this.#sync === "each") fdatasyncSync(this.#file);
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  // Half a line must not stay: the next one would be written behind it.
  #undo(): void {
    try {
      this.#cutBack();
    } catch {
      this.#isBroken = true;
    }
  }

  #cutBack(): void {
    if (fstatSync(this.#file).size <= this.#sizeBytes) return;
    ftruncateSync(this.#file, this.#sizeBytes);
    if (this.#sync === "each") fdatasyncSync(this.#file);
  }
}
