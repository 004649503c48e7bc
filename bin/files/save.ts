import { relative } from "node:path";
import type { Run, RunSnapshot } from "../../src/index.ts";
import type { Streams } from "../terminal/streams.ts";
import { jsonLine } from "../text/json-line.ts";
import { reasonOf } from "../text/reason.ts";
import { safeLine } from "../text/safe-line.ts";
import { writeArtifacts } from "./artifact-files.ts";
import type { ReservedFile } from "./reserved-file.ts";

/** Puts the trace of a run in its place, where one was reserved. Says so when that fails, and returns false. */
export function saveTrace(run: RunSnapshot, file: ReservedFile | null, { stderr }: Streams): boolean {
  try {
    file?.save(jsonLine(run));
    return true;
  } catch (error) {
    stderr.write(`troupe: the trace could not be written: ${safeLine(reasonOf(error))}\n`);
    return false;
  }
}

/** Writes what a run produced into a folder, and tells which file each artifact became. False when one was not written, which is said. */
export function saveArtifacts(run: Run, folder: string, tell: (line: string) => void, { stderr }: Streams): boolean {
  const artifacts = run.artifacts.flatMap(({ name }) => run.artifact(name) ?? []);
  const written = writeArtifacts(folder, artifacts);
  for (const { name, file, problem } of written) {
    if (problem === null) tell(`artifact ${safeLine(name)}: ${safeLine(relative(".", file))}`);
    else stderr.write(`troupe: the artifact ${safeLine(name)} could not be written: ${safeLine(problem)}\n`);
  }
  return written.every(({ problem }) => problem === null);
}
