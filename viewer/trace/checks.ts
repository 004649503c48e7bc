import { isObject } from "../../src/core/json.ts";

/** Says whether a value is of a kind; nothing is known of the value before. */
export type Check = (value: unknown) => boolean;

const LATEST_MS = 8.64e15; // what a Date can hold

/** A text. */
export const isText: Check = (value) => typeof value === "string";
/** A text, or null. */
export const isTextOrNull: Check = (value) => value === null || typeof value === "string";
/** A list of anything. */
export const isList: Check = Array.isArray;

/** A number that is not negative. */
export const isAmount: Check = (value) => Number.isFinite(value) && (value as number) >= 0;
const isFinite: Check = Number.isFinite;
const isAmountOrNull: Check = (value) => value === null || isAmount(value);

/** An instant that a calendar has, in milliseconds since the epoch. */
export const isInstant: Check = (value) => typeof value === "number" && Math.abs(value) <= LATEST_MS;

/** A length of time in seconds, within what a calendar has. */
export const isLength: Check = (value) => isAmount(value) && (value as number) * 1000 <= LATEST_MS;

/** How many there are of something. */
export const isCount: Check = (value) => Number.isInteger(value) && isAmount(value);

/** What may be absent. */
export function orAbsent(check: Check): Check {
  return (value) => value === undefined || check(value);
}

/** A list in which each item is of a kind. */
export function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object whose fields are each of a kind; what it holds besides does not matter. */
function isShape(fields: Readonly<Record<string, Check>>): Check {
  const rules = Object.entries(fields);
  return (value) => isObject(value) && rules.every(([name, check]) => check(value[name]));
}

const isUsage = isShape({
  modelCalls: isAmount,
  toolCalls: isAmount,
  delegations: isAmount,
  inputTokens: isAmount,
  outputTokens: isAmount,
  cachedTokens: isAmount,
  reasoningTokens: isAmount,
  cost: isAmountOrNull,
});

/** Own and subtree usage; often one and the same object, which is looked at once. */
export const isUsagePair: Check = (value) =>
  isObject(value) && isUsage(value.own) && (value.subtree === value.own || isUsage(value.subtree));

/** A call that a model turn asked for. */
export const isCall = isShape({ id: isText, name: isText, status: isText, reason: isTextOrNull });

/** A try of a model that failed. */
export const isAttempt = isShape({
  error: isText,
  status: orAbsent(isFinite),
  waitSeconds: orAbsent(isLength),
  model: orAbsent(isText),
  usage: orAbsent(isShape({ inputTokens: isAmount, outputTokens: isAmount })),
});

/** The tools that were offered from a turn on. */
export const isOffer = isShape({ turn: isAmount, tools: isListOf(isShape({ name: isText, description: isText })) });

/** An artifact as a trace keeps it. */
export const isArtifact = isShape({
  name: isText,
  mediaType: isText,
  sizeBytes: isAmount,
  description: orAbsent(isText),
  base64: isText,
});

const isCeiling = isShape({ name: isText, scope: isText, value: isAmount });
/** The ceiling that cut a run, or null. */
export const isLimit: Check = (value) => value === null || isCeiling(value);

/** Why a run has no data. */
export const isProblem = isShape({ reason: isText, message: isText });

/** An entry of the ledger. */
export const isBooking = isShape({
  time: isInstant,
  path: isText,
  scope: isText,
  resource: isText,
  granted: isFinite,
  reserved: isFinite,
  spent: isFinite,
  refunded: isFinite,
});

/** The ceilings of an agent and what it spent of them. */
export const isBudget = isShape({
  maxSteps: isAmountOrNull,
  maxSeconds: isAmountOrNull,
  maxToolCalls: isAmountOrNull,
  maxDelegations: isAmountOrNull,
  maxTokens: isAmountOrNull,
  maxCost: isAmountOrNull,
  spent: isShape({
    steps: isAmount,
    seconds: isLength,
    toolCalls: isAmount,
    delegations: isAmount,
    tokens: isAmount,
    cost: isAmountOrNull,
  }),
});

/** The ceilings of a whole run and what it spent of them. */
export const isPool = isShape({
  maxSteps: isAmountOrNull,
  maxAgents: isAmountOrNull,
  maxToolCalls: isAmountOrNull,
  maxTokens: isAmountOrNull,
  maxCost: isAmountOrNull,
  spent: isShape({ steps: isAmount, agents: isAmount, tokens: isAmount, cost: isAmountOrNull, toolCalls: isAmount }),
});

/** The word for a step that has not ended, or none. */
export const isOpen = orAbsent((value) => value === "queued" || value === "running" || value === "waiting");
