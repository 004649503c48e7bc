import { readFile } from "node:fs/promises";
import { parseTrace, render, TraceError, type RunSnapshot } from "../src/index.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { reasonOf } from "./reason.ts";
import { screenOf, writerTo, type Streams } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** `troupe show <trace.json>`: prints the tree of a saved run. Throws `UsageError` for a file that is not a trace. */
export async function show(path: string, streams: Streams): Promise<ExitCode> {
  const trace = traceFrom(await textOf(path), path);
  const { width, color } = screenOf(streams.stdout, process.env);
  await writerTo(streams.stdout)(`${render(trace, { width, color })}\n`);
  return EXIT.completed;
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}

function traceFrom(text: string, path: string): RunSnapshot {
  try {
    return parseTrace(text, path);
  } catch (error) {
    if (error instanceof TraceError) throw new UsageError(error.message);
    throw error;
  }
}
