import { relative } from "node:path";
import type { Run, RunSnapshot } from "../src/index.ts";
import { writeArtifacts } from "./artifact-files.ts";
import { jsonLine } from "./json-line.ts";
import { reasonOf } from "./reason.ts";
import { safeLine } from "./safe-line.ts";
import type { Streams } from "./terminal.ts";
import type { TraceFile } from "./trace-file.ts";

/** Puts the trace of a run in its place, where one was reserved. Says so when that fails, and returns false. */
export function saveTrace(run: RunSnapshot, file: TraceFile | null, { stderr }: Streams): boolean {
  try {
    file?.save(jsonLine(run));
    return true;
  } catch (error) {
    stderr.write(`troupe: the trace could not be written: ${safeLine(reasonOf(error))}\n`);
    return false;
  }
}

/** Writes what a run produced into a folder and tells which file each artifact became. False when one could not be written, which is said. */
export function saveArtifacts(run: Run, folder: string, tell: (line: string) => void, { stderr }: Streams): boolean {
  const artifacts = run.artifacts.flatMap(({ name }) => run.artifact(name) ?? []);
  const written = writeArtifacts(folder, artifacts);
  for (const { name, file, problem } of written) {
    if (problem === null) tell(`artifact ${safeLine(name)}: ${safeLine(relative(".", file))}`);
    else stderr.write(`troupe: the artifact ${safeLine(name)} could not be written: ${safeLine(problem)}\n`);
  }
  return written.every(({ problem }) => problem === null);
}
