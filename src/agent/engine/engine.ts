import { inspect } from "node:util";
import { scrubbedArtifact } from "../../core/artifact.ts";
import { secondsBetween, type Clock } from "../../core/clock.ts";
import { describeError } from "../../core/describe.ts";
import type { RunHappening } from "../../core/event.ts";
import { randomId, ROOT_PATH, runIdOf } from "../../core/ids.ts";
import type { Journal, RunJournal } from "../../core/journal.ts";
import { Ledger, type Account } from "../../core/ledger.ts";
import type { Run } from "../../core/run.ts";
import type { Scrubber } from "../../core/secrets.ts";
import type { Agent } from "../definition/definition.ts";
import type { CheckedOptions } from "../definition/options.ts";
import { registryOf, type Registry } from "../definition/registry.ts";
import { CatchUpClock } from "../time/catch-up.ts";
import { Past } from "../time/past.ts";
import { Activity } from "./activity.ts";
import { follow } from "./follow.ts";
import { Limit } from "./limit.ts";
import { openPool } from "./open-pool.ts";
import { cancelAsRecorded, recordEnd } from "./recorded-end.ts";
import { reportRun } from "./report.ts";
import { isRunJournal, journalOf } from "./run-journal.ts";
import type { Placement, Runtime } from "./runtime.ts";
import { Scope } from "./scope.ts";
import { Telling } from "./telling.ts";

/** What a run is made of once everything about it has been checked. */
export interface Prepared {
  readonly agent: Agent;
  readonly goal: string;
  readonly options: CheckedOptions;
  readonly registries: ReadonlyMap<Agent, Registry>;
  /** Where the root stands in a run that is larger than this process; absent for a run that is all here. */
  readonly placement?: Placement;
}

const live = new Map<string, Engine>();
const HERE = randomId(); // no persisted machine of another process names a run of this one
let runsBegun = 0;

/** The run of this key, while it lives in this process. */
export function liveEngine(key: string): Engine | undefined {
  return live.get(key);
}

const TURNS_BETWEEN_YIELDS = 256; // an instant model is pure microtasks: without a break no timer and no Ctrl-C gets in

/** Everything the agents of one run share: clock, ledger, slots, journal, observer. Knows no machine. */
export class Engine {
  /** Names the run inside this process; its id is the caller's to choose and need not be unique. */
  readonly key: string;
  readonly id: string;
  readonly clock: Clock;
  readonly options: CheckedOptions;
  readonly ledger: Ledger;
  readonly pool: Account;
  readonly limit: Limit;
  readonly journal: Journal | null;
  /** The same, where it belongs to a store. */
  readonly runJournal: RunJournal | null;
  /** What has happened already to a run that is taken up again. */
  readonly past: Past | null;
  readonly placement: Placement | null;
  /** Who makes the calls, where the run is larger than this process. */
  readonly runtime: Runtime | null;
  readonly scrub: Scrubber;
  readonly identity: unknown;
  readonly activity = new Activity();
  /** Tells observers what happens. */
  readonly telling: Telling;
  readonly root: Scope;
  /** The run, once the root has ended. */
  run: Run | null = null;
  agentsStarted = 0;
  #specialists: Map<string, Scope> | null = null; // made with the first
  readonly #registries: ReadonlyMap<Agent, Registry>;
  #turns = 0;
  #forgetSignal: (() => void) | null = null;

  constructor(prepared: Prepared) {
    const { agent, goal, options, registries, placement = null } = prepared;
    const { slots, clock } = options;
    this.options = options;
    this.key = `${HERE}.${++runsBegun}`;
    this.id = options.id;
    this.clock = clock;
    this.journal = journalOf(prepared);
    this.runJournal = this.journal && isRunJournal(this.journal) ? this.journal : null;
    this.past = clock instanceof CatchUpClock && this.runJournal ? new Past(clock, this.runJournal) : null;
    this.placement = placement;
    this.runtime = placement?.runtime ?? null;
    this.scrub = options.scrub;
    this.identity = options.identity;
    this.#registries = registries;
    this.limit = new Limit(slots);
    this.ledger = new Ledger(() => this.clock.now());
    this.pool = openPool(this.ledger, options, placement);
    this.telling = new Telling(this);
    this.root = this.#openRoot(agent, goal);
    live.set(this.key, this);
    cancelAsRecorded(this);
  }

