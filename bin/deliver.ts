import { escapeLines, type Run } from "../src/index.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import type { Interrupts } from "./interrupts.ts";
import type { Pages } from "./pages.ts";
import { saveArtifacts, saveTrace } from "./save.ts";
import type { Streams } from "./terminal.ts";
import type { TraceFile } from "./trace-file.ts";

/** Where a run is kept besides what is printed of it, each made sure of before it began; null where that was not asked for. */
export interface Kept {
  readonly file: TraceFile | null;
  readonly folder: string | null;
  readonly pages: Pages;
}

/** Keeps a run wherever that was asked for. False when one place did not take it, which is said. */
export async function keepRun(run: Run, { file, folder, pages }: Kept, tell: (line: string) => void, streams: Streams): Promise<boolean> {
  const isPageKept = await pages.end(run, streams);
  const isTraceKept = saveTrace(run, file, streams);
  const areArtifactsKept = folder === null || saveArtifacts(run, folder, tell, streams);
  return isPageKept && isTraceKept && areArtifactsKept;
}

/** The answer of a run. The output of one that failed is its error, which standard error tells. */
export function answerOf({ output, stopReason }: Run): string {
  return stopReason === "error" ? "" : output;
}

/** An answer as it is printed. */
export function printed(answer: string): string {
  return answer === "" ? "" : `${escapeLines(answer)}\n`;
}

/** The exit code for how a run ended. */
export function exitCodeOf(run: Run, isKept: boolean, interrupts: Interrupts): ExitCode {
  if (interrupts.signal.aborted && run.stopReason === "cancelled") return interrupts.exitCode;
  return run.succeeded && isKept ? EXIT.completed : EXIT.notCompleted;
}
