import { readFile } from "node:fs/promises";
import { parseTrace, TraceError, type RunSnapshot } from "../src/index.ts";
import { reasonOf } from "./reason.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a saved run. Throws `UsageError` for a file that cannot be read or is not a trace. */
export async function openTrace(path: string): Promise<RunSnapshot> {
  try {
    return parseTrace(await textOf(path), path);
  } catch (error) {
    if (error instanceof TraceError) throw new UsageError(error.message);
    throw error;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
}
