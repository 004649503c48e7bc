import type { ArtifactRecord } from "./artifact.ts";
import type { RunEvent } from "./event.ts";
import { isObject, type JsonValue } from "./json.ts";
import { noteWithout } from "./note.ts";
import type { RunRecord, Step } from "./run.ts";

/** What stands in a trace for a text whose contents are not kept: its length. */
export function redactedText(text: string): string {
  return text === "" ? "" : `[${text.length} characters]`;
}

/** The trace without contents: structure, names, numbers and lengths stay, every text is replaced by its length. */
export function redactRun<Record extends RunRecord>(run: Record): Record {
  return {
    ...run,
    goal: redactedText(run.goal),
    instructions: redactedText(run.instructions),
    output: redactedText(run.output),
    error: redactedOrNull(run.error),
    ...("data" in run ? { data: redactedValue(run.data ?? null) } : {}),
    ...(run.dataProblem ? { dataProblem: { ...run.dataProblem, message: redactedText(run.dataProblem.message) } } : {}),
    artifacts: run.artifacts.map(redactArtifact),
    steps: run.steps.map(redactStep),
  };
}

function redactArtifact(artifact: ArtifactRecord): ArtifactRecord {
  const { description } = artifact;
  return { ...artifact, ...(description === undefined ? {} : { description: redactedText(description) }), base64: "" };
}

/** One step without contents. */
export function redactStep(step: Step): Step {
  const shared = {
    arguments: redactedValue(step.arguments),
    output: redactedText(step.output),
    observation: redactedText(step.observation),
    error: redactedOrNull(step.error),
    note: step.note === null ? null : noteWithout(step.note, redactedText),
    ...(step.errorDetail === undefined ? {} : { errorDetail: redactedText(step.errorDetail) }),
  };
  switch (step.kind) {
    case "model": {
      const calls = step.calls.map((call) => ({ ...call, arguments: redactedValue(call.arguments) }));
      const attempts = step.attempts.map((attempt) => ({ ...attempt, error: redactedText(attempt.error) }));
      return { ...step, ...shared, calls, attempts, reasoning: redactedOrNull(step.reasoning) };
    }
    case "tool":
      return { ...step, ...shared };
    case "agent": {
      const children = step.children.map(redactStep);
      return { ...step, ...shared, goal: redactedText(step.goal), instructions: redactedText(step.instructions), children };
    }
  }
}

/** One event without contents. */
export function redactEvent(event: RunEvent): RunEvent {
  switch (event.type) {
    case "run.started":
      return { ...event, goal: redactedText(event.goal) };
    case "model.delta":
      return { ...event, text: redactedText(event.text) };
    case "model.retried":
      return { ...event, attempt: { ...event.attempt, error: redactedText(event.attempt.error) } };
    case "approval.asked":
      return { ...event, arguments: redactedText(event.arguments) };
    case "call.refused":
      return { ...event, reason: redactedText(event.reason) };
    case "step.queued":
    case "step.started":
    case "step.ended":
      return { ...event, step: redactStep(event.step) };
    case "run.ended":
      return { ...event, output: redactedText(event.output), error: redactedOrNull(event.error) };
    case "turn.started":
      return event;
  }
}

// Errors that are words of this library's own (`timeout`, `cancelled`) are structure, not contents.
const OWN_WORDS: ReadonlySet<string> = new Set(["timeout", "cancelled"]);

function redactedOrNull(text: string | null): string | null {
  return text === null || OWN_WORDS.has(text) ? text : redactedText(text);
}

/** Keys and shape stay; texts become lengths, numbers stay. */
function redactedValue(value: JsonValue): RunRecord["steps"][number]["arguments"] {
  if (typeof value === "string") return redactedText(value);
  if (Array.isArray(value)) return value.map((inner: JsonValue) => redactedValue(inner));
  if (!isObject(value)) return value as string | number | boolean | null; // what is left
  const entries = Object.entries(value as Record<string, JsonValue>); // what is left is an object
  return Object.fromEntries(entries.map(([key, inner]) => [key, redactedValue(inner)]));
}
