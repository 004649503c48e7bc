import type { EffectKey } from "../../core/journal.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Step } from "../../core/run.ts";
import type { Interruption } from "../engine/ending.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";

/** How an effect ended. `started` says whether its work had begun. */
export type EffectEnd<Result> =
  | { readonly type: "returned"; readonly result: Result }
  | { readonly type: "failed"; readonly error: unknown; readonly started: boolean }
  | { readonly type: "timed_out" }
  | { readonly type: "interrupted"; readonly interruption: Interruption; readonly started: boolean };

/** One model call or tool call. */
export interface EffectPlan<Result> {
  readonly scope: Scope;
  readonly step: Step;
  readonly lane: "model" | "tool" | "exclusive";
  readonly timeoutSeconds: number | null;
  /** When the call was first wanted, if that was before now; the wait counts from there. */
  readonly queuedAt: number | null;
  /** Where the journal finds it; asked only when there is a journal. */
  readonly key: () => EffectKey;
  /** Does the work. It is total: whatever happens becomes a result, which the codec can write down. */
  readonly perform: (effect: RunningEffect) => Result | Promise<Result>;
  readonly encode: (result: Result) => JsonValue;
  readonly decode: (recorded: JsonValue) => Result;
  /**
   * What a call comes to that was under way when the process died and must not be made again; null where it may be.
   * Asked only in a run that is taken up again.
   */
  readonly lost: (() => Result) | null;
  /** Called exactly once, with the step's times already set. */
  readonly end: (end: EffectEnd<Result>) => void;
}
