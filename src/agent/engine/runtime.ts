import type { Artifact } from "../../core/artifact.ts";
import type { Clock } from "../../core/clock.ts";
import type { EffectKey, EffectRecord } from "../../core/journal.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Amounts, Stands } from "../../core/ledger.ts";
import type { Limit, RunRecord } from "../../core/run.ts";

/** What the work itself may use of its effect. */
export interface RunningEffect {
  readonly signal: AbortSignal;
  readonly isOpen: boolean;
  /** The clock that goes on while the work does. */
  readonly clock: Clock;
}

/** One call that a runtime is to make: once, and to keep what came of it before it says so. */
export interface Work {
  readonly key: EffectKey;
  /** What it takes a slot of; a check takes none. */
  readonly lane: "model" | "tool" | "exclusive" | "approval" | "check";
  readonly depth: number;
  readonly timeoutSeconds: number | null;
  /** Does the work. It is total, and nothing of it counts but the value that it resolves to. */
  readonly perform: (effect: RunningEffect) => Promise<JsonValue>;
  /** What the call comes to where it had begun before and must not be made again; null where it may be. */
  readonly lost: (() => JsonValue) | null;
  /** Called when the call begins, with the worker that makes it; at the same place of the run whenever that is told again. */
  readonly begun: (worker: string) => void;
}

/** A call that a runtime makes. */
export interface WorkUnderWay {
  /** Rejects where it could not be kept. */
  readonly record: Promise<EffectRecord>;
  /** The call is wanted no more: it is told, and what comes of it is dropped. */
  cancel(reason: unknown): void;
}

/** A delegation that a runtime is to carry out. */
export interface RemoteDelegation {
  /** The name under which the parent's model calls the specialist. */
  readonly call: string;
  readonly goal: string;
  readonly artifacts: readonly Artifact[];
  readonly path: string;
  readonly depth: number;
  /** The names of the agents above the specialist, the root's first. */
  readonly line: readonly string[];
  /** How many delegations the turn has in which this one was asked for. */
  readonly ofTurn: number;
  readonly slices: Slices;
  /** The deadline of the agent that delegates. */
  readonly deadline: Deadline;
  /** Called in place of a run that comes back, before the agent that delegates is cut: what the specialist had done. */
  readonly keep: (run: RemoteRun) => void;
}

/** A moment at which an agent is cut, in milliseconds since the epoch, and whose ceiling that is. */
export interface Deadline {
  readonly at: number;
  readonly limit: Limit;
}

/** What a specialist that lives elsewhere may spend with everyone below it, and whose ceiling each amount stands for. */
export interface Slices {
  readonly amounts: Amounts;
  readonly stands: Stands;
}

/** What came back of a specialist that lived elsewhere. */
export interface RemoteRun {
  readonly run: RunRecord;
  readonly worker: string;
}

/** A specialist that lives elsewhere. */
export interface RemoteSpecialist {
  /** Its run, whatever became of it. Rejects where there will never be one. */
  readonly run: Promise<RemoteRun>;
  /** Cancels it. What it had done comes back as its run. */
  cancel(): void;
}

/**
 * Where the agents of a run live, when that is not this process alone (a port). Everything it gives back, it must give
 * back in the same order whenever the run is told again, and it moves the run's clock only then.
 */
export interface Runtime {
  perform(work: Work): WorkUnderWay;
  /** Starts a specialist elsewhere. */
  delegate(delegation: RemoteDelegation): RemoteSpecialist;
  /** Lets nothing come back until the function it returns is called: code is running whose time is not the run's. */
  hold(): () => void;
}

/** What the agent above handed down to a specialist that lives elsewhere. */
export interface Granted {
  readonly slices: Slices;
  readonly deadline: Deadline;
  /** Artifacts that it may read, and that are not its own. */
  readonly lent: readonly Artifact[];
}

/** Where the root of this process stands in a run that is larger than it, and what of it is its own. */
export interface Placement {
  readonly runtime: Runtime;
  readonly path: string;
  readonly depth: number;
  readonly startedAt: number;
  readonly line: readonly string[];
  /** null for the root of the whole run: it has the whole pool, and the deadline is its own. */
  readonly granted: Granted | null;
}
