import type { StoreName } from "./stores.ts";

/** What a process does with a run of the team. */
export interface Job {
  readonly store: StoreName;
  /** Where the store is. */
  readonly path: string;
  /** The file in which every call leaves its lines. */
  readonly log: string;
  readonly runId: string;
  /** Whether the run is gone on with instead of begun. */
  readonly resumes: boolean;
  /** Which entry that it writes is its last, counted from 1; Infinity for none, as null. */
  readonly diesAt: number;
  /** Whether it dies before or right after that entry is kept. */
  readonly moment: "before" | "after";
}
