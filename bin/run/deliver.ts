import { escapeLines, type Run } from "../../src/index.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import type { Interrupts } from "../ending/interrupts.ts";
import type { ReservedFile } from "../files/reserved-file.ts";
import { saveArtifacts, saveTrace } from "../files/save.ts";
import type { Pages } from "../pages/pages.ts";
import type { Streams } from "../terminal/streams.ts";

/** Where a run is kept besides what is printed of it, each made sure of before it began; null where that was not asked for. */
export interface Kept {
  readonly file: ReservedFile | null;
  readonly folder: string | null;
  readonly pages: Pages | null;
}

/** Keeps a run wherever that was asked for. False when one place did not take it, which is said. */
export async function keepRun(run: Run, { file, folder, pages }: Kept, tell: (line: string) => void, streams: Streams): Promise<boolean> {
  const isPageKept = pages === null || (await pages.end(run, streams));
  const isTraceKept = saveTrace(run, file, streams);
  const areArtifactsKept = folder === null || saveArtifacts(run, folder, tell, streams);
  return isPageKept && isTraceKept && areArtifactsKept;
}

/**
 * The answer of a run. The output of one that failed is its error, which standard error tells; that of one that was cut
 * has nothing of a turn that was under way, so what was shown of it (`soFar`) goes before.
 */
export function answerOf({ output, stopReason, limit }: Run, soFar: string | null = null): string {
  if (stopReason === "error") return "";
  const isCut = stopReason === "cancelled" || limit !== null;
  return (isCut ? soFar : null) ?? output;
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
