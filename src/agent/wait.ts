import type { BalanceWaiter } from "./activity.ts";
import type { Interruption } from "./ending.ts";
import type { OpenCall, Scope } from "./scope.ts";

/** Waits, holding no slot, until balance that others have reserved may have come back. Forgotten when the agent is cut. */
export function waitForBalance(scope: Scope, resume: () => void): void {
  const { activity } = scope.engine;
  const waiter: BalanceWaiter = {
    resume: () => {
      scope.openCalls.delete(open);
      resume();
    },
  };
  const open: OpenCall = {
    interrupt: () => {
      scope.openCalls.delete(open);
      activity.forget(waiter);
    },
  };
  scope.openCalls.add(open);
  activity.wait(waiter);
}

/** Gives timers and signals of the event loop their turn, then goes on, unless the agent has been cut meanwhile. */
export function onNextTurnOfTheLoop(scope: Scope, resume: () => void): void {
  const { activity, runtime } = scope.engine;
  const goOn = runtime?.hold();
  const end = (): void => {
    scope.openCalls.delete(open);
    activity.end();
    goOn?.();
  };
  const immediate = setImmediate(() => {
    scope.openCalls.delete(open);
    resume();
    activity.end();
    goOn?.();
  });
  const open: OpenCall = {
    interrupt: () => {
      clearImmediate(immediate);
      end();
    },
  };
  scope.openCalls.add(open);
  activity.begin();
}

/** Waits for a promise on behalf of a call: exactly one of `resume` and `interrupted` is called, once. */
export function waitFor<Value>(scope: Scope, promise: PromiseLike<Value>, { resume, interrupted }: Waiting<Value>): void {
  const { activity, past, runtime } = scope.engine;
  const goOn = (runtime ?? past)?.hold();
  const close = (then: () => void): void => {
    if (!scope.openCalls.delete(open)) return;
    then();
    activity.end();
    goOn?.();
  };
  const open: OpenCall = { interrupt: (interruption) => close(() => interrupted(interruption)) };
  scope.openCalls.add(open);
  activity.begin();
  promise.then(
    (value) => close(() => resume({ ok: true, value })),
    (error: unknown) => close(() => resume({ ok: false, error })),
  );
}

/** What becomes of a wait. */
export interface Waiting<Value> {
  readonly resume: (settled: { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: unknown }) => void;
  readonly interrupted: (interruption: Interruption) => void;
}
