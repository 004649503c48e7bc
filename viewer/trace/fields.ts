import { isObject } from "../../src/core/json.ts";
import type { BudgetRecord, RunRecord, Step } from "../../src/core/run.ts";
import { noUsage, type UsagePair } from "../../src/core/usage.ts";

/** How much had to be mended. */
export interface Repairs {
  fields: number;
  kinds: number;
  dropped: number;
}

/** The kinds of step there are. */
export const KINDS: readonly Step["kind"][] = ["model", "tool", "agent"];

type Fields = Record<string, unknown>;
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isTextOrNull: Check = (value) => value === null || typeof value === "string";
const isFinite: Check = Number.isFinite;
const isAmount: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const isList: Check = Array.isArray;
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isCall: Check = (value) => isObject(value) && isText(value.id) && isText(value.name);
const isAttempt: Check = (value) => isObject(value) && isText(value.error);
const isLimit: Check = (value) =>
  value === null || (isObject(value) && isText(value.name) && isText(value.scope) && isFinite(value.value));
const isOffer: Check = (value) =>
  isObject(value) && isFinite(value.turn) && isListOf((tool) => isObject(tool) && isText(tool.name))(value.tools);
const isArtifact: Check = (value) => isObject(value) && isText(value.name) && isText(value.mediaType) && isText(value.base64);
const isOpen: Check = (value) => value === undefined || value === "queued" || value === "running" || value === "waiting";
const isCountOrAbsent: Check = (value) => value === undefined || (Number.isInteger(value) && (value as number) >= 0);
const isTextOrAbsent: Check = (value) => value === undefined || isText(value);

const COUNTS = [
  "modelCalls",
  "toolCalls",
  "delegations",
  "inputTokens",
  "outputTokens",
  "cachedTokens",
  "reasoningTokens",
] as const;
const isUsage: Check = (value) =>
  isObject(value) && COUNTS.every((name) => isAmount(value[name])) && (value.cost === null || isAmount(value.cost));
const isUsagePair: Check = (value) =>
  isObject(value) && isUsage(value.own) && (value.subtree === value.own || isUsage(value.subtree));
const isBooking: Check = (value) =>
  isObject(value) && isText(value.path) && isText(value.resource) && isFinite(value.time) && isFinite(value.granted);

const CEILINGS = ["maxSteps", "maxSeconds", "maxToolCalls", "maxDelegations", "maxTokens", "maxCost"] as const;
const isCeiling: Check = (value) => value === null || isAmount(value);
const isBudget: Check = (value) => isObject(value) && CEILINGS.every((name) => isCeiling(value[name])) && isObject(value.spent);
const isPool: Check = (value) => isObject(value) && isCeiling(value.maxSteps) && isObject(value.spent);

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
const amount = (name: string): Rule => [name, isAmount, () => 0];
const list = (name: string, check: Check = isList): Rule => [name, check, () => []];

const STEP: readonly Rule[] = [
  text("id"),
  text("name"),
  text("output"),
  text("observation"),
  textOrNull("error"),
  textOrNull("note"),
  textOrNull("callId"),
  amount("queuedSeconds"),
  amount("seconds"),
  ["usage", isUsagePair, () => NO_USAGE],
  list("artifacts", isListOf(isText)),
  ["open", isOpen, () => undefined],
  ["errorDetail", isTextOrAbsent, () => undefined],
  ["worker", isTextOrAbsent, () => undefined],
];
const MODEL: readonly Rule[] = [
  list("calls", isListOf(isCall)),
  list("attempts", isListOf(isAttempt)),
  text("model"),
  textOrNull("finishReason"),
  textOrNull("reasoning"),
  amount("estimated"),
  ["keptTurns", isCountOrAbsent, () => undefined],
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
  amount("seconds"),
  list("offered", isListOf(isOffer)),
  list("artifacts", isListOf(isArtifact)),
  ["ledger", isListOf(isBooking), () => []],
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
  if (isFinite(fields.startedAt)) return;
  fields.startedAt = startedAt;
  repairs.fields += 1;
}
