import type { RunSnapshot } from "../../src/index.ts";
import { escapeLines } from "../../src/index.ts";
import { toOtlp } from "../../src/trace/export/otlp/to-otlp.ts";
import { toChromeTrace } from "../../src/trace/export/profile/to-chrome-trace.ts";
import { toSpeedscope } from "../../src/trace/export/profile/to-speedscope.ts";
import { toCsv } from "../../src/trace/export/tables/to-csv.ts";
import { toMarkdown } from "../../src/trace/export/tables/to-markdown.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { UsageError } from "../ending/usage-error.ts";
import { openTrace } from "../files/open-trace.ts";
import { writeOutput } from "../files/output-file.ts";
import { tellFile } from "../files/tell-file.ts";
import { writerTo, type Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";

/** The options of `troupe export`. */
export interface ExportFlags {
  readonly format?: string;
  readonly output?: string;
  readonly contents?: boolean;
}

const FORMATS: Readonly<Record<string, (run: RunSnapshot, contents: boolean) => string>> = {
  otlp: (run, contents) => jsonLine(toOtlp(run, { contents })),
  chrome: (run) => jsonLine(toChromeTrace(run)),
  speedscope: (run) => jsonLine(toSpeedscope(run)),
  csv: (run) => toCsv(run),
  markdown: (run) => `${toMarkdown(run)}\n`,
};

/** The names of the formats. */
export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** `troupe export <trace.json> --format <name>`: a saved run in the form of another tool. */
export async function exportTrace(path: string, { format, output, contents = false }: ExportFlags, streams: Streams): Promise<ExitCode> {
  const write = format !== undefined && Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (!write) throw new UsageError(`--format is ${format === undefined ? "missing" : `'${format}'`}; allowed: ${FORMAT_NAMES.join(", ")}`);
  if (contents && format !== "otlp") throw new UsageError("--contents is for --format otlp; the others say by themselves what is in them");
  const run = await openTrace(path);
  if (output !== undefined) {
    writeOutput(output, () => write(run, contents));
    tellFile(output, streams);
    return EXIT.completed;
  }
  const text = write(run, contents);
  await writerTo(streams.stdout)(streams.stdout.isTTY ? escapeLines(text) : text);
  return EXIT.completed;
}
