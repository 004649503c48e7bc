import { DefinitionError } from "../../src/index.ts";
import { diff } from "../../src/trace/diff/diff.ts";
import { failOn, type Failure } from "../../src/trace/diff/fail-on.ts";
import { renderDiff } from "../../src/trace/diff/render-diff.ts";
import type { RunDiff } from "../../src/trace/diff/run-diff.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { UsageError } from "../ending/usage-error.ts";
import { openTrace } from "../files/open-trace.ts";
import { screenOf, writerTo, type Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";
import { safeLine } from "../text/safe-line.ts";

/** The options of `troupe diff`. */
export interface DiffFlags {
  readonly json?: boolean;
  readonly failOn?: string;
}

/** `troupe diff <a.json> <b.json>`: what differs between two saved runs. Exit code 1 where that is something `--fail-on` names. */
export async function diffTraces(a: string, b: string, flags: DiffFlags, { stdout, stderr }: Streams): Promise<ExitCode> {
  const terms = termsIn(flags.failOn);
  const compared = diff(await openTrace(a), await openTrace(b));
  const failures = failuresOf(compared, terms);
  const { width, color } = screenOf(stdout, process.env);
  await writerTo(stdout)(flags.json === true ? jsonLine(compared) : `${renderDiff(compared, { width, color })}\n`);
  for (const { term, reason } of failures) stderr.write(`troupe: ${safeLine(`--fail-on ${term}: ${reason}`)}\n`);
  return failures.length === 0 ? EXIT.completed : EXIT.notCompleted;
}

function termsIn(text: string | undefined): readonly string[] {
  return text === undefined ? [] : text.split(",").map((term) => term.trim());
}

function failuresOf(compared: RunDiff, terms: readonly string[]): readonly Failure[] {
  try {
    return failOn(compared, terms);
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(`--fail-on: '${String(error.value)}' is no term; allowed: ${error.allowed}`);
    throw error;
  }
}
