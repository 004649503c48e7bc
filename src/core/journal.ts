import type { JsonValue } from "./json.ts";

/** Where an effect stands and what it was asked; both must match for a recorded result to be used again. */
export interface EffectKey {
  /** The step's id: agent path, turn and, for a call, its index. */
  readonly id: string;
  readonly kind: "model" | "tool";
  /** The fingerprint of the request or of the call. */
  readonly hash: string;
}

/** What an effect came to, as plain JSON. */
export interface EffectRecord extends EffectKey {
  readonly result: JsonValue;
  /** When the effect began and how long it took, as the run that recorded it saw it. */
  readonly startedAt: number;
  readonly seconds: number;
}

/**
 * What is kept of a run's paid effects (a port). Every model call and tool call asks it first and, when it knows
 * nothing, is made and then recorded before the run goes on.
 *
 * An implementer must return the very record that was stored under the key, or undefined, and must have stored a
 * record durably (by its own stated policy) before `record` returns or resolves. It must never answer by order of
 * arrival. An error it throws ends the agent that asked with `error`.
 */
export interface Journal {
  recall(key: EffectKey): EffectRecord | undefined | Promise<EffectRecord | undefined>;
  record(record: EffectRecord): void | Promise<void>;
}
