import { describeValue } from "../core/describe.ts";
import { DefinitionError } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import type { Model, ModelCallOptions, ModelReply, ModelRequest } from "../core/model.ts";
import { isPlain, type Fields } from "./fields.ts";

/** A model that answers through another one, under its name: only how it is asked differs. */
export function wrapping(model: Model, respond: Model["respond"]): Model {
  const { name, supportsTools, price } = model;
  return { name, supportsTools, ...(price ? { price } : {}), respond };
}

/**
 * Asks a wrapped model once. What it streams or reports after it has settled is dropped, because by then another try
 * may be talking. Nobody is asked once the signal has fired.
 */
export async function askOnce(model: Model, request: ModelRequest, options: ModelCallOptions): Promise<ModelReply> {
  const { onDelta, onAttempt } = options;
  let isOpen = true;
  const whileOpen = <Told>(tell: (told: Told) => void) => (told: Told): void => {
    if (isOpen) tell(told);
  };
  options.signal.throwIfAborted();
  try {
    return await model.respond(request, {
      ...options,
      onDelta: onDelta && whileOpen(onDelta),
      onAttempt: onAttempt && whileOpen(onAttempt),
    });
  } finally {
    isOpen = false;
  }
}

/** Throws `DefinitionError` unless `value` is a model; `subject` and `field` name it in the message. */
export function checkModel(subject: string, field: string, value: unknown): void {
  const { name, supportsTools, respond } = isObject(value) ? value : {};
  if (typeof name === "string" && typeof supportsTools === "boolean" && typeof respond === "function") return;
  throw new DefinitionError({ subject, field, value, allowed: "a model: { name, supportsTools, respond }" });
}

/** Checks an object of options field by field, its keys included. Throws `DefinitionError` for the first wrong one. */
export function checkOptions<Options>(subject: string, at: string, value: unknown, fields: Fields<Options>): void {
  const names = Object.keys(fields).join(", ");
  const dotted = (key: string): string => (at === "" ? key : `${at}.${key}`);
  if (!isPlain(value)) throw new DefinitionError({ subject, field: at === "" ? "options" : at, value, allowed: `{ ${names} }` });
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(fields, key)) continue;
    throw new DefinitionError({ subject, field: dotted(key), value: value[key], allowed: `no field of this name; there are ${names}` });
  }
  for (const [key, [allowed, holds]] of Object.entries<Fields<Options>[keyof Options]>(fields)) {
    if (!holds(value[key])) throw new DefinitionError({ subject, field: dotted(key), value: value[key], allowed });
  }
}

/** How messages call a wrapped model: `withRetry of 'gpt'`. The model may be anything; it is checked by its own. */
export function subjectOfWrapper(wrapper: string, model: unknown): string {
  const name = isObject(model) ? model.name : undefined;
  return typeof name === "string" ? `${wrapper} of ${describeValue(name)}` : wrapper;
}
