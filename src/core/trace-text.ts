import { oneLine } from "./describe.ts";
import { TraceError } from "./errors.ts";
import { isObject } from "./json.ts";
import { RUN_VERSION, runSchema, withMethods, type RunSnapshot } from "./run.ts";

/**
 * Reads a trace from JSON text. `source` names the file in messages. Throws `TraceError`, one line, for text that is
 * cut off or no JSON, JSON that is no trace, and a trace of a newer version.
 */
export function parseTrace(text: string, source: string): RunSnapshot {
  const value = parsed(text, source);
  if (!isObject(value) || !("version" in value) || !("steps" in value)) throw new TraceError(`${source} is not a trace`);
  if (typeof value.version === "number" && value.version > RUN_VERSION) {
    const newest = `this troupe reads up to version ${RUN_VERSION}`;
    throw new TraceError(`${source} is a trace of version ${value.version}, which is newer than this program: ${newest}`);
  }
  const result = runSchema.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    const where = issue?.path.map(String).join(".") || "the top";
    throw new TraceError(`${source} is not a trace: at ${where}: ${oneLine(issue?.message ?? "")}`);
  }
  return withMethods(value as unknown as typeof result.data); // the original keeps fields of later minor versions
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = oneLine((error as Error).message);
    const cut = /end of JSON input|Unterminated|Expected .* at position/u.test(message) && text.trimStart().startsWith("{");
    throw new TraceError(cut ? `${source} is cut off or damaged: ${message}` : `${source} is not a trace: ${message}`);
  }
}
