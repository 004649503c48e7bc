import { z } from "zod";
import { agentBehind } from "../agent/definition/team.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import type { RunOptions } from "../agent/definition/options.ts";
import { DEFAULT_BUDGET, poolOf, type Budget, type Pool, type PoolOptions } from "../core/budget.ts";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import { loopJournal, type LoopJournal } from "./journal.ts";

/**
 * How a loop is made: the options of a run, which hold for all rounds together, and these. There is no `budget`: each
 * round is bounded by its agent's own, the rounds by `maxRounds` and `maxSeconds`, everything together by `pool`.
 * `maxDepth` counts from the worker, and `returns` and `artifacts` are the worker's.
 */
export interface LoopOptions extends Omit<RunOptions, "budget"> {
  /** The most rounds there may be. Default 3. */
  readonly maxRounds?: number;
  /** One deadline over all rounds. Default: what the budgets of the agents allow them in so many rounds. */
  readonly maxSeconds?: number;
}

const ROUNDS = "a whole number of at least 1";
const SECONDS = "a number of seconds above 0";
const DEPTH = "a whole number from 0 to 63";
const MOST_LEVELS = 63; // the loop stands above the worker, so its run is one level deeper
const NO_BUDGET =
  "nothing here: maxRounds and maxSeconds bound the loop, pool bounds everything together, and a round has its agent's own budget";

const maxRounds = z.number(ROUNDS).int(ROUNDS).positive(ROUNDS).optional();
const seconds = z.number(SECONDS).positive(SECONDS).optional();
const maxDepth = z.number(DEPTH).int(DEPTH).min(0, DEPTH).max(MOST_LEVELS, DEPTH).optional();

const anything = z.unknown().optional();

// The run checks these; every one of its options has to be named here, and the compiler says so.
const passedOn = {
  pool: z.record(z.string(), anything, "an object of ceilings").optional(),
  concurrency: anything,
  signal: anything,
  clock: anything,
  ids: anything,
  onEvent: anything,
  journal: anything,
  identity: anything,
  artifacts: anything,
  returns: anything,
  approve: anything,
  contents: anything,
  inspect: anything,
} satisfies Record<Exclude<keyof RunOptions, "budget" | "maxDepth">, z.ZodType>;

const loopShape = {
  maxRounds,
  maxSeconds: seconds,
  maxDepth,
  ...passedOn,
  budget: z.undefined(NO_BUDGET).optional(),
};

/** Options of a loop with the defaults filled in; `run` is what the run of the loop is given, to check the rest. */
export interface CheckedLoop {
  readonly given: LoopOptions;
  readonly maxRounds: number;
  readonly journal: LoopJournal;
  readonly run: RunOptions;
}

/** What a loop is made of, as far as its options depend on it. */
export interface LoopShape {
  /** What messages call it. */
  readonly subject: string;
  /** Everyone it asks in a round. */
  readonly members: readonly AgentLogic[];
  /** What a round may take besides its agents, such as a predicate. */
  readonly secondsBesides: number;
  /** The options that only this kind of loop has. */
  readonly own: z.ZodRawShape;
}

const DEFAULT_MAX_ROUNDS = 3;
const DEFAULT_MAX_DEPTH = 3;

/** Validates the options of a loop. Throws `DefinitionError`. */
export function checkedLoop(shape: LoopShape, options: LoopOptions): CheckedLoop {
  const schema = z.strictObject({ ...shape.own, ...loopShape }, "an object of options");
  const given = checked(`the options of ${shape.subject}`, schema, options) as LoopOptions; // the run checks what it is passed
  const rounds = given.maxRounds ?? DEFAULT_MAX_ROUNDS;
  const journal = loopJournal(given.journal);
  const journaled = journal.forRun ? { ...given, journal: journal.forRun } : given;
  return { given, maxRounds: rounds, journal, run: runOptions(shape, rounds, journaled) };
}

const STEPS_PER_ASK = 2; // the loop's own turn and the delegation

function runOptions({ members, secondsBesides }: LoopShape, rounds: number, given: LoopOptions): RunOptions {
  const { maxSeconds, maxDepth: depth = DEFAULT_MAX_DEPTH, pool } = given;
  const budgets = members.map((member) => agentBehind(member)?.budget ?? DEFAULT_BUDGET);
  const maxSteps = atMostSafe(rounds * members.length * STEPS_PER_ASK + 1);
  const allowedSeconds = rounds * (secondsBesides + sumOf(budgets, (budget) => budget.maxSeconds));
  return {
    ...passedTo(given),
    budget: { maxSteps, maxSeconds: maxSeconds ?? allowedSeconds },
    pool: poolFor(budgets, rounds, maxSteps, pool),
    maxDepth: depth + 1,
  };
}

// `returns` is asked of the worker; all else that is not the run's is the loop's.
function passedTo(given: LoopOptions): RunOptions {
  const { returns: _returns, ...rest } = given;
  return Object.fromEntries(Object.entries(rest).filter(([key]) => key in passedOn));
}

/** So many rounds of what each agent would have as the root of a run of its own, and the loop's own steps. */
function poolFor(budgets: readonly Budget[], rounds: number, ownSteps: number, given: PoolOptions | undefined): PoolOptions {
  const pools = budgets.map((budget) => poolOf("the pool", undefined, budget));
  const pool: PoolOptions = {
    maxSteps: atMostSafe(ownSteps + rounds * sumOf(pools, ({ maxSteps }) => maxSteps)),
    maxAgents: atMostSafe(rounds * sumOf(pools, ({ maxAgents }) => 1 + maxAgents)),
    maxToolCalls: toolCallsOf(pools, rounds),
  };
  return { ...pool, ...Object.fromEntries(Object.entries(given ?? {}).filter(([, value]) => value !== undefined)) };
}

function toolCallsOf(pools: readonly Pool[], rounds: number): number | null {
  if (pools.some(({ maxToolCalls }) => maxToolCalls === null)) return null;
  return atMostSafe(rounds * sumOf(pools, ({ maxToolCalls }) => maxToolCalls ?? 0));
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

function atMostSafe(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER);
}

/** An agent to a loop, or a `DefinitionError` that says in which field there is none. */
export function checkAgent(subject: string, field: string, value: AgentLogic): void {
  if (!agentBehind(value)) throw new DefinitionError({ subject, field, value, allowed: "what fromAgent(...) returns" });
}
