import { checkFor, type Check } from "./check-for.ts";
import { describeError, jsonProblem, oneLine } from "./describe.ts";
import { TraceError } from "./errors.ts";
import { isObject } from "./json.ts";
import { RUN_VERSION, runSchema, withMethods, type RunRecord, type RunSnapshot } from "./run.ts";

/**
 * Reads a trace from JSON text. `source` names the file in messages. Throws `TraceError`, one line, for text that is
 * cut off or no JSON, JSON that is no trace, and a trace of a newer version.
 */
export function parseTrace(text: string, source = "the text"): RunSnapshot {
  return traceIn(jsonIn(text, source), source);
}

/** The second half of `parseTrace`, for a caller who has let go of a long text by then. Throws `TraceError` as it does. */
export function traceIn(value: unknown, source: string): RunSnapshot {
  if (!isObject(value) || !("version" in value) || !("steps" in value)) throw new TraceError(`${source} is not a trace`);
  if (typeof value.version === "number" && value.version > RUN_VERSION) {
    const newest = `this troupe reads up to version ${RUN_VERSION}`;
    throw new TraceError(`${source} is a trace of version ${value.version}, which is newer than this program: ${newest}`);
  }
  const problem = problemOf(value);
  if (problem !== null) throw new TraceError(`${source} is not a trace: ${problem}`);
  return withMethods(value as unknown as RunRecord); // checked on the line above; the original keeps later versions' fields
}

let isRun: Check | null = null; // made when it is first needed: most programs read no trace

// The schema itself is asked only for the sentence: it copies all that it looks at.
function problemOf(value: unknown): string | null {
  try {
    isRun ??= checkFor(runSchema);
    if (isRun(value)) return null;
    const issue = runSchema.safeParse(value).error?.issues[0];
    return issue === undefined ? null : `at ${issue.path.map(String).join(".") || "the top"}: ${oneLine(issue.message)}`;
  } catch (error) {
    return describeError(error); // only for a value nested deeper than the call stack
  }
}

/** The first half of `parseTrace`: the JSON in a text. Throws `TraceError` for text that is cut off or no JSON. */
export function jsonIn(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = jsonProblem(error);
    const cut = typeof text === "string" && text.trimStart().startsWith("{");
    throw new TraceError(cut ? `${source} is cut off or damaged: ${message}` : `${source} is not a trace: ${message}`);
  }
}
