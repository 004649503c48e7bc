import { render } from "../../src/index.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { openTrace } from "../files/open-trace.ts";
import { screenOf, writerTo, type Streams } from "../terminal/streams.ts";

/** `troupe show <trace.json>`: prints the tree of a saved run. Throws `UsageError` for a file that is not a trace. */
export async function show(path: string, streams: Streams): Promise<ExitCode> {
  const trace = await openTrace(path);
  const { width, color } = screenOf(streams.stdout, process.env);
  await writerTo(streams.stdout)(`${render(trace, { width, color })}\n`);
  return EXIT.completed;
}
