import { callHash } from "../core/history.ts";
import type { EffectKey, EffectRecord } from "../core/journal.ts";
import type { JsonValue } from "../core/json.ts";
import type { ModelStep, RunRecord, Step, ToolStep } from "../core/run.ts";
import { keptArtifacts } from "./kept-artifacts.ts";
import { livesOf, type Life } from "./lives.ts";
import { modelResult, textResult } from "./model-record.ts";
import { approvalResult, textToolResult, toolResult } from "./tool-record.ts";

/** What is to come out otherwise than it did. */
export interface Changes {
  /** Texts in the place of results, by step id. */
  readonly texts: ReadonlyMap<string, string>;
  /** Names of agents whose models are to be asked again. */
  readonly asked: ReadonlySet<string>;
}

/** A call that was interrupted, so that nothing is known of what it would have come to. */
export interface Interrupted extends EffectKey {
  /** When a model call had begun; null for one that never did, and for a tool call, to which it makes no difference. */
  readonly begunAt: number | null;
  /** When it was interrupted. Milliseconds since the epoch, like all times here. */
  readonly endedAt: number;
}

/** What a trace knows of the calls of its run. */
export interface TracedCalls {
  /** Every call that ended, in the order in which they did, as a journal of the run would hold it. */
  readonly records: readonly EffectRecord[];
  readonly interrupted: readonly Interrupted[];
}

/** The calls of a run by its trace. A step that is still open tells nothing. */
export function tracedCalls(run: RunRecord, changes: Changes): TracedCalls {
  const lives = livesOf(run);
  const artifacts = keptArtifacts(run, lives);
  const records: EffectRecord[] = [];
  const interrupted: Interrupted[] = [];
  for (const life of lives) {
    const kept = artifacts.get(life.path) ?? new Map();
    for (const step of life.steps) {
      if (step.open !== undefined || step.kind === "agent" || (step.kind === "model" && changes.asked.has(life.agent))) continue;
      const isCut = isInterrupted(life, step) && !changes.texts.has(step.id);
      if (step.kind === "tool" && !(isCut && step.seconds === 0)) records.push(approvalOf(step));
      if (isCut) interrupted.push(interruptionOf(step));
      else records.push(step.kind === "model" ? modelRecord(step, changes) : toolRecord(step, toolResult(step, kept), changes));
    }
  }
  return { records: records.sort((one, other) => endOf(one) - endOf(other)), interrupted }; // stable: otherwise as in the tree
}

function endOf({ startedAt, seconds }: Pick<EffectRecord, "startedAt" | "seconds">): number {
  return startedAt + seconds * 1000;
}

type Called = ModelStep | ToolStep;

function keyOf(step: Called): EffectKey {
  if (step.kind === "model") return { id: step.id, kind: "model", hash: step.requestHash };
  return { id: step.id, kind: "tool", hash: callHash(step.name, step.arguments) };
}

// A call that was interrupted on a worker had begun there, and its step tells only how long it was waited for.
function interruptionOf(step: Called): Interrupted {
  const hadBegun = step.kind === "model" && step.usage.own.modelCalls > 0;
  const askedAt = step.startedAt - (step.seconds === 0 ? step.queuedSeconds * 1000 : 0);
  return { ...keyOf(step), begunAt: hadBegun ? askedAt : null, endedAt: endOf(step) };
}

function approvalOf(step: ToolStep): EffectRecord {
  return {
    ...keyOf(step),
    kind: "approval",
    result: approvalResult(step),
    startedAt: step.startedAt - step.queuedSeconds * 1000,
    seconds: 0,
  };
}

function modelRecord(step: ModelStep, { texts }: Changes): EffectRecord {
  const text = texts.get(step.id);
  return { ...keyOf(step), result: text === undefined ? modelResult(step) : textResult(step, text), ...circumstancesOf(step, text) };
}

function toolRecord(step: ToolStep, result: JsonValue, { texts }: Changes): EffectRecord {
  const text = texts.get(step.id);
  return { ...keyOf(step), result: text === undefined ? result : textToolResult(text), ...circumstancesOf(step, text) };
}

const REPEATED = /^made again: /u; // what the trace of a run that was taken up again says of such a call

// What is put in the place of a call that was interrupted comes at once, so that it comes before the interruption.
function circumstancesOf(step: Called, text: string | undefined): Pick<EffectRecord, "startedAt" | "seconds" | "repeated" | "worker"> {
  const { startedAt, note, error, worker } = step;
  const seconds = text !== undefined && isCause(error) ? 0 : step.seconds;
  return { startedAt, seconds, ...(REPEATED.test(note ?? "") ? { repeated: true } : {}), ...(worker === undefined ? {} : { worker }) };
}

function isCause(error: string | null): boolean {
  return error === "cancelled" || error === "timeout";
}

// A model may fail with these very words; then they are what its agent failed with.
function isInterrupted({ stopReason, error }: Life, step: Step): boolean {
  if (!isCause(step.error)) return false;
  return step.kind === "model" ? !(stopReason === "error" && error === step.error) : step.observation === "";
}
