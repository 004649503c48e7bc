import type { StoredRun } from "../../src/core/journal.ts";
import { startResumed } from "../../src/journal/resume.ts";
import type { ExitCode } from "../ending/exit.ts";
import { UsageError } from "../ending/usage-error.ts";
import { existingStore, keptFlags } from "../options/journal-folder.ts";
import type { RunFlags } from "../options/run-options.ts";
import { carriedOut } from "../run/carried-out.ts";
import { runWith } from "../run/run.ts";
import type { Streams } from "../terminal/streams.ts";

/** The options of `troupe resume`. Those that say who runs are the ones the run was started with, unless given again. */
export interface ResumeFlags extends Omit<RunFlags, "budget" | "pool" | "concurrency"> {
  readonly acceptChanges?: boolean;
}

/**
 * `troupe resume <id>`: goes on with a run that was kept with --journal and has not ended, and writes its answer as
 * `troupe run` does; a run that has ended is told again without a call. Throws `UsageError`.
 */
export async function resumeRun(runId: string, given: ResumeFlags, streams: Streams): Promise<ExitCode> {
  return carriedOut(streams, async ({ write, config }) => {
    const { acceptChanges = false, journal: folder = config.flags.journal, ...flags } = given;
    const journal = existingStore(folder);
    const { header } = foundIn(journal.list(), runId);
    const command = { flags: { ...keptFlags(header), ...flags }, isModelGiven: flags.model !== undefined, write };
    return runWith(
      { ...command, begin: (agent, options) => startResumed(agent, header.runId, { ...options, journal, acceptChanges }) },
      streams,
    );
  });
}

// The whole id, or the beginning of one, as long as only one run has it.
function foundIn(runs: readonly StoredRun[], wanted: string): StoredRun {
  const found = runs.filter(({ header }) => header.runId === wanted);
  const begun = found.length > 0 ? found : runs.filter(({ header }) => wanted !== "" && header.runId.startsWith(wanted));
  const [run, another] = begun;
  if (run === undefined) throw new UsageError(`there is no run '${wanted}' in this journal; troupe runs lists those there are`);
  if (another !== undefined) throw new UsageError(`the ids of ${begun.length} runs begin with '${wanted}'; give more of it`);
  if (run.problem !== null) throw new UsageError(run.problem);
  return run;
}
