import type { AnyActorRef } from "xstate";
import type { Run } from "../core/run.ts";
import * as acting from "./act.ts";
import { observe as observeCalls } from "./calls/calls.ts";
import type { SpawnJob } from "./delegation/delegate.ts";
import type { AgentContext, MachineEvent } from "./engine/context.ts";
import { failedEnding, type Ending } from "./engine/ending.ts";
import { Engine, liveEngine, type Prepared } from "./engine/engine.ts";
import { Scope } from "./engine/scope.ts";
import { isGuarded } from "./guard/guard.ts";
import { think as thinkIn } from "./think.ts";

/**
 * What the machine's actions do: each finds the scope of its actor and hands over to the file that has the work. All
 * of them are total: for an actor without a live scope (a run that is over) they do nothing.
 */

/** A root actor that has been made and not yet started. */
export interface Opening {
  readonly prepared: Prepared;
  /** What was wrong with the definition or the options, when they could only be read at the start. */
  readonly problem: unknown;
}

// What an actor is to begin with, and from then on its scope.
const lives = new WeakMap<AnyActorRef, Opening | Scope>();

/** Remembers what a root actor is to run once it is started. An actor that never starts leaves nothing behind. */
export function rememberOpening(actor: AnyActorRef, opening: Opening): void {
  lives.set(actor, opening);
}

/** The scope of an actor that has started. */
export function scopeOf(actor: AnyActorRef): Scope | undefined {
  const life = lives.get(actor);
  return life instanceof Scope ? life : undefined;
}

/** Begins an agent's life: a root opens its run, a specialist takes the scope that its parent opened for it. */
export function begin(context: AgentContext, self: AnyActorRef): void {
  const life = lives.get(self);
  const opening = life instanceof Scope ? undefined : life;
  const scope = opening ? new Engine(opening.prepared).root : liveEngine(context.run)?.scopeAt(context.path);
  if (!scope) return;
  lives.set(self, scope);
  scope.bind(self, context);
  if (!isGuarded(scope, "goal")) scope.engine.tellStart(scope);
  if (opening) beginRun(scope, opening);
}

function beginRun(scope: Scope, { problem }: Opening): void {
  const { engine } = scope;
  if (problem !== undefined) return scope.fail(problem);
  const { signal } = engine.options.given;
  if (engine.followSignal(signal)) scope.cancel(signal?.reason);
}

/** The run, for a root; a specialist's run is in its parent's trace already. */
export function outputOf(self: AnyActorRef): Run | null {
  const scope = scopeOf(self);
  return scope && scope.parent === null ? scope.engine.run : null;
}

/** Takes one model turn, or ends the agent where a ceiling or its deadline says so. */
export function think(context: AgentContext, self: AnyActorRef): void {
  within(self, undefined, (scope) => thinkIn(scope, context));
}

/** Records a turn that asked for calls. */
export function record(context: AgentContext, event: MachineEvent): void {
  if (event.type === "calls.requested") acting.record(context, event);
}

/** Starts every call that was admitted. */
export function act(context: AgentContext, self: AnyActorRef): void {
  within(self, undefined, (scope) => acting.act(scope, context));
}

/** Admits the delegations that are ready; the machine spawns them. */
export function admit(context: AgentContext, self: AnyActorRef): readonly SpawnJob[] {
  return within(self, NOBODY, (scope) => acting.admitReady(scope, context));
}

/** Takes in a specialist that has ended or crashed; the machine spawns those that had no place until now. */
export function receive(event: MachineEvent, self: AnyActorRef): readonly SpawnJob[] {
  if (!("actorId" in event)) return NOBODY;
  return within(self, NOBODY, (scope) => {
    return "error" in event ? acting.receiveCrash(scope, event.actorId, event.error) : acting.receive(scope, event.actorId);
  });
}

/** Puts the observations of the turn into the history, in call order. */
export function observe(context: AgentContext, self: AnyActorRef): void {
  within(self, undefined, (scope) => observeCalls(scope, context));
}

/** Cancels the agent and everyone below it. */
export function cancel(event: MachineEvent, self: AnyActorRef): void {
  scopeOf(self)?.cancel("reason" in event ? event.reason : undefined);
}

const NOBODY: readonly SpawnJob[] = [];

// XState would leave everything below an actor whose action threw running; an agent whose work threw is cut instead.
function within<Result>(self: AnyActorRef, otherwise: Result, work: (scope: Scope) => Result): Result {
  const scope = scopeOf(self);
  if (!scope) return otherwise;
  try {
    return work(scope);
  } catch (error) {
    scope.fail(error);
    return otherwise;
  }
}

/** Ends an agent by its own machine: with its answer, with what it has when it was cut, or with its model's failure. */
export function conclude(context: AgentContext, event: MachineEvent, self: AnyActorRef): void {
  const scope = scopeOf(self);
  if (scope) scope.end(endingOf(scope, context, event));
}

function endingOf(scope: Scope, { isWrappingUp, cut, answer }: AgentContext, event: MachineEvent): Ending {
  if (answer !== null) return { stopReason: "completed", limit: null, error: null, output: answer };
  const text = event.type === "model.answered" ? event.text : "";
  if (isWrappingUp && cut) return { stopReason: cut.reason, limit: cut.limit, error: null, output: text || scope.lastText };
  if (event.type === "model.failed") return failedEnding(event.error);
  return { stopReason: "completed", limit: null, error: null, output: text };
}
