import type { Shape } from "./brain.ts";

/** Starts one run from an empty conversation and resolves to its final text. */
export type StartRun = () => Promise<string>;

/** A contestant: how one way of running agents does each kind of work. The brain and the echo tool come from `brain.ts`. */
export interface Runtime {
  readonly peer: string;
  readonly versions: Readonly<Record<string, string>>;
  /** One agent with the echo tool, given `task:1`. */
  readonly single: (shape: Shape) => StartRun;
  /** A parent (`go`) that delegates to one specialist with the echo tool, one call after the other. */
  readonly delegateSeq: (shape: Shape) => StartRun;
  /** The same, all calls in one turn. */
  readonly fanout: (shape: Shape) => StartRun;
  /** Agents that delegate to each other, `depth` deep, given `depth:<depth>`. */
  readonly chain: (shape: Shape) => StartRun;
  /** Readies the process, once; `traced` asks for the runtime's own tracing, kept in memory. */
  readonly init?: (options: { readonly traced: boolean }) => Promise<void>;
  /** Lets go of what tracing has kept so far. */
  readonly dropSpans?: () => void;
}
