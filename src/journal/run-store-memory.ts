import { isSameRun, tracedRow, type RunRow, type TracedRunRow, type WrittenRun } from "./run-store-row.ts";
import type { RunRows } from "./run-store-rows.ts";

/** Rows in memory, for as long as the object lives. */
export class MemoryRunRows implements RunRows {
  readonly #keep: number;
  /** Newest first. */
  #runs: readonly WrittenRun[] = [];

  constructor(keep: number) {
    this.#keep = keep;
  }

  async add(runs: readonly WrittenRun[]): Promise<void> {
    const added = runs.filter((run) => !this.#runs.some((known) => isSameRun(known.row, run.row)));
    this.#runs = [...added.reverse(), ...this.#runs].slice(0, this.#keep);
  }

  async list(limit: number): Promise<readonly RunRow[]> {
    return this.#runs.slice(0, limit).map(({ row }) => row);
  }

  async get(id: string): Promise<TracedRunRow | null> {
    const run = this.#runs.find(({ row }) => row.id === id);
    return run ? tracedRow(run.row, run.trace, "the stored run") : null;
  }

  async clear(): Promise<number> {
    const { length } = this.#runs;
    this.#runs = [];
    return length;
  }
}
