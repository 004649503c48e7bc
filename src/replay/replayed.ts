import type { RunSnapshot } from "../core/run.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import type { Divergence } from "../trace/diff/run-diff.ts";
import type { ReplaySet } from "./changes.ts";
import type { TracedRequest } from "./requests.ts";

/** How a run is replayed. What is no data, and so is in no trace, is given again. */
export interface ReplayOptions extends Pick<
  RunOptions,
  "signal" | "clock" | "onEvent" | "approve" | "identity" | "returns" | "maxDepth" | "concurrency"
> {
  /** The agent that ran, or what has become of it. Without one nothing can be asked live. */
  readonly agent?: AgentLogic;
  /** What is to be otherwise than it was. */
  readonly set?: ReplaySet;
  /** Whether calls that the trace has no answer to are made. false: the replay ends at the first. Default true. */
  readonly live?: boolean;
}

/** The first call of a replay that the trace has no answer to, with both requests. */
export interface ReplayDivergence {
  /** The id of the step. */
  readonly id: string;
  readonly agent: string;
  /**
   * `changed`: the request is another one. `new`: the run never came to that call. `again`: the request is the same, but
   * its answer may not be used, because the model was set. `open`: the run had not ended, and the call was under way.
   */
  readonly reason: "changed" | "new" | "again" | "open";
  /** What was asked then; null where nothing was, or where only its fingerprint is known: that of a trace that does not fit it. */
  readonly recorded: TracedRequest | null;
  /** What is asked now; null where the replay ended before it was known. */
  readonly now: TracedRequest | null;
}

/** What came of a replay. */
export interface Replay {
  /** The run: of one that came out the same, the very bytes of the recorded one. */
  readonly run: RunSnapshot;
  readonly isSame: boolean;
  readonly divergence: ReplayDivergence | null;
  /** The first place where the two runs differ, wherever that comes from; null where they are the same. */
  readonly firstDifference: Divergence | null;
  /** How many calls were answered from the trace. */
  readonly replayed: number;
  /** The ids of the steps whose calls were made live, in the order in which they were asked for. */
  readonly live: readonly string[];
  /** Keys of `set` that nothing came of, because the replay never got to what they name. */
  readonly unused: readonly string[];
}
