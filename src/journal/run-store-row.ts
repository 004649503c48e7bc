import { frozenCopy } from "../core/freeze.ts";
import type { Run, RunRecord } from "../core/run.ts";
import { parseTrace } from "../core/trace-text.ts";

/** A run as a run store lists it: plain JSON, frozen. */
export interface RunRow extends Readonly<
  Pick<Run, "id" | "agent" | "goal" | "output" | "stopReason" | "startedAt" | "seconds" | "totalSteps">
> {
  /** What the agent used itself, and what everyone below it did, too. */
  readonly usage: Readonly<Run["usage"]>;
  /** The names of its artifacts. */
  readonly artifacts: readonly string[];
}

/** A stored run with all that it did. */
export interface TracedRunRow extends RunRow {
  /**
   * The trace, frozen, as `render` and the like take it. Bytes of artifacts are not kept: `base64` is empty,
   * `sizeBytes` says how many there were, and the description says so, too.
   */
  readonly trace: Readonly<Run>;
}

/** A run as it is handed to where rows are kept: what is listed of it, and the JSON text of its trace. */
export interface WrittenRun {
  readonly row: RunRow;
  readonly trace: string;
}

/** A run that has ended, as data. */
export type EndedRun = RunRecord & Pick<Run, "stopReason">;

/** What may be kept of a run: its JSON without the bytes of its artifacts. It shares everything else with the original. */
export function withoutBytes(run: Run & { toJSON?: () => EndedRun }): EndedRun {
  const record = run.toJSON?.() ?? run; // where contents are not kept, only its JSON may be
  return { ...record, artifacts: record.artifacts.map(withoutItsBytes) };
}

type ArtifactRecord = RunRecord["artifacts"][number];

const NOT_KEPT = "(bytes not kept)";

function withoutItsBytes(artifact: ArtifactRecord): ArtifactRecord {
  if (artifact.sizeBytes === 0) return artifact;
  const { description = "" } = artifact;
  return { ...artifact, description: description === "" ? NOT_KEPT : `${description} ${NOT_KEPT}`, base64: "" };
}

/** Writes a run down. Throws what `JSON.stringify` throws, as for a trace longer than a text can be. */
export function writtenRun(run: EndedRun): WrittenRun {
  const trace = JSON.stringify(run);
  const { id, agent, goal, output, stopReason, startedAt, seconds, totalSteps, usage, artifacts } = run;
  const row = { id, agent, goal, output, stopReason, startedAt, seconds, totalSteps, usage, artifacts: artifacts.map(({ name }) => name) };
  return { row: frozenCopy(row) as RunRow, trace };
}

/**
 * Whether both are one run told twice, by a store that is a hook twice or by a run that was taken up again when it had
 * ended: then everything but its times, to the microsecond, comes out the same.
 */
export function isSameRun(one: RunRow, other: RunRow): boolean {
  return one.id === other.id && withoutSeconds(one) === withoutSeconds(other);
}

function withoutSeconds(row: RunRow): string {
  return JSON.stringify({ ...row, seconds: 0 });
}

/** The row with its trace read back. `source` names it in the message of the `TraceError` it throws for what is none. */
export function tracedRow(row: RunRow, trace: string, source: string): TracedRunRow {
  return Object.freeze({ ...row, trace: deepFrozen(parseTrace(trace, source)) as Run }); // only runs that have ended are stored
}

function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) deepFrozen(inner);
  return Object.freeze(value);
}
