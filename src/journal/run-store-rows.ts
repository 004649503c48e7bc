import type { RunRow, TracedRunRow, WrittenRun } from "./run-store-row.ts";

/**
 * Where a run store keeps its rows (a port): the newest of them, as many as it was made for.
 *
 * An implementer must do each `add` as one step: all the runs are kept, in their order, and as many of the oldest rows
 * dropped as there are too many; or, when it rejects, nothing has changed. A run that it has already (`isSameRun`) is not
 * added again.
 */
export interface RunRows {
  add(runs: readonly WrittenRun[]): Promise<void>;
  /** The newest rows, newest first, at most so many. */
  list(limit: number): Promise<readonly RunRow[]>;
  /** The newest row of this id, or null. */
  get(id: string): Promise<TracedRunRow | null>;
  /** Removes all rows; resolves to how many there were. */
  clear(): Promise<number>;
}