  /** The id of an agent's run: the run's own, plus the path for everyone below the root. */
  runId({ path }: Scope): string {
    return runIdOf(this.id, path);
  }

  /** The registry of an agent of this run. */
  registry(agent: Agent): Registry {
    return this.#registries.get(agent) ?? registryOf(agent);
  }

  /** The live specialist at a path. */
  scopeAt(path: string): Scope | undefined {
    return this.#specialists?.get(path);
  }

  /** Called when a specialist's scope has been opened. */
  scopeOpened(scope: Scope): void {
    (this.#specialists ??= new Map()).set(scope.path, scope);
  }

  /** Forgets a run that is left behind here, and goes on elsewhere: nobody is told, and nothing ends. */
  leave(): void {
    live.delete(this.key);
    this.#forgetSignal?.();
  }

  /** Called by a scope that has ended; the run has ended with its root. */
  scopeEnded(scope: Scope): void {
    this.#specialists?.delete(scope.path);
    this.activity.balanceChanged();
    if (scope === this.root) this.#finish(scope);
    const { stopReason, limit, output, error } = scope.ending as NonNullable<Scope["ending"]>; // it has just ended
    const seconds = secondsBetween(scope.startedAt, scope.endedAt);
    this.tellStart(scope); // an agent that was cut before its goal had been checked
    this.emit(scope, { type: "run.ended", stopReason, limit, output, error, seconds });
  }

  /** Tells, once, that an agent has begun; where its goal is guarded, once the goal may be told. */
  tellStart(scope: Scope): void {
    if (scope.isStartTold) return;
    scope.isStartTold = true;
    const { goal, depth } = scope;
    this.emit(scope, { type: "run.started", goal, depth, runId: this.runId(scope) });
  }

  /** Tells the observer and the agent's hooks what happened to an agent. */
  emit(scope: Scope, happening: RunHappening, callId?: string): void {
    this.telling.emit(scope, happening, callId);
  }

  /** Cancels the run when the caller's signal fires; true when it has fired already. */
  followSignal(signal: AbortSignal | undefined): boolean {
    if (!signal) return false;
    if (signal.aborted) return true;
    this.#forgetSignal = follow(signal, () => this.root.cancel(signal.reason));
    return false;
  }

  /** Whether the event loop is due a turn of its own before the next model call. */
  isYieldDue(): boolean {
    this.#turns += 1;
    return this.#turns % TURNS_BETWEEN_YIELDS === 0;
  }

  /** An error in one scrubbed line. */
  describe(error: unknown): string {
    return this.scrub.text(typeof error === "string" && error !== "" ? error : describeError(error));
  }

  /** An error in full, stack, causes and fields, scrubbed: for the trace, never for a model. */
  inspect(error: unknown): string {
    try {
      return this.scrub.text(inspect(error));
    } catch {
      return this.describe(error); // an error whose own fields throw while they are shown
    }
  }

  #openRoot(agent: Agent, goal: string): Scope {
    const { path = ROOT_PATH, startedAt, depth, granted } = this.placement ?? {};
    const scope = new Scope({
      engine: this,
      startedAt: startedAt ?? this.runJournal?.header.startedAt ?? this.clock.now(),
      parent: null,
      agent,
      registry: this.registry(agent),
      path,
      ...(depth === undefined ? {} : { depth }),
      ...(granted ? { deadline: granted.deadline } : {}),
      goal,
      budget: this.options.budget,
      returns: this.options.returns,
      account: this.pool,
      ownsAccount: true,
      onEnd: () => undefined,
    });
    for (const artifact of this.options.artifacts) scope.artifacts.add(scrubbedArtifact(this.scrub, artifact));
    for (const artifact of granted?.lent ?? []) scope.artifacts.lend(artifact);
    return scope;
  }

  #finish(root: Scope): void {
    live.delete(this.key);
    this.#forgetSignal?.();
    this.limit.clear();
    this.run = reportRun(root);
    recordEnd(this, this.run);
  }
}
