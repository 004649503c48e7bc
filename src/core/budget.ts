import { z } from "zod";
import { checked } from "./check.ts";

const COUNT = "a whole number of at least 1";
const COUNT_OR_ZERO = "a whole number of at least 0, or null for no ceiling";
const COUNT_OR_NONE = "a whole number of at least 1, or null for no ceiling";
const SECONDS = "a number of seconds above 0";
const MONEY = "an amount of money above 0, or null for no ceiling";

const count = z.number({ error: COUNT }).int(COUNT).positive(COUNT);
const countOrZero = z.number({ error: COUNT_OR_ZERO }).int(COUNT_OR_ZERO).nonnegative(COUNT_OR_ZERO).nullable();
const countOrNone = z.number({ error: COUNT_OR_NONE }).int(COUNT_OR_NONE).positive(COUNT_OR_NONE).nullable();
const seconds = z.number({ error: SECONDS }).positive(SECONDS);
const money = z.number({ error: MONEY }).positive(MONEY).nullable();

/** The ceilings of one agent, as a definition or an option gives them; what is left out has its default. */
export interface BudgetOptions {
  /** The agent's own steps: model turns, tool calls and delegations. Default 12. */
  readonly maxSteps?: number | undefined;
  /** Wall clock, fractions allowed. A specialist also ends at the deadline of its parent. Default 120. */
  readonly maxSeconds?: number | undefined;
  /** The agent's own tool calls; 0 allowed, null is no ceiling. Default null. */
  readonly maxToolCalls?: number | null | undefined;
  /** The agent's own delegations; 0 allowed, null is no ceiling. Default null. */
  readonly maxDelegations?: number | null | undefined;
  /** Input plus output tokens of the agent and everyone below it; null is no ceiling. Default null. */
  readonly maxTokens?: number | null | undefined;
  /** Money of the agent and everyone below it, in the currency of the prices; null is no ceiling. Default null. */
  readonly maxCost?: number | null | undefined;
  /** Keep one model turn for a last answer when a ceiling cuts the agent. Default false. */
  readonly wrapUp?: boolean | undefined;
}

/** The ceilings of a whole run, as options give them; what is left out has its default. */
export interface PoolOptions {
  /** Steps of the whole tree. Default ten times the root's `maxSteps`. */
  readonly maxSteps?: number | undefined;
  /** Agents ever started below the root. Default 64. */
  readonly maxAgents?: number | undefined;
  /** Input plus output tokens of the whole tree; null is no ceiling. Default the root's own. */
  readonly maxTokens?: number | null | undefined;
  /** Money of the whole tree; null is no ceiling. Default the root's own. */
  readonly maxCost?: number | null | undefined;
  /** Tool calls of the whole tree; 0 allowed, null is no ceiling. Default the root's own. */
  readonly maxToolCalls?: number | null | undefined;
}

const budgetSchema = z.strictObject({
  maxSteps: count.optional(),
  maxSeconds: seconds.optional(),
  maxToolCalls: countOrZero.optional(),
  maxDelegations: countOrZero.optional(),
  maxTokens: countOrNone.optional(),
  maxCost: money.optional(),
  wrapUp: z.boolean({ error: "true or false" }).optional(),
}, "an object of ceilings") satisfies z.ZodType<BudgetOptions>;

const poolSchema = z.strictObject({
  maxSteps: count.optional(),
  maxAgents: count.optional(),
  maxTokens: countOrNone.optional(),
  maxCost: money.optional(),
  maxToolCalls: countOrZero.optional(),
}, "an object of ceilings") satisfies z.ZodType<PoolOptions>;

/** The ceilings of one agent, complete. null is no ceiling. Steps, tool calls and delegations count the agent's own. */
export interface Budget {
  readonly maxSteps: number;
  readonly maxSeconds: number;
  readonly maxToolCalls: number | null;
  readonly maxDelegations: number | null;
  /** Input plus output tokens of the agent and everyone below it. */
  readonly maxTokens: number | null;
  /** Money of the agent and everyone below it, in the currency of the prices. */
  readonly maxCost: number | null;
  /** Keep one model turn for a last answer when a ceiling cuts the agent. */
  readonly wrapUp: boolean;
}

/** The ceilings of a whole run, complete: the root and everyone below it. */
export interface Pool {
  readonly maxSteps: number;
  readonly maxAgents: number;
  readonly maxTokens: number | null;
  readonly maxCost: number | null;
  readonly maxToolCalls: number | null;
}

/** What an agent has when its definition says nothing: 12 steps, 120 seconds and no other ceiling, wrap-up off. */
export const DEFAULT_BUDGET: Budget = Object.freeze({
  maxSteps: 12,
  maxSeconds: 120,
  maxToolCalls: null,
  maxDelegations: null,
  maxTokens: null,
  maxCost: null,
  wrapUp: false,
});

const POOL_STEPS_PER_ROOT_STEP = 10;
const DEFAULT_MAX_AGENTS = 64;

/** Validates budget options and fills what they leave out from `base`. Throws `DefinitionError`. */
export function budgetOf(subject: string, options: unknown, base: Budget = DEFAULT_BUDGET): Budget {
  if (options === undefined) return base;
  return { ...base, ...withoutUndefined(checked(subject, budgetSchema, options)) };
}

/** Validates pool options and fills what they leave out from the root's budget. Throws `DefinitionError`. */
export function poolOf(subject: string, options: unknown, root: Budget): Pool {
  const given = options === undefined ? {} : withoutUndefined(checked(subject, poolSchema, options));
  return {
    maxSteps: Math.min(root.maxSteps * POOL_STEPS_PER_ROOT_STEP, Number.MAX_SAFE_INTEGER),
    maxAgents: DEFAULT_MAX_AGENTS,
    maxTokens: root.maxTokens,
    maxCost: root.maxCost,
    maxToolCalls: root.maxToolCalls,
    ...given,
  };
}

/** The lower of two ceilings; null is no ceiling. */
export function lowerCeiling(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The same object without the keys whose value is undefined, so that spreading it overrides nothing by accident. */
function withoutUndefined<T extends object>(options: T): Defined<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<T>;
}

const MICRO = 1_000_000;

/** Money in whole micro-units, the ledger's own unit: rounded to the nearest, at most the largest safe integer. */
export function toMicro(amount: number): number {
  return Math.min(Math.round(amount * MICRO), Number.MAX_SAFE_INTEGER);
}

/** Whole micro-units back as money. */
export function fromMicro(micro: number): number {
  return micro / MICRO;
}
