import type { WriteStream } from "node:tty";
import { reasonOf } from "../text/reason.ts";
import { safeLine } from "../text/safe-line.ts";

/** Where the program writes: the answer to `stdout`, everything else to `stderr`. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** What is known of the place a stream leads to. */
export interface Screen {
  /** Whether what stands there can be drawn over: a terminal that knows its own size and does not break a line in two. */
  readonly canRedraw: boolean;
  readonly color: boolean;
  readonly width: number;
  readonly height: number;
}

const WIDTHS = { without: 100, least: 20, most: 1000 };
const DEFAULT_HEIGHT = 24;

/** What a stream leads to: colours only on a terminal, and not where `NO_COLOR` is set or the terminal is dumb. */
export function screenOf(stream: Partial<WriteStream>, environment: NodeJS.ProcessEnv): Screen {
  const isTerminal = stream.isTTY === true;
  const isSmart = isTerminal && environment.TERM !== "dumb";
  const columns = isTerminal && stream.columns ? stream.columns : WIDTHS.without;
  const width = Math.min(WIDTHS.most, Math.max(WIDTHS.least, columns));
  return {
    canRedraw: isSmart && Boolean(stream.columns && stream.rows) && columns >= WIDTHS.least,
    color: isSmart && !environment.NO_COLOR,
    width,
    height: isTerminal && stream.rows ? stream.rows : DEFAULT_HEIGHT,
  };
}

/** Standard output or a file does not take what is to stand there. The message is one safe line that says why. */
export class OutputError extends Error {
  constructor(what: string, cause: unknown) {
    super(safeLine(`${what} cannot be written: ${reasonOf(cause)}`), { cause });
    this.name = "OutputError";
  }
}

/** Writes a text and resolves once it is out. */
export type Writer = (text: string) => Promise<void>;

/**
 * The writer to a stream as it is now, whatever somebody puts in place of its `write` later. A reader that has gone
 * away (`| head`) is no failure; for any other the writer rejects with `OutputError`.
 */
export function writerTo(stream: NodeJS.WritableStream): Writer {
  const write = stream.write.bind(stream) as (text: string, done: (error?: Error | null) => void) => boolean; // the form with a callback
  return (text) =>
    new Promise((resolve, reject) => {
      write(text, (error) => (error && !isGone(error) ? reject(new OutputError("standard output", error)) : resolve()));
    });
}

const GONE: ReadonlySet<string | undefined> = new Set(["EPIPE", "EIO", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

function isGone({ code }: NodeJS.ErrnoException): boolean {
  return GONE.has(code);
}

/** Keeps a reader that goes away, and a full disk, from being a crash: what cannot be written is dropped. */
export function toleratingLostStreams({ stdout, stderr }: Streams): void {
  for (const stream of [stdout, stderr]) stream.on("error", () => undefined); // the answer's writer hears of it itself
}
