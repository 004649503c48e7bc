import { getEventListeners } from "node:events";
import type { AnyActorRef } from "xstate";
import { liveEngine, type Engine } from "../../src/agent/engine/engine.ts";
import { scopeOf } from "../../src/agent/living.ts";
import { runSchema, start, type AgentLogic, type Run, type RunEvent, type RunHandle, type RunOptions, type Step } from "../../src/index.ts";
import { assertConserved } from "../../src/testing/index.ts";

/** A run under way together with what a test wants to see of its inside. */
export interface Watched {
  readonly handle: RunHandle;
  readonly engine: Engine;
  /** Every event so far, as told to an observer. */
  readonly events: readonly RunEvent[];
}

/** Starts a run and keeps its events and its engine. */
export function watch(agent: AgentLogic, goal: string, options: RunOptions = {}): Watched {
  const events: RunEvent[] = [];
  let root: AnyActorRef | undefined;
  const handle = start(agent, goal, {
    ...options,
    onEvent: (event) => {
      events.push(event);
      return options.onEvent?.(event);
    },
    inspect: (event) => {
      if (event.type === "@xstate.actor") root ??= event.actorRef as AnyActorRef; // the root is made first
    },
  });
  return { handle, engine: engineOf(root as AnyActorRef), events }; // told before `start` returns
}

/** The engine behind a root actor that has started. */
export function engineOf(root: AnyActorRef): Engine {
  const scope = scopeOf(root);
  if (!scope) throw new Error("the actor has not started");
  return scope.engine;
}

/** Where a run that has ended might have left something. */
export interface Remains {
  readonly run: Run;
  readonly engine?: Engine;
  readonly events?: readonly RunEvent[];
  readonly clock?: { readonly pending: number };
  readonly signal?: AbortSignal;
}

/** Everything a run left behind, one sentence each; nothing for a run that ended as every run must. */
export function leftoversOf({ run, engine, events, clock, signal }: Remains): string[] {
  const listeners = signal ? getEventListeners(signal, "abort").length : 0;
  return [
    ...ofTrace(run),
    ...(engine ? ofEngine(engine, run) : []),
    ...(events ? [...ofEvents(events), ...ofSteps(run, events)] : []),
    ...(clock && clock.pending > 0 ? [`${clock.pending} timers are set`] : []),
    ...(listeners > 0 ? [`${listeners} listeners are on the signal`] : []),
  ];
}

/** Every step of a run, depth first, a delegation before what is below it. */
export function allSteps(steps: readonly Step[]): readonly Step[] {
  return steps.flatMap((step) => (step.kind === "agent" ? [step, ...allSteps(step.children)] : [step]));
}

function ofTrace(run: Run): string[] {
  const open = allSteps(run.steps).filter((step) => step.open !== undefined);
  const endless = allSteps(run.steps).filter((step) => step.kind === "agent" && step.outcome === null);
  const checked = runSchema.safeParse(JSON.parse(JSON.stringify(run)));
  return [
    ...open.map(({ id, open: state }) => `step ${id} is still ${state}`),
    ...endless.map(({ id }) => `delegation ${id} has no outcome`),
    ...(checked.success ? [] : checked.error.issues.map(({ path, message }) => `the trace is wrong at ${path.join(".")}: ${message}`)),
    ...faultsOf(() => assertConserved(run)),
  ];
}

function ofEngine(engine: Engine, run: Run): string[] {
  const paths = ["0", ...allSteps(run.steps).flatMap((step) => (step.kind === "agent" ? [step.runId.split(":").at(-1) ?? ""] : []))];
  return [
    ...(liveEngine(engine.key) ? ["the run is still listed as live"] : []),
    ...paths.filter((path) => engine.scopeAt(path)).map((path) => `the agent at ${path} still lives`),
    ...(engine.limit.size > 0 ? [`${engine.limit.size} calls are queued or hold a slot`] : []),
    ...(engine.activity.isQuiet ? [] : ["something is still counted as under way"]),
    ...(engine.root.calls.all().length > 0 ? [`${engine.root.calls.all().length} calls of the root are open`] : []),
  ];
}

function ofEvents(events: readonly RunEvent[]): string[] {
  const gap = events.findIndex(({ sequence }, index) => sequence !== index);
  const last = events.at(-1);
  return [
    ...(gap < 0 ? [] : [`event ${gap} has the sequence ${events[gap]?.sequence}`]),
    ...(last?.type === "run.ended" && last.path === "0" ? [] : [`the last event is ${last?.type} of ${last?.path}`]),
    ...unpaired(events, "run.started", "run.ended"),
  ];
}

function unpaired(events: readonly RunEvent[], begin: RunEvent["type"], end: RunEvent["type"]): string[] {
  const paths = (type: RunEvent["type"]) => events.filter((event) => event.type === type).map(({ path }) => path);
  const ended = paths(end);
  const twice = ended.filter((path, index) => ended.indexOf(path) !== index);
  return [
    ...twice.map((path) => `${end} of ${path} was told twice`),
    ...paths(begin).filter((path) => !ended.includes(path)).map((path) => `${begin} of ${path} without ${end}`),
  ];
}

// Every step of the trace is told to have ended exactly once, and never to have begun after that.
function ofSteps(run: Run, events: readonly RunEvent[]): string[] {
  const told = new Map<string, string>();
  for (const event of events) {
    if (!("step" in event)) continue;
    told.set(event.step.id, `${told.get(event.step.id) ?? ""}${event.type.slice("step.".length)} `);
  }
  const known = new Set(allSteps(run.steps).map(({ id }) => id));
  return [
    ...[...known].filter((id) => !/^(?:queued )?(?:started )?ended $/u.test(told.get(id) ?? "")).map((id) => `step ${id} was told ${told.get(id)}`),
    ...[...told.keys()].filter((id) => !known.has(id)).map((id) => `step ${id} was told and is not in the trace`),
  ];
}

function faultsOf(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (error) {
    return [String((error as Error).message)];
  }
}
