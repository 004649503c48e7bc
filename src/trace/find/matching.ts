import type { Step } from "../../core/run.ts";
import { textOf } from "../analyse/findings/spoken.ts";
import type { Placed } from "../analyse/places/places.ts";
import type { ChoiceField, Comparison, Condition, NumberField, Term, TextField } from "./query.ts";

/** Whether all terms hold for a step. */
export function holdsFor(placed: Placed, terms: readonly Term[]): boolean {
  return terms.every(({ condition, negated }) => isMet(condition, placed) !== negated);
}

function isMet(condition: Condition, placed: Placed): boolean {
  switch (condition.type) {
    case "anywhere":
      return textsOf(placed).some((text) => includes(text, condition.text));
    case "text":
      return textsIn(condition.field, placed).some((text) => includes(text, condition.text));
    case "choice":
      return isChosen(condition.field, condition.value, placed.step);
    case "number": {
      const value = numberIn(condition.field, placed);
      return value !== null && isCompared(value, condition.comparison, condition.value);
    }
  }
}

function includes(text: string, sought: string): boolean {
  return text.toLowerCase().includes(sought);
}

function textsOf({ step, life }: Placed): string[] {
  const shared = [
    step.name,
    step.output,
    step.observation,
    step.error ?? "",
    step.note ?? "",
    life.agent,
    textOf(step.arguments),
    ...step.artifacts,
  ];
  switch (step.kind) {
    case "model":
      return [...shared, step.model, step.reasoning ?? "", ...step.calls.map((call) => `${call.name}\n${textOf(call.arguments)}`)];
    case "tool":
      return shared;
    case "agent":
      return [...shared, step.agent, step.goal];
  }
}

function textsIn(field: TextField, { step, life }: Placed): string[] {
  switch (field) {
    case "agent":
      return step.kind === "agent" ? [life.agent, step.agent] : [life.agent];
    case "tool":
      return step.kind === "tool" ? [step.name] : [];
    case "model":
      return step.kind === "model" ? [step.model] : [];
    case "error":
      return step.error === null ? [] : [step.error];
    case "goal":
      return step.kind === "agent" ? [step.goal] : [];
    case "id":
      return [step.id];
  }
}

function isChosen(field: ChoiceField, value: string, step: Step): boolean {
  switch (field) {
    case "kind":
      return step.kind === value;
    case "outcome":
      return step.kind === "agent" && (step.outcome ?? "open") === value;
    case "is":
      return standings(step).includes(value);
  }
}

function standings(step: Step): string[] {
  return [
    ...(step.open === undefined ? [] : ["open"]),
    ...(step.error === null ? [] : ["failed"]),
    ...(step.kind === "model" && step.estimated > 0 ? ["estimated"] : []),
    ...(step.kind === "model" && step.attempts.length > 0 ? ["retried"] : []),
  ];
}

function numberIn(field: NumberField, { step, life, span }: Placed): number | null {
  const { subtree } = step.usage;
  switch (field) {
    case "depth":
      return life.depth;
    case "ms":
      return toMicroseconds(span.endedAt - span.startedAt);
    case "queued":
      return toMicroseconds(span.startedAt - span.queuedAt);
    case "tokens":
      return subtree.inputTokens + subtree.outputTokens;
    case "cost":
      return subtree.cost;
  }
}

// A trace keeps time to the microsecond; what is finer comes from reckoning with milliseconds since the epoch.
function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

function isCompared(value: number, comparison: Comparison, other: number): boolean {
  switch (comparison) {
    case ">":
      return value > other;
    case "<":
      return value < other;
    case ">=":
      return value >= other;
    case "<=":
      return value <= other;
    case "=":
      return value === other;
  }
}
