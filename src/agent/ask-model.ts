import type { ModelRequest } from "../core/model.ts";
import type { ModelStep } from "../core/run.ts";
import { startEffect } from "./effect.ts";
import type { EffectEnd } from "./effect-plan.ts";
import { callModel, decodeModelResult, encodeModelResult, type ModelResult } from "./model-call.ts";
import type { Scope } from "./scope.ts";

/** One request to an agent's model, whose step is open. */
export interface AskedModel {
  readonly step: ModelStep;
  readonly request: ModelRequest;
  /** When the turn was wanted, if that was before now. */
  readonly queuedAt?: number;
  /** Called exactly once; the step has its times and the tries that had failed. */
  readonly end: (end: EffectEnd<ModelResult>) => void;
}

/** Asks an agent's model through the one door of every call. */
export function askModel(scope: Scope, { step, request, queuedAt, end }: AskedModel): void {
  startEffect<ModelResult>({
    scope,
    step,
    lane: "model",
    timeoutSeconds: null,
    ...(queuedAt === undefined ? {} : { queuedAt }),
    key: () => ({ id: step.id, kind: "model", hash: step.requestHash }),
    perform: (effect) => callModel(scope, step, request, effect),
    encode: encodeModelResult,
    decode: (recorded) => decodeModelResult(scope, request.turn, recorded),
    end: (ended) => {
      if (ended.type === "returned" && ended.result.attempts.length > 0) step.attempts = [...ended.result.attempts];
      end(ended);
    },
  });
}
