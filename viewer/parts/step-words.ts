import type { JsonValue } from "../../src/core/json.ts";
import type { AgentStep, ModelStep, RunRecord, Step } from "../../src/core/run.ts";
import type { Standing } from "../../src/trace/standing.ts";
import type { Trace } from "../trace/trace.ts";
import type { IconName } from "./icons.ts";
import { lineOf } from "./words.ts";

/** What a node is called: the agent's name, the tool's, or that its model thought. */
export function nameOf({ run, nodes }: Trace, node: number): string {
  const step = nodes.steps[node];
  if (!step) return lineOf(run.agent, 80);
  switch (step.kind) {
    case "agent":
      return lineOf(step.agent || step.name, 80);
    case "model":
      return thoughtOf(step);
    case "tool":
      return lineOf(step.name, 80);
  }
}

// Only what has ended well, and asks for nothing more, is known to be an answer.
function thoughtOf({ name, calls, open, error }: ModelStep): string {
  if (name === "compact") return "sums up";
  return calls.length > 0 || open !== undefined || error !== null ? "thinks" : "answers";
}

/** What a node was asked, or said, on one line. */
export function gistOf({ run, nodes }: Trace, node: number): string {
  const step = nodes.steps[node];
  if (!step) return lineOf(run.goal);
  switch (step.kind) {
    case "agent":
      return step.goal === "" ? argumentsLine(step.arguments) : lineOf(step.goal);
    case "model":
      return step.output === "" ? callsLine(step.calls) : lineOf(step.output);
    case "tool":
      return argumentsLine(step.arguments);
  }
}

function callsLine(calls: readonly { readonly name: string }[]): string {
  return calls.length === 0 ? "" : `→ ${lineOf(calls.map(({ name }) => name.slice(0, 60)).join(", "), 120)}`;
}

const LONGEST_SHOWN = 200; // characters of a text within arguments, because a line shows no more

/** Arguments on one line; an object without its braces. */
export function argumentsLine(value: JsonValue): string {
  if (typeof value === "string") return lineOf(value);
  const text =
    JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? inner.slice(0, LONGEST_SHOWN) : inner)) ?? "";
  return lineOf(text.startsWith("{") ? text.slice(1, -1) : text === "null" ? "" : text);
}

/** The icon of a node's kind. */
export function iconOf(step: Step | null): IconName {
  return step === null ? "run" : step.kind;
}

/** The icon of how a node stands: a shape besides the colour. */
export function standingIcon(standing: Standing, step: Step | null): IconName {
  if (step?.kind === "agent" && step.outcome !== null) return outcomeIcon(step.outcome);
  return standing;
}

function outcomeIcon(outcome: NonNullable<AgentStep["outcome"]>): IconName {
  switch (outcome) {
    case "answered":
      return "good";
    case "partial":
      return "cut";
    case "failed":
      return "bad";
    case "empty":
    case "refused":
    case "blocked":
    case "timed_out":
    case "cancelled":
      return outcome;
  }
}

/** Input and output tokens of a node, with everyone below it. */
export function tokensOf({ run, nodes }: Trace, node: number): number {
  const { inputTokens, outputTokens } = (nodes.steps[node] ?? run).usage.subtree;
  return inputTokens + outputTokens;
}

/** Why a run ended, in words. */
export function endingOf({ stopReason }: RunRecord): string {
  return stopReason === null ? "running" : stopReason.replaceAll("_", " ");
}
