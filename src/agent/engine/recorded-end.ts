import type { Run } from "../../core/run.ts";
import type { Ending } from "./ending.ts";
import type { Engine } from "./engine.ts";

/** The end of a run, or its cancel, as the journal of a store keeps it and a run that is taken up again finds it. */

/** Records that the run was cancelled, so that it stays so when the process dies before it has ended. */
export function noteCancel(engine: Engine, error: string): void {
  try {
    engine.runJournal?.cancel(error, engine.clock.now());
  } catch (failure) {
    warn(engine, `the cancel of run ${engine.id} could not be recorded`, failure);
  }
}

/** Records how the run has ended. The run is over whatever the store does, and what it has recorded can be read again. */
export function recordEnd(engine: Engine, run: Run): void {
  const { runJournal: journal } = engine;
  if (!journal) return;
  try {
    journal.end(run);
  } catch (error) {
    warn(engine, `the end of run ${engine.id} could not be recorded`, error);
  } finally {
    journal.release();
  }
}

function warn(engine: Engine, what: string, error: unknown): void {
  process.emitWarning(`${what}: ${engine.describe(error)}`, "TroupeWarning");
}

/** How a run that is taken up again had ended, or was cancelled, before that; null where it may still end in any way. */
export function recordedEnding({ past, runJournal, root }: Engine): Ending | null {
  const { ended = null, cancelled = null } = (past && runJournal) ?? {};
  if (ended) return { stopReason: ended.stopReason, limit: ended.limit, error: ended.error, output: ended.output };
  return cancelled ? { stopReason: "cancelled", limit: null, error: cancelled.reason, output: root.lastText } : null;
}

/**
 * Whether the run is one that has ended already and is only told again: then nothing that was not recorded may be done,
 * and the run ends as it did.
 */
export function endsAsRecorded({ past, runJournal, root }: Engine): boolean {
  const ended = runJournal?.ended;
  if (!past || !ended) return false;
  const { stopReason, limit, error, output } = ended;
  const cause = stopReason === "timeout" ? "timeout" : "cancelled";
  root.cut({ stopReason, limit, error, output }, { cause, reason: undefined });
  return true;
}

/** Cancels a run once more, at its time, that was cancelled before its process died. */
export function cancelAsRecorded({ past, runJournal, root }: Engine): void {
  const cancelled = runJournal?.cancelled;
  if (cancelled) past?.at(cancelled.at, () => root.cancel(new RecordedCancel(cancelled.reason)));
}

// Its message is what the trace said of the cancel.
class RecordedCancel extends Error {}

/** What the trace says of a cancel: the caller's reason, when there is more to it than the abort itself. */
export function describeCancel(engine: Engine, reason: unknown): string {
  if (reason instanceof RecordedCancel) return reason.message;
  const isPlainAbort = reason instanceof DOMException && reason.name === "AbortError";
  return isPlainAbort || reason === undefined ? "cancelled" : `cancelled: ${engine.describe(reason)}`;
}
