import type { EffectKey } from "../../core/journal.ts";
import type { JsonValue } from "../../core/json.ts";
import type { ModelRequest } from "../../core/model.ts";
import type { ModelStep } from "../../core/run.ts";
import type { EffectEnd, EffectPlan } from "../effects/effect-plan.ts";
import { startEffect } from "../effects/effect.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import type { Scope } from "../engine/scope.ts";
import { callModel, decodeModelResult, encodeModelResult, type ModelResult } from "./model-call.ts";

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
export function askModel(scope: Scope, asked: AskedModel): void {
  startEffect(new ModelCall(scope, asked));
}

// A class, because each closure of a plan would be kept as long as the call is under way.
class ModelCall implements EffectPlan<ModelResult> {
  readonly lane = "model" as const;
  readonly timeoutSeconds: number | null = null;
  readonly lost = null;
  readonly scope: Scope;
  readonly step: ModelStep;
  readonly queuedAt: number | null;
  readonly #request: ModelRequest;
  readonly #end: AskedModel["end"];

  constructor(scope: Scope, { step, request, queuedAt, end }: AskedModel) {
    this.scope = scope;
    this.step = step;
    this.queuedAt = queuedAt ?? null;
    this.#request = request;
    this.#end = end;
  }

  key(): EffectKey {
    return { id: this.step.id, kind: "model", hash: this.step.requestHash };
  }

  perform(effect: RunningEffect): Promise<ModelResult> {
    return callModel(this.scope, this.step, { request: this.#request, effect });
  }

  encode(result: ModelResult): JsonValue {
    return encodeModelResult(result);
  }

  decode(recorded: JsonValue): ModelResult {
    return decodeModelResult(this.scope, this.#request.turn, recorded);
  }

  end(end: EffectEnd<ModelResult>): void {
    if (end.type === "returned" && end.result.attempts.length > 0) this.step.attempts = [...end.result.attempts];
    this.#end(end);
  }
}
