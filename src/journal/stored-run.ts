import { JOURNAL_VERSION, type RunHeader, type StoredRun } from "../core/journal.ts";
import type { RunLog } from "./run-log.ts";

/** What is known of a stored run whose records could be read. */
export interface Known {
  readonly header: RunHeader;
  readonly log: RunLog;
  /** How it stands unless it has ended. */
  readonly state: "running" | "interrupted";
  readonly changedAt: number;
}

/** A stored run as a line of a store's list. */
export function storedRun({ header, log, state, changedAt }: Known): StoredRun {
  const { ended, effects, tokens } = log;
  return {
    header,
    state: ended ? "ended" : state,
    stopReason: ended?.stopReason ?? null,
    effects,
    tokens: ended?.tokens ?? tokens,
    changedAt,
    problem: null,
  };
}

/** A stored run of which nothing can be trusted, its header included: all that is known of it is where it was found. */
export function damagedRun(runId: string, changedAt: number, { message }: Error): StoredRun {
  const header: RunHeader = { version: JOURNAL_VERSION, runId, agent: "", goal: "", startedAt: changedAt, definitions: {}, options: {} };
  return { header, state: "damaged", stopReason: null, effects: 0, tokens: 0, changedAt, problem: message };
}

/** The order of a store's list. */
export function newestFirst(runs: readonly StoredRun[]): readonly StoredRun[] {
  return [...runs].sort((a, b) => b.header.startedAt - a.header.startedAt || (a.header.runId < b.header.runId ? -1 : 1));
}
