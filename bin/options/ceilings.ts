import { budgetOf, DEFAULT_BUDGET, poolOf, type BudgetOptions, type PoolOptions } from "../../src/core/budget.ts";
import { DefinitionError, type RunOptions } from "../../src/index.ts";
import { UsageError } from "../ending/usage-error.ts";
import { numberIn, pairsFrom } from "./pairs.ts";

const BUDGET_FIELDS: Readonly<Record<string, keyof BudgetOptions>> = {
  steps: "maxSteps",
  seconds: "maxSeconds",
  "tool-calls": "maxToolCalls",
  delegations: "maxDelegations",
  tokens: "maxTokens",
  cost: "maxCost",
  "wrap-up": "wrapUp",
};

const POOL_FIELDS: Readonly<Record<string, keyof PoolOptions>> = {
  steps: "maxSteps",
  agents: "maxAgents",
  "tool-calls": "maxToolCalls",
  tokens: "maxTokens",
  cost: "maxCost",
};

/** The root's budget from `steps=12,seconds=120,...`. Throws `UsageError` for a key or a value that is none. */
export function budgetFrom(text: string): BudgetOptions {
  return ceilingsFrom({ option: "--budget", text, fields: BUDGET_FIELDS, check: (options) => budgetOf("--budget", options) });
}

/** The pool of the whole run from `steps=200,agents=8,...`. Throws `UsageError` for a key or a value that is none. */
export function poolFrom(text: string): PoolOptions {
  return ceilingsFrom({ option: "--pool", text, fields: POOL_FIELDS, check: (options) => poolOf("--pool", options, DEFAULT_BUDGET) });
}

interface Ceilings {
  readonly option: string;
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Throws `DefinitionError` for values the library would refuse: its rules stand in one place. */
  readonly check: (options: Record<string, unknown>) => unknown;
}

function ceilingsFrom({ option, text, fields, check }: Ceilings): Record<string, number | boolean | null> {
  return pairsFrom({
    option,
    text,
    fields,
    noun: "ceiling",
    read: (field, value, key) => {
      const ceiling = valueOf(field, value);
      checkOne({ option, key, value, check: () => check({ [field]: ceiling }) });
      return ceiling;
    },
  });
}

const FLAGS: ReadonlyMap<string, boolean> = new Map([["", true], ["true", true], ["false", false]]);

function valueOf(field: string, text: string): number | boolean | null {
  if (field === "wrapUp") return FLAGS.get(text) ?? NaN;
  return text === "none" ? null : numberIn(text);
}

interface OneCeiling {
  readonly option: string;
  readonly key: string;
  readonly value: string;
  readonly check: () => unknown;
}

function checkOne({ option, key, value, check }: OneCeiling): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof DefinitionError)) throw error;
    const allowed = error.allowed.replace("null for no ceiling", "'none' for no ceiling");
    throw new UsageError(`${option}: ${key} is '${value}'; allowed: ${allowed}`);
  }
}

/** The options of the command line that bound a run, as they were written. */
export interface LimitFlags {
  readonly budget?: string;
  readonly pool?: string;
  readonly concurrency?: string;
}

/** What bounds a run, from the options that were given. Throws `UsageError`. */
export function limitsFrom({ budget, pool, concurrency }: LimitFlags): Pick<RunOptions, keyof LimitFlags> {
  return {
    ...(budget === undefined ? {} : { budget: budgetFrom(budget) }),
    ...(pool === undefined ? {} : { pool: poolFrom(pool) }),
    ...(concurrency === undefined ? {} : { concurrency: { model: slotsFrom(concurrency) } }),
  };
}

/** The number of model calls at once. Throws `UsageError` for what is no whole number of at least 1. */
export function slotsFrom(text: string): number {
  const slots = Number(text);
  if (/^\d+$/u.test(text) && Number.isSafeInteger(slots) && slots >= 1) return slots;
  throw new UsageError(`--concurrency is '${text}'; allowed: a whole number of at least 1`);
}
