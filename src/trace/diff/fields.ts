import type { AgentStep, ModelStep, RunRecord, Step } from "../../core/run.ts";
import { jsonOf } from "../analyse/places/json-of.ts";
import { isSameJson } from "../same-json.ts";

/** What of two steps, or of two agents, is not the same. Times and figures are no such thing: they are deltas. */
export type Field =
  | "name"
  | "agent"
  | "goal"
  | "instructions"
  | "offered"
  | "arguments"
  | "model"
  | "calls"
  | "output"
  | "data"
  | "observation"
  | "artifacts"
  | "error"
  | "outcome"
  | "stopReason"
  | "limit"
  | "order";

/** A field that differs, with both values as text. */
export interface FieldDifference {
  readonly field: Field;
  readonly a: string;
  readonly b: string;
}

type Values = readonly (readonly [field: Field, a: unknown, b: unknown])[];

/** What a model turn or a tool call did differently. Of two that are known to have said, or asked, the same, only the rest is looked at. */
export function stepDifferences(a: Step, b: Step, isExact: boolean): FieldDifference[] {
  const ends = [["error", a.error ?? "", b.error ?? ""]] as const;
  if (a.kind === "model" && b.kind === "model") {
    const said = isExact ? [] : ([["output", a.output, b.output], ["calls", callsOf(a), callsOf(b)]] as const);
    return differing([["model", a.model, b.model], ...said, ...ends]);
  }
  const asked = isExact ? [] : ([["arguments", a.arguments, b.arguments]] as const);
  const came: Values = [
    ["output", a.output, b.output],
    ["observation", a.observation, b.observation],
    ["artifacts", a.artifacts, b.artifacts],
  ];
  return differing([...asked, ...came, ...ends]);
}

function callsOf({ calls }: ModelStep): unknown {
  return calls.map(({ name, arguments: args, status }) => ({ name, arguments: args, status }));
}

/** An agent as a run or a delegation tells of it. */
export type AgentSide = Pick<RunRecord, "agent" | "goal" | "instructions" | "offered" | "output" | "error" | "stopReason" | "limit"> & {
  readonly step: AgentStep | null;
  /** Structured data, or why there is none; null where none was asked for. */
  readonly data: unknown;
  /** Of the root whole, of a delegation their names. */
  readonly artifacts: readonly unknown[];
};

/** What two agents were given differently. */
export function beginningDifferences(a: AgentSide, b: AgentSide): FieldDifference[] {
  return differing([
    ["name", a.step?.name ?? "", b.step?.name ?? ""],
    ["agent", a.agent, b.agent],
    ["goal", a.goal, b.goal],
    ["arguments", a.step?.arguments ?? null, b.step?.arguments ?? null],
    ["instructions", a.instructions, b.instructions],
    ["offered", a.offered, b.offered],
  ]);
}

/** What two agents came to differently. */
export function endDifferences(a: AgentSide, b: AgentSide): FieldDifference[] {
  return differing([
    ["stopReason", a.stopReason ?? "", b.stopReason ?? ""],
    ["outcome", a.step?.outcome ?? "", b.step?.outcome ?? ""],
    ["limit", a.limit, b.limit],
    ["output", a.output, b.output],
    ["data", a.data, b.data],
    ["artifacts", a.artifacts, b.artifacts],
    ["observation", a.step?.observation ?? "", b.step?.observation ?? ""],
    ["error", a.error ?? "", b.error ?? ""],
  ]);
}

function differing(values: Values): FieldDifference[] {
  const parting = values.filter(([, a, b]) => !isSame(a, b));
  return parting.map(([field, a, b]) => ({ field, a: textOf(a), b: textOf(b) }));
}

function isSame(a: unknown, b: unknown): boolean {
  try {
    return isSameJson(a, b);
  } catch {
    return jsonOf(a) === jsonOf(b); // nested deeper than the call stack
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : jsonOf(value);
}
