import type { BalanceWaiter } from "../engine/activity.ts";
import type { Interruption } from "../engine/ending.ts";
import type { OpenCall } from "../engine/open-calls.ts";
import type { Scope } from "../engine/scope.ts";

/** Waits, holding no slot, until balance that others have reserved may have come back. Forgotten when the agent is cut. */
export function waitForBalance(scope: Scope, resume: () => void): void {
  const { activity } = scope.engine;
  const waiter: BalanceWaiter = {
    resume: () => {
      scope.calls.drop(open);
      resume();
    },
  };
  const open: OpenCall = {
    interrupt: () => {
      scope.calls.drop(open);
      activity.forget(waiter);
    },
  };
  scope.calls.add(open);
  activity.wait(waiter);
}

/** Gives timers and signals of the event loop their turn, then goes on, unless the agent has been cut meanwhile. */
export function onNextTurnOfTheLoop(scope: Scope, resume: () => void): void {
  const { activity, runtime } = scope.engine;
  const goOn = runtime?.hold();
  const close = (then: () => void): void => {
    scope.calls.drop(open);
    then();
    activity.end();
    goOn?.();
  };
  const immediate = setImmediate(() => close(resume));
  const open: OpenCall = { interrupt: () => close(() => clearImmediate(immediate)) };
  scope.calls.add(open);
  activity.begin();
}

/** Waits for a promise on behalf of a call: exactly one of `resume` and `interrupted` is called, once. */
export function waitFor<Value>(scope: Scope, promise: PromiseLike<Value>, waiting: Waiting<Value>): void {
  const { past, runtime } = scope.engine;
  waitHolding(scope, promise, waiting, (runtime ?? past)?.hold());
}

/** The same for a promise that settles by what a runtime gives back: holding that up would hold up itself. */
export function waitForKept<Value>(scope: Scope, promise: PromiseLike<Value>, waiting: Waiting<Value>): void {
  waitHolding(scope, promise, waiting, undefined);
}

type GoOn = (() => void) | undefined;

function waitHolding<Value>(scope: Scope, promise: PromiseLike<Value>, waiting: Waiting<Value>, goOn: GoOn): void {
  const { resume, interrupted } = waiting;
  const { activity } = scope.engine;
  const close = (then: () => void): void => {
    if (!scope.calls.drop(open)) return;
    then();
    activity.end();
    goOn?.();
  };
  const open: OpenCall = { interrupt: (interruption) => close(() => interrupted(interruption)) };
  scope.calls.add(open);
  activity.begin();
  promise.then(
    (value) => close(() => resume({ ok: true, value })),
    (error: unknown) => close(() => resume({ ok: false, error })),
  );
}

/** What becomes of a wait. */
export interface Waiting<Value> {
  readonly resume: (settled: Settled<Value>) => void;
  readonly interrupted: (interruption: Interruption) => void;
}

/** What a promise has settled to. */
export type Settled<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: unknown };
