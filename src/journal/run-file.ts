import { closeSync, constants, fdatasyncSync, fstatSync, ftruncateSync, lstatSync, openSync, readFileSync, writeSync } from "node:fs";
import type { JournalEntry, RunHeader } from "../core/journal.ts";
import { filed, journalError } from "./journal-error.ts";
import { NO_CHECKSUM, readLine, writeLine } from "./line.ts";
import { RunLog } from "./run-log.ts";

/** `each`: every line is on the disk before the run goes on. `none`: with the operating system, which outlives the process. */
export type Sync = "none" | "each";

/** What the file of one run holds. */
export interface ReadRun {
  readonly header: RunHeader;
  readonly log: RunLog;
  /** How many lines there are, the checksum of the last one, and how many bytes they take. */
  readonly lines: number;
  readonly checksum: string;
  readonly sizeBytes: number;
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
  const log = new RunLog();
  let header: RunHeader | null = null;
  let lines = 0;
  let checksum = NO_CHECKSUM;
  let sizeBytes = 0;
  while (sizeBytes < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, sizeBytes);
    const end = newline === -1 ? bytes.length : newline;
    const rest = { number: lines + 1, before: checksum, bytes: bytes.subarray(sizeBytes, end) };
    const read = newline === -1 ? CUT_OFF : readLine(rest.number, textOf(rest.bytes), checksum);
    if (!read.ok) {
      const isLast = end >= bytes.length - 1;
      if (header !== null && isLast && (newline === -1 ? isTorn(rest) : rest.bytes.includes(LOST_BLOCK))) break;
      throw journalError(path, read.isNewer ? "newer" : "damaged", `${read.isNewer ? "cannot be read" : "is damaged"}: line ${lines + 1} ${read.is}`);
    }
    const { line } = read;
    if ((line.type === "header") !== (header === null)) throw journalError(path, "damaged", `is damaged: line ${lines + 1} is in the wrong place`);
    if (line.type === "header") header = line.header;
    else log.add(line);
    checksum = read.checksum;
    lines += 1;
    sizeBytes = end + 1;
  }
  if (!header) throw journalError(path, "damaged", "is damaged: it is empty");
  return { header, log, lines, checksum, sizeBytes, changedAt };
}

interface Rest {
  readonly number: number;
  readonly before: string;
  readonly bytes: Buffer;
}

// What a power failure leaves of a block that was not written in time; no line has a NUL in it.
const LOST_BLOCK = Buffer.alloc(16);

// The beginning of one line is all that a write leaves that was cut off. Behind a whole line there would be its line break:
// where that is missing, a byte has changed, and what stands behind it was kept, too.
function isTorn({ number, before, bytes }: Rest): boolean {
  const text = bytes.toString("latin1");
  for (const { index, 0: tail } of text.matchAll(LINE_END)) {
    const end = index + tail.length;
    if (end < text.length && readLine(number, textOf(bytes.subarray(0, end)), before).ok) return false;
  }
  return true;
}

const LINE_END = /,"checksum":"[\w-]{16}"\}/gu;

const CUT_OFF: ReturnType<typeof readLine> = { ok: false, is: "is cut off" };

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
export interface RunFileStart {
  readonly lines: number;
  readonly checksum: string;
  readonly sizeBytes: number;
  readonly sync: Sync;
}

/** The file of one run, open for writing at its end. Its owner holds the lease. */
export class RunFile {
  readonly #path: string;
  readonly #file: number;
  readonly #sync: Sync;
  #lines: number;
  #checksum: string;
  #sizeBytes: number;
  #isBroken = false;

  /** Opens the file and cuts off what stands behind its last good line. Throws `StoreError`. */
  constructor(path: string, { lines, checksum, sizeBytes, sync }: RunFileStart) {
    this.#path = path;
    this.#sync = sync;
    this.#lines = lines;
    this.#checksum = checksum;
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
    if (this.#isBroken) throw journalError(this.#path, "failed", "could not be brought back into order after a write had failed; it takes nothing more");
    const { text, checksum } = writeLine(this.#lines + 1, entry, this.#checksum);
    const bytes = Buffer.from(`${text}\n`);
    filed(this.#path, () => this.#write(bytes));
    this.#lines += 1;
    this.#checksum = checksum;
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
