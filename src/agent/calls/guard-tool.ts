import type { Guardrail } from "../../core/guardrail.ts";
import { isObject, jsonCopy, plainJson, type JsonObject } from "../../core/json.ts";
import { blockedCallText } from "../../core/observation.ts";
import type { ToolStep } from "../../core/run.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { RunningEffect } from "../engine/runtime.ts";
import { waitForCheck } from "../guard/check.ts";
import { guard, isGuarded, isText } from "../guard/guard.ts";
import { interruptCall, refuseCall } from "./calls.ts";

type Arguments = Record<string, unknown>;

/** Shows a tool call to the agent's guardrails before anything of it runs; `resume` gets the arguments that may be used. */
export function guardCall(call: OpenedCall<ToolStep>, given: Arguments, resume: (args: Arguments) => void): void {
  const { scope, step } = call;
  if (!isGuarded(scope, "toolCall")) return resume(given);
  const asked = jsonCopy(given) as JsonObject; // a copy of an object is one
  const question = {
    scope,
    signal: scope.signal,
    what: `a call of ${step.name}`,
    checkOf: ({ toolCall }: Guardrail) => toolCall,
    shownAs: (args: JsonObject) => ({ name: step.name, arguments: args }),
    isValue: isJsonObject,
  };
  waitForCheck(scope, { id: `${step.id} call`, ask: () => guard(question, asked) }, {
    resume: (settled) => {
      if (!settled.ok) return scope.fail(settled.error); // the guard never rejects
      const guarded = settled.value;
      if (!guarded.ok) {
        step.note = guarded.note;
        return refuseCall(call, blockedCallText(guarded.category));
      }
      const isSame = JSON.stringify(guarded.value) === JSON.stringify(asked);
      if (!isSame) step.arguments = jsonCopy(guarded.value);
      resume(isSame ? given : { ...guarded.value });
    },
    interrupted: (interruption) => interruptCall(call, interruption),
  });
}

function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value) && plainJson(value).ok;
}

/** A text that a tool hands to the model, as the agent's guardrails let it pass; or the text that says it was blocked. */
export type GuardedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly text: string; readonly note: string };

/** Shows what a tool hands back to the agent's guardrails, before the model reads it and anybody keeps it. */
export async function guardResult(call: OpenedCall<ToolStep>, { signal }: RunningEffect, given: string): Promise<GuardedText> {
  const { scope, step } = call;
  const called = { name: step.name, arguments: jsonCopy(step.arguments) as JsonObject }; // the call ran, so they are an object
  const guarded = await guard({
    scope,
    signal,
    what: `the result of ${step.name}`,
    checkOf: ({ toolResult }) => toolResult,
    shownAs: (text: string) => ({ ...called, text }),
    isValue: isText,
  }, given);
  if (guarded.ok) return { ok: true, text: scope.engine.scrub.text(guarded.value) };
  return { ok: false, text: blockedCallText(guarded.category), note: guarded.note };
}
