import { describeError, oneLine } from "./describe.ts";
import { TraceError } from "./errors.ts";
import { isObject } from "./json.ts";
import { RUN_VERSION, runSchema, withMethods, type RunRecord, type RunSnapshot } from "./run.ts";

/**
 * Reads a trace from JSON text. `source` names the file in messages. Throws `TraceError`, one line, for text that is
 * cut off or no JSON, JSON that is no trace, and a trace of a newer version.
 */
export function parseTrace(text: string, source = "the text"): RunSnapshot {
  const value = parsed(text, source);
  if (!isObject(value) || !("version" in value) || !("steps" in value)) throw new TraceError(`${source} is not a trace`);
  if (typeof value.version === "number" && value.version > RUN_VERSION) {
    const newest = `this troupe reads up to version ${RUN_VERSION}`;
    throw new TraceError(`${source} is a trace of version ${value.version}, which is newer than this program: ${newest}`);
  }
  const problem = problemOf(value);
  if (problem !== null) throw new TraceError(`${source} is not a trace: ${problem}`);
  return withMethods(value as unknown as RunRecord); // checked on the line above; the original keeps later versions' fields
}

function problemOf(value: unknown): string | null {
  try {
    const issue = runSchema.safeParse(value).error?.issues[0];
    return issue === undefined ? null : `at ${issue.path.map(String).join(".") || "the top"}: ${oneLine(issue.message)}`;
  } catch (error) {
    return describeError(error); // only for a value nested deeper than the call stack
  }
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = oneLine((error as Error).message); // JSON.parse throws nothing else
    const cut = typeof text === "string" && text.trimStart().startsWith("{");
    throw new TraceError(cut ? `${source} is cut off or damaged: ${message}` : `${source} is not a trace: ${message}`);
  }
}
