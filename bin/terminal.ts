import type { WriteStream } from "node:tty";

/** Where the program writes: the answer to `stdout`, everything else to `stderr`. */
export interface Streams {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
}

/** What is known of the place a stream leads to. */
export interface Screen {
  /** Whether what stands there can be drawn over: a terminal that knows its own size. */
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
    canRedraw: isSmart && Boolean(stream.columns && stream.rows),
    color: isSmart && !environment.NO_COLOR,
    width,
    height: isTerminal && stream.rows ? stream.rows : DEFAULT_HEIGHT,
  };
}

/** Writes a text and resolves once it is out. A reader that has gone away (`| head`) is no failure. */
export function written(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => stream.write(text, () => resolve()));
}

/** Keeps a reader that goes away from being a crash: what is written after that is dropped. */
export function toleratingClosedPipes({ stdout, stderr }: Streams): void {
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  }
}
