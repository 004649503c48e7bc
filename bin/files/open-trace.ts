import { jsonIn, traceIn } from "../../src/core/trace-text.ts";
import { TraceError, type RunSnapshot } from "../../src/index.ts";
import { UsageError } from "../ending/usage-error.ts";
import { reasonOf } from "../text/reason.ts";
import { readText } from "./text-file.ts";

/** Reads a saved run. Throws `UsageError` for a file that cannot be read or is not a trace. */
export async function openTrace(path: string): Promise<RunSnapshot> {
  try {
    const value = jsonIn(await textOf(path), path); // from here on nobody holds the text, which may be long
    return traceIn(value, path);
  } catch (error) {
    if (error instanceof TraceError) throw new UsageError(error.message);
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readText(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
