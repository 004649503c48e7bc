import { z } from "zod";
import {
  artifactFrom,
  artifactFromRecord,
  artifactRecord,
  artifactRecordSchema,
  scrubbedArtifact,
  type Artifact,
} from "../../core/artifact.ts";
import { describeError, isError } from "../../core/describe.ts";
import { TroupeError } from "../../core/errors.ts";
import { isObject, plainJson, type JsonObject, type JsonValue } from "../../core/json.ts";
import { isToolResult, resultText } from "../../core/observation.ts";
import type { Scope } from "../engine/scope.ts";

/** What a tool call came to, as the journal keeps it. */
export type ToolCallResult =
  | { readonly ok: true; readonly text: string; readonly artifacts: readonly Artifact[] }
  | { readonly ok: false; readonly text: string; readonly detail: string | null };

/** The same, back from the journal with what the agent's tools had noted down by then. */
export type RecalledResult = ToolCallResult & { readonly state?: Record<string, unknown> };

/** What a tool has returned, without secrets. What cannot be shown, or holds a wrong artifact, is an error of the tool. */
export function resultOf(scope: Scope, value: unknown): ToolCallResult {
  const { scrub } = scope.engine;
  try {
    if (!isToolResult(value)) return { ok: true, text: scrub.text(resultText(value)), artifacts: [] };
    const artifacts = Array.from(value.artifacts, (input) => scrubbedArtifact(scrub, artifactFrom(input))); // holes included
    return { ok: true, text: scrub.text(value.text), artifacts };
  } catch (error) {
    return failureOf(scope, error);
  }
}

/** What a tool has thrown: one line for the model, and the error in full for the trace. */
export function failureOf(scope: Scope, error: unknown): ToolCallResult {
  // `isError` first: it is safe on whatever was thrown, which `instanceof` is not.
  const detail = !isError(error) || error instanceof TroupeError ? null : scope.engine.inspect(error);
  return { ok: false, text: scope.engine.scrub.text(describeError(error)), detail };
}

const UNKNOWN_EFFECT = "interrupted: it is not known whether this took effect";

/** A call that may or may not have done its work before the process died; the model decides what to do about it. */
export function lostResult(): ToolCallResult {
  return { ok: false, text: UNKNOWN_EFFECT, detail: null };
}

/** The journal's form of a result, with what the agent's tools have noted down for each other. */
export function encodeToolResult(scope: Scope, result: ToolCallResult): JsonValue {
  return { ...encoded(result), ...encodeState(scope) };
}

function encoded(result: ToolCallResult): JsonObject {
  if (!result.ok) return { ...result };
  return { ...result, artifacts: result.artifacts.map(artifactRecord) };
}

// What tools note down in `context.state` comes back with the last of their results; only plain JSON can.
function encodeState({ state, engine }: Scope): { readonly state?: JsonValue } {
  if (Object.keys(state).length === 0) return {};
  const plain = plainJson(state);
  return plain.ok ? { state: engine.scrub.value(plain.value) as JsonValue } : {}; // a copy has the shape of its original
}

const recordedResultSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), text: z.string(), artifacts: z.array(artifactRecordSchema) }),
  z.object({ ok: z.literal(false), text: z.string(), detail: z.string().nullable() }),
]);

/** A result back from the journal. Throws when the record holds none. */
export function decodeToolResult(recorded: JsonValue): RecalledResult {
  const result = recordedResultSchema.safeParse(recorded);
  if (!result.success) throw new Error("it holds no result of a tool call");
  const { state } = recorded as { readonly state?: JsonValue }; // it is an object, by the schema
  const noted = isObject(state) ? { state } : {};
  if (!result.data.ok) return { ...result.data, ...noted };
  const artifacts = result.data.artifacts.map((record) => {
    const { base64, ...artifact } = artifactFromRecord(record);
    return artifact;
  });
  return { ...result.data, artifacts, ...noted };
}

/** Gives the agent's tools what they had noted down by the time of a result that was recalled. */
export function restoreState({ state }: Scope, { state: recorded }: RecalledResult): void {
  if (!recorded) return;
  for (const key of Object.keys(state)) delete state[key];
  Object.assign(state, recorded);
}
