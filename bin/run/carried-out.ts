import { Console } from "node:console";
import type { ExitCode } from "../ending/exit.ts";
import { readConfig, type Config } from "../options/config.ts";
import { writerTo, type Streams, type Writer } from "../terminal/streams.ts";

/** What a command that runs an agent works with. */
export interface Surroundings {
  readonly write: Writer;
  readonly config: Config;
}

/** Does the work of a command, while nothing but what it writes goes to standard output. */
export async function carriedOut(streams: Streams, work: (surroundings: Surroundings) => Promise<ExitCode>): Promise<ExitCode> {
  const write = writerTo(streams.stdout);
  const allowPrints = keepPrintsOffTheAnswer();
  try {
    return await work({ write, config: await readConfig() });
  } finally {
    allowPrints();
  }
}

// Standard output is the answer, or one JSON document: what an agent's own code prints must not stand in it.
function keepPrintsOffTheAnswer(): () => void {
  const usual = { console: globalThis.console, write: process.stdout.write };
  globalThis.console = new Console(process.stderr, process.stderr);
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return () => {
    globalThis.console = usual.console;
    process.stdout.write = usual.write;
  };
}
