import type { EffectKey, EffectRecord, RunHeader } from "../../../src/core/journal.ts";
import type { RunRecord } from "../../../src/core/run.ts";

/** The header of a run of nobody in particular. */
export function headerOf(runId: string, startedAt = 1_000): RunHeader {
  return { version: 1, runId, agent: "lead", goal: "Go.", startedAt, definitions: { lead: "print" }, options: {} };
}

/** The key of the n-th model call. */
export function keyOf(number: number): EffectKey {
  return { id: `0#${number}`, kind: "model", hash: `hash ${number}` };
}

/** What the n-th model call came to. */
export function recordOf(number: number, text = `text ${number}`): EffectRecord {
  const result = { ok: true, reply: { text, usage: { inputTokens: 10, outputTokens: number } }, attempts: [] };
  return { ...keyOf(number), result, startedAt: 1_000 + number, seconds: 0.5 };
}

/** As much of a run that has ended as a journal looks at. */
export function endedRun(output: string): RunRecord {
  const usage = { subtree: { inputTokens: 20, outputTokens: 7 } };
  return { stopReason: "completed", limit: null, error: null, output, startedAt: 1_000, seconds: 2, usage } as RunRecord;
}
