import { STILL_RUNNING } from "../core/note.ts";
import type { ArtifactRecord } from "../core/artifact.ts";
import type { JsonValue } from "../core/json.ts";
import type { ToolStep } from "../core/run.ts";
import { placeOf } from "./lives.ts";

const UNKNOWN_TYPE = "application/octet-stream";

/** What a tool call came to, in the journal's form, as far as its step tells it. `kept` are the artifacts whose bytes the trace has. */
export function toolResult(step: ToolStep, kept: ReadonlyMap<string, ArtifactRecord>): JsonValue {
  if (step.note === STILL_RUNNING) return { timedOut: true };
  if (step.error !== null) return { ok: false, text: step.error, detail: step.errorDetail ?? null };
  const artifacts = producedBy(step).map(({ name, keptAs }) => ({ ...(kept.get(keptAs) ?? without(keptAs)), name }));
  return { ok: true, text: step.output, artifacts };
}

/** The result of a tool that returned a text. */
export function textToolResult(text: string): JsonValue {
  return { ok: true, text, artifacts: [] };
}

// A specialist's private artifacts are in no trace; only a model that pages through them could miss their bytes.
function without(name: string): ArtifactRecord {
  return { name, mediaType: UNKNOWN_TYPE, sizeBytes: 0, base64: "" };
}

interface Produced {
  /** The name the tool gave. */
  readonly name: string;
  readonly keptAs: string;
}

// An artifact whose name was taken is kept under another, and the end of the observation says so.
function producedBy(step: ToolStep): Produced[] {
  const { turn, call } = placeOf(step.id);
  const whole = `${step.name}-${turn}.${call ?? 0}.txt`; // what an observation that was cut is kept as, by the engine itself
  const produced: Produced[] = [];
  let rest = step.observation;
  for (const keptAs of [...step.artifacts].reverse()) {
    const end = `' exists already; kept as '${keptAs}')`;
    const begin = rest.endsWith(end) ? rest.lastIndexOf(RENAMED, rest.length - end.length) : -1;
    produced.unshift({ name: begin < 0 ? keptAs : rest.slice(begin + RENAMED.length, rest.length - end.length), keptAs });
    if (begin >= 0) rest = rest.slice(0, begin);
  }
  return rest === step.output ? produced : produced.filter(({ name }) => name !== whole);
}

const RENAMED = "\n(artifact '";

/** The answer to the approval of a call, in the journal's form: what a trace says of it. */
export function approvalResult({ name, observation }: ToolStep): JsonValue {
  const refused = `AgentToolError: ${name} was not approved: `;
  return { answer: observation.startsWith(refused) ? { approved: false, reason: observation.slice(refused.length) } : true };
}
