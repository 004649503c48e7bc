import type { AgentStep, RunRecord, Step } from "../../core/run.ts";
import { jsonOf } from "../analyse/places/json-of.ts";

/** What of two steps, or of two agents, is not the same. Times and figures are no such thing: they are deltas. */
export type Field =
  | "agent"
  | "goal"
  | "instructions"
  | "offered"
  | "arguments"
  | "model"
  | "calls"
  | "output"
  | "observation"
  | "error"
  | "outcome"
  | "stopReason"
  | "order";

/** A field that differs, with both values as text. */
export interface FieldDifference {
  readonly field: Field;
  readonly a: string;
  readonly b: string;
}

type Values = readonly (readonly [field: Field, a: string, b: string])[];

/** What a model turn or a tool call did differently. */
export function stepDifferences(a: Step, b: Step): FieldDifference[] {
  if (a.kind === "model" && b.kind === "model") {
    return differing([
      ["model", a.model, b.model],
      ["output", a.output, b.output],
      ["calls", callsText(a), callsText(b)],
      ["error", a.error ?? "", b.error ?? ""],
    ]);
  }
  return differing([
    ["arguments", jsonOf(a.arguments), jsonOf(b.arguments)],
    ["output", a.output, b.output],
    ["observation", a.observation, b.observation],
    ["error", a.error ?? "", b.error ?? ""],
  ]);
}

function callsText(step: Step): string {
  return step.kind === "model" ? jsonOf(step.calls.map(({ name, arguments: args, status }) => ({ name, arguments: args, status }))) : "";
}

/** An agent as a run or a delegation tells of it. */
export type AgentSide = Pick<RunRecord, "agent" | "goal" | "instructions" | "offered" | "output" | "error" | "stopReason"> & {
  readonly step: AgentStep | null;
};

/** What two agents were given differently. */
export function beginningDifferences(a: AgentSide, b: AgentSide): FieldDifference[] {
  return differing([
    ["agent", a.agent, b.agent],
    ["goal", a.goal, b.goal],
    ["arguments", jsonOf(a.step?.arguments ?? null), jsonOf(b.step?.arguments ?? null)],
    ["instructions", a.instructions, b.instructions],
    ["offered", jsonOf(a.offered), jsonOf(b.offered)],
  ]);
}

/** What two agents came to differently. */
export function endDifferences(a: AgentSide, b: AgentSide): FieldDifference[] {
  return differing([
    ["stopReason", a.stopReason ?? "", b.stopReason ?? ""],
    ["outcome", a.step?.outcome ?? "", b.step?.outcome ?? ""],
    ["output", a.output, b.output],
    ["observation", a.step?.observation ?? "", b.step?.observation ?? ""],
    ["error", a.error ?? "", b.error ?? ""],
  ]);
}

function differing(values: Values): FieldDifference[] {
  return values.filter(([, a, b]) => a !== b).map(([field, a, b]) => ({ field, a, b }));
}
