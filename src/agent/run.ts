import { createActor, type Actor, type InspectionEvent } from "xstate";
import type { z } from "zod";
import type { AnswerSpec, Returns } from "../core/answer.ts";
import { describeError } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import type { RunEvent } from "../core/event.ts";
import type { Run, RunSnapshot } from "../core/run.ts";
import { isPromiseLike } from "../core/thenable.ts";
import type { AgentLogic } from "./definition/contract.ts";
import type { RunOptions } from "./definition/options.ts";
import { agentBehind } from "./definition/team.ts";
import type { Engine, Prepared } from "./engine/engine.ts";
import { EventLog } from "./engine/event-log.ts";
import { snapshotRun } from "./engine/report.ts";
import type { Placement } from "./engine/runtime.ts";
import { prepare, preparedInput } from "./from-agent.ts";
import { scopeOf } from "./living.ts";

/** A run under way. */
export interface RunHandle {
  readonly id: string;
  /** Every event from the start on, to iterate over; see `EventLog` for what is kept. */
  readonly events: AsyncIterable<RunEvent>;
  /** The run. It never rejects: a cut, a failure and a cancel are runs too. */
  readonly result: Promise<Run>;
  /** Cancels the whole tree; when it returns, every call in flight has been told and nothing more starts. */
  cancel(reason?: unknown): void;
  /** The run so far, as a copy. */
  snapshot(): RunSnapshot;
}

/** The run of an agent that was asked for data: `data` is of the schema's type, or undefined, and then `dataProblem` says why. */
export type AnsweredRun<Data> = Omit<Run, "data"> & { readonly data?: Data };

/** Options of a run that asks for data. */
export type AskingOptions<Schema extends z.ZodType> = RunOptions & { readonly returns: Returns<Schema> };

/**
 * Runs an agent on a goal and resolves to its run, whatever became of it. Rejects with `DefinitionError` for a wrong
 * definition, a wrong goal or wrong options, before anything has started. With `returns`, the run's `data` is typed.
 */
export function run<Schema extends z.ZodType>(
  agent: AgentLogic,
  goal: string,
  options: AskingOptions<Schema>,
): Promise<AnsweredRun<z.output<Schema>>>;
export function run(agent: AgentLogic, goal: string, options?: RunOptions): Promise<Run>;
export function run(agent: AgentLogic, goal: string, options: RunOptions = {}): Promise<Run> {
  // What is wrong is told like all else, by the promise; no async function, which would be kept as long as the run lasts.
  return new Promise((resolve) => resolve(begin(agent, goal, options, null).result));
}

/** Starts an agent on a goal and hands back the run under way. Throws `DefinitionError` where `run` rejects. */
export function start(agent: AgentLogic, goal: string, options: RunOptions = {}): RunHandle {
  const events = new EventLog();
  const { actor, result } = begin(agent, goal, options, events);
  const scope = scopeOf(actor);
  if (!scope) throw actor.getSnapshot().error as Error; // only a clock that cannot set a timer keeps a run from beginning
  const handle: RunHandle = {
    id: scope.engine.id,
    events,
    result,
    cancel: (reason) => scope.cancel(reason),
    snapshot: () => snapshotRun(scope),
  };
  actors.set(handle, actor);
  return handle;
}

/** What a run is started with by who runs agents elsewhere. */
export interface PlacedStart {
  readonly goal: string;
  readonly options: RunOptions;
  readonly returns: AnswerSpec | null;
  readonly placement: Placement;
}

/** Starts an agent as a part of a run that is larger than this process, and gives its engine. Throws like `start`. */
export function startPlaced(agent: AgentLogic, { goal, options, returns, placement }: PlacedStart): Engine {
  const ready = prepare(agent, goal, options);
  const { actor, result } = launch(agent, { ...ready, options: { ...ready.options, returns }, placement });
  result.catch(() => undefined); // how it ends is asked of the engine
  const scope = scopeOf(actor);
  if (!scope) throw actor.getSnapshot().error as Error;
  return scope.engine;
}

const actors = new WeakMap<RunHandle, Actor<AgentLogic>>();

/** The root actor behind a handle that `start` has returned; undefined for anything else. */
export function actorBehind(handle: RunHandle): Actor<AgentLogic> | undefined {
  return actors.get(handle);
}

function begin(agent: AgentLogic, goal: string, options: RunOptions, events: EventLog | null) {
  if (!agentBehind(agent)) {
    throw new DefinitionError({ subject: "the run", field: "agent", value: agent, allowed: "what fromAgent(...) returns" });
  }
  const ready = prepare(agent, goal, options);
  const launched = launch(agent, events ? observedBy(events, ready) : ready);
  if (events) void launched.result.then(() => events.close(), () => events.close());
  return launched;
}

function launch(agent: AgentLogic, ready: Prepared) {
  const { inspect } = ready.options.given;
  const input = preparedInput(ready);
  const actor = createActor(agent, inspect ? { input, inspect: guarded(inspect) } : { input });
  const result = new Promise<Run>((resolve, reject) => {
    // An actor without an error observer ends the process when it fails.
    actor.subscribe({ complete: () => resolve(actor.getSnapshot().output as Run), error: reject });
  });
  actor.start();
  return { actor, result };
}

function observedBy(events: EventLog, ready: Prepared): Prepared {
  const { given } = ready.options;
  return { ...ready, options: { ...ready.options, given: { ...given, onEvent: both(given.onEvent, events) } } };
}

function both(observer: RunOptions["onEvent"], events: EventLog): (event: RunEvent) => void {
  return (event) => {
    events.add(event);
    return observer?.(event);
  };
}

// An inspector that throws would throw into XState itself, and so into the run. It is reported once.
function guarded(inspect: NonNullable<RunOptions["inspect"]>): (event: InspectionEvent) => void {
  const next = typeof inspect === "function" ? inspect : inspect.next?.bind(inspect);
  let hasWarned = false;
  const warn = (error: unknown): void => {
    if (hasWarned) return;
    hasWarned = true;
    process.emitWarning(`an XState inspector threw and was ignored: ${describeError(error)}`, "TroupeWarning");
  };
  return (event) => {
    try {
      const result: unknown = next?.(event);
      if (isPromiseLike(result)) Promise.resolve(result).catch(warn);
    } catch (error) {
      warn(error);
    }
  };
}
