import { analyse } from "../../src/trace/analyse/analyse.ts";
import { renderStats } from "../../src/trace/analyse/text/render-stats.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { openTrace } from "../files/open-trace.ts";
import { screenOf, writerTo, type Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";

/** The options of `troupe stats`. */
export interface StatsFlags {
  readonly json?: boolean;
}

/** `troupe stats <trace.json>`: where the time and the tokens of a saved run went, and what stands out in it. */
export async function stats(path: string, { json }: StatsFlags, { stdout }: Streams): Promise<ExitCode> {
  const trace = await openTrace(path);
  const { width, color } = screenOf(stdout, process.env);
  await writerTo(stdout)(json === true ? jsonLine(analyse(trace)) : `${renderStats(trace, { width, color })}\n`);
  return EXIT.completed;
}
