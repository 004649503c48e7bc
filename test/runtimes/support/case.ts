import type { AgentLogic } from "../../../src/index.ts";
import type { TravellingOptions } from "../../../src/restate/client.ts";

/** One run that comes out the same wherever its agents live. */
export interface RuntimeCase {
  /** What holds, as a sentence in the present tense. */
  readonly title: string;
  /** The root's agent. Its name is the run's id, too, so no two cases have the same one. */
  readonly lead: AgentLogic;
  /** Default `Do it.` */
  readonly goal?: string;
  /** The options that can travel to workers. */
  readonly options?: TravellingOptions;
  /** The story of the run: see `storyOf`. */
  readonly expected: readonly string[];
  /** Where a run on workers is told otherwise, and rightly so. */
  readonly onWorkers?: Otherwise;
}

/** What holds of a run on workers in place of being the same run. */
export interface Otherwise {
  readonly why: string;
  readonly expected: readonly string[];
}

/** What a run is asked to do where its case does not say. */
export const GOAL = "Do it.";
