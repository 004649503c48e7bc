import type { EffectKey, EffectRecord } from "../../core/journal.ts";
import { isObject, type JsonValue } from "../../core/json.ts";
import type { EffectEnd, EffectPlan } from "./effect-plan.ts";

/** The result that a journal keeps of a call whose time was up. */
export const TIMED_OUT: JsonValue = Object.freeze({ timedOut: true });

/** Whether a result that was kept says that the call's time was up. */
export function isTimedOut(result: JsonValue): boolean {
  return isObject(result) && result.timedOut === true;
}

/**
 * How a call ended, by the record of it. Nothing is known about a journal but that it should keep to its port, and a
 * wrong record would be a wrong answer: one of another call, or with a result that is none, is a failure.
 */
export function endInRecord<Result>(plan: EffectPlan<Result>, key: EffectKey, record: EffectRecord): EffectEnd<Result> {
  try {
    if (record.id !== key.id || record.kind !== key.kind || record.hash !== key.hash) throw new Error("it is of another call");
    if (isTimedOut(record.result)) return { type: "timed_out" };
    return { type: "returned", result: plan.decode(record.result) };
  } catch (cause) {
    const described = plan.scope.engine.describe(cause);
    const error = `the journal's record of ${key.kind} call ${key.id} cannot be used: ${described}`;
    return { type: "failed", error, started: false };
  }
}
