import type { BudgetRecord, RunRecord, Step } from "../../src/core/run.ts";
import { noUsage, type UsagePair } from "../../src/core/usage.ts";
import {
  isAmount,
  isArtifact,
  isAttempt,
  isBooking,
  isBudget,
  isCall,
  isCount,
  isInstant,
  isLength,
  isLimit,
  isList,
  isListOf,
  isOffer,
  isOpen,
  isPool,
  isProblem,
  isText,
  isTextOrNull,
  isUsagePair,
  orAbsent,
  type Check,
} from "./checks.ts";

/** How much had to be mended. */
export interface Repairs {
  fields: number;
  kinds: number;
  dropped: number;
}

/** The kinds of step there are. */
export const KINDS: readonly Step["kind"][] = ["model", "tool", "agent"];

type Fields = Record<string, unknown>;

const NO_USAGE: UsagePair = { own: noUsage(), subtree: noUsage() };
const NO_BUDGET: BudgetRecord = {
  maxSteps: 0,
  maxSeconds: 0,
  maxToolCalls: null,
  maxDelegations: null,
  maxTokens: null,
  maxCost: null,
  wrapUp: false,
  spent: { steps: 0, seconds: 0, toolCalls: 0, delegations: 0, tokens: 0, cost: null },
};
const NO_POOL: RunRecord["pool"] = {
  maxSteps: 0,
  maxAgents: 0,
  maxTokens: null,
  maxCost: null,
  maxToolCalls: null,
  spent: { steps: 0, agents: 0, tokens: 0, cost: null, toolCalls: 0 },
};

/** A field's name, what it must be, and what stands in its place otherwise; lists are made anew for each step. */
type Rule = readonly [name: string, check: Check, neutral: () => unknown];

const text = (name: string): Rule => [name, isText, () => ""];
const textOrNull = (name: string): Rule => [name, isTextOrNull, () => null];
const seconds = (name: string): Rule => [name, isLength, () => 0];
const absent = (name: string, check: Check): Rule => [name, orAbsent(check), () => undefined];
const list = (name: string, check: Check = isList): Rule => [name, check, () => []];

const STEP: readonly Rule[] = [
  text("id"),
  text("name"),
  text("output"),
  text("observation"),
  textOrNull("error"),
  textOrNull("note"),
  textOrNull("callId"),
  seconds("queuedSeconds"),
  seconds("seconds"),
  ["usage", isUsagePair, () => NO_USAGE],
  list("artifacts", isListOf(isText)),
  ["open", isOpen, () => undefined],
  absent("errorDetail", isText),
  absent("worker", isText),
];
const MODEL: readonly Rule[] = [
  list("calls", isListOf(isCall)),
  list("attempts", isListOf(isAttempt)),
  text("model"),
  textOrNull("finishReason"),
  textOrNull("reasoning"),
  ["estimated", isAmount, () => 0],
  text("requestHash"),
  absent("keptTurns", isCount),
];
const AGENT: readonly Rule[] = [
  text("agent"),
  text("runId"),
  text("goal"),
  text("instructions"),
  textOrNull("outcome"),
  textOrNull("stopReason"),
  list("offered", isListOf(isOffer)),
  list("children"),
  ["budget", isBudget, () => NO_BUDGET],
  ["limit", isLimit, () => null],
];
const RUN: readonly Rule[] = [
  text("id"),
  text("path"),
  text("agent"),
  text("instructions"),
  text("goal"),
  text("output"),
  textOrNull("stopReason"),
  textOrNull("error"),
  seconds("seconds"),
  list("offered", isListOf(isOffer)),
  list("artifacts", isListOf(isArtifact)),
  list("ledger", isListOf(isBooking)),
  absent("dataProblem", isProblem),
  ["usage", isUsagePair, () => NO_USAGE],
  ["budget", isBudget, () => NO_BUDGET],
  ["pool", isPool, () => NO_POOL],
  ["limit", isLimit, () => null],
];

function mend(fields: Fields, rules: readonly Rule[], repairs: Repairs): void {
  for (const [name, check, neutral] of rules) {
    if (check(fields[name])) continue;
    fields[name] = neutral();
    repairs.fields += 1;
  }
}

/** Mends one step in place. A step without a usable start begins when the agent it belongs to does. */
export function repairStep(step: Step, startedAt: number, repairs: Repairs): void {
  const fields = step as unknown as Fields; // nothing is known of it yet
  mend(fields, STEP, repairs);
  if (!KINDS.includes(step.kind)) {
    repairs.kinds += 1;
    fields.kind = "tool";
  }
  mendStart(fields, startedAt, repairs);
  if (fields.arguments === undefined) fields.arguments = null;
  if (step.kind === "model") mend(step, MODEL, repairs);
  if (step.kind === "agent") mend(step, AGENT, repairs);
}

/** The run, mended; what it holds besides stays. The list of steps is the one that was there, for `repairStep` to go over. */
export function repairedRun(value: Record<string, unknown>, repairs: Repairs): RunRecord {
  const fields: Fields = { ...value };
  mend(fields, RUN, repairs);
  mendStart(fields, 0, repairs);
  return fields as unknown as RunRecord; // every field that a view reads has just been checked
}

function mendStart(fields: Fields, startedAt: number, repairs: Repairs): void {
  if (isInstant(fields.startedAt)) return;
  fields.startedAt = startedAt;
  repairs.fields += 1;
}
