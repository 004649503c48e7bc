import { z } from "zod";
import { artifactInputFrom, artifactRecordSchema } from "../core/artifact.ts";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import type { JournalStore, RunHeader } from "../core/journal.ts";
import type { Run } from "../core/run.ts";
import { CatchUpClock } from "../agent/time/catch-up.ts";
import { systemClock } from "../agent/time/clock.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import { definitionsOf, differingIn } from "../agent/definition/fingerprints.ts";
import { prepare } from "../agent/from-agent.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { start, type RunHandle } from "../agent/run.ts";

/** How a run is taken up again: what is no data, and so could not be kept, is given again. */
export interface ResumeOptions extends Pick<RunOptions, "signal" | "clock" | "onEvent" | "approve" | "identity" | "returns" | "inspect"> {
  readonly journal: JournalStore;
  /** Goes on although a definition has changed: recorded calls whose request is the same still count. Default false. */
  readonly acceptChanges?: boolean;
}

/**
 * Goes on with a run that did not end: nothing that was recorded is paid for again, what was under way is made once
 * more where that can do no harm, and budgets, deadlines, ledger and trace come out as if nothing had happened. A run
 * that has ended is told again from its records, without a call. Rejects like `run`, with `StoreError` for a run that
 * cannot be opened, and with `DefinitionError` when a definition has changed.
 */
export async function resume(agent: AgentLogic, runId: string, options: ResumeOptions): Promise<Run> {
  return startResumed(agent, runId, options).result;
}

/** Goes on with a run like `resume`, handing back the run under way. Throws what makes `resume` reject before it began. */
export function startResumed(
  agent: AgentLogic,
  runId: string,
  { journal: store, acceptChanges = false, ...rest }: ResumeOptions,
): RunHandle {
  const journal = store.open(runId);
  try {
    const { header } = journal;
    const options = { ...optionsFrom(header), ...rest };
    if (!acceptChanges) checkUnchanged(agent, header, options);
    const clock = new CatchUpClock(rest.clock ?? systemClock, header.startedAt);
    return start(agent, header.goal, { ...options, ids: () => header.runId, clock, journal });
  } catch (error) {
    journal.release();
    throw error;
  }
}

const keptOptions = z.object({
  budget: z.record(z.string(), z.json()),
  pool: z.record(z.string(), z.json()),
  concurrency: z.object({ model: z.number(), tools: z.number() }),
  maxDepth: z.number(),
  contents: z.boolean(),
  artifacts: z.array(artifactRecordSchema),
  identity: z.json().optional(),
});

function optionsFrom({ runId, options }: RunHeader): RunOptions {
  const { artifacts, ...kept } = checked(`the journal of run ${runId}: options`, keptOptions, options);
  return { ...kept, artifacts: artifacts.map(artifactInputFrom) };
}

function checkUnchanged(agent: AgentLogic, header: RunHeader, options: RunOptions): void {
  const { registries, options: read } = prepare(agent, header.goal, options);
  const changed = differingIn(header.definitions, definitionsOf(registries, read.returns));
  if (changed.length === 0) return;
  const allowed = "the definitions the run was started with, or acceptChanges: true";
  throw new DefinitionError({ subject: `run ${header.runId}`, field: "definitions", value: `changed: ${changed.join(", ")}`, allowed });
}

