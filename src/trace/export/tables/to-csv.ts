import type { RunRecord, Step } from "../../../core/run.ts";
import { asWritten } from "../../as-written.ts";
import { placesOf, type Placed } from "../../analyse/places/places.ts";
import { isInstant } from "../../analyse/places/span.ts";
import { jsonOf } from "../../analyse/places/json-of.ts";
import { figureCell, textCell } from "../text/csv-cell.ts";

type Cell = (placed: Placed) => string;

const COLUMNS: Readonly<Record<string, Cell>> = {
  id: ({ step }) => textCell(step.id),
  delegation: ({ life }) => textCell(life.step?.id ?? ""),
  agent: ({ life }) => textCell(life.agent),
  path: ({ life }) => textCell(life.path),
  depth: ({ life }) => figureCell(life.depth),
  kind: ({ step }) => step.kind,
  name: ({ step }) => textCell(step.name),
  model: ({ step }) => textCell(step.kind === "model" ? step.model : ""),
  specialist: ({ step }) => textCell(step.kind === "agent" ? step.agent : ""),
  outcome: ({ step }) => (step.kind === "agent" ? (step.outcome ?? "") : ""),
  stop_reason: ({ step }) => (step.kind === "agent" ? (step.stopReason ?? "") : ""),
  open: ({ step }) => step.open ?? "",
  started_at: ({ step }) => timeCell(step.startedAt),
  queued_seconds: ({ step }) => figureCell(step.queuedSeconds),
  seconds: ({ step }) => figureCell(step.seconds),
  input_tokens: ({ step }) => turnFigure(step, "inputTokens"),
  output_tokens: ({ step }) => turnFigure(step, "outputTokens"),
  cached_tokens: ({ step }) => turnFigure(step, "cachedTokens"),
  reasoning_tokens: ({ step }) => turnFigure(step, "reasoningTokens"),
  cost: ({ step }) => turnFigure(step, "cost"),
  subtree_steps: ({ step }) => (step.kind === "agent" ? figureCell(step.totalSteps) : ""),
  subtree_tokens: ({ step: { kind, usage } }) =>
    kind === "agent" ? figureCell(usage.subtree.inputTokens + usage.subtree.outputTokens) : "",
  subtree_cost: ({ step: { kind, usage } }) => (kind === "agent" ? figureCell(usage.subtree.cost) : ""),
  goal: ({ step }) => textCell(step.kind === "agent" ? step.goal : ""),
  arguments: ({ step }) => textCell(step.kind === "model" ? "" : jsonOf(step.arguments)),
  output: ({ step }) => textCell(step.output),
  error: ({ step }) => textCell(step.error ?? ""),
};

const LINE_END = "\r\n";

/**
 * The steps of a run as CSV by RFC 4180, with a line of names first: one line a step, a delegation before the steps below
 * it. Tokens and cost stand on model turns alone, so that a column can be summed; `subtree_...` tells a delegation's
 * whole. Texts are made harmless for spreadsheets and cut after 32 000 characters. Ends in a line break.
 */
export function toCsv(run: RunRecord): string {
  const cells = Object.values(COLUMNS);
  const rows = placesOf(asWritten(run)).steps.map((placed) => cells.map((cell) => cell(placed)).join(","));
  return [Object.keys(COLUMNS).join(","), ...rows, ""].join(LINE_END);
}

function turnFigure(step: Step, figure: "inputTokens" | "outputTokens" | "cachedTokens" | "reasoningTokens" | "cost"): string {
  return step.kind === "model" ? figureCell(step.usage.own[figure]) : "";
}

function timeCell(ms: number): string {
  return isInstant(ms) ? new Date(ms).toISOString() : "";
}
