import { notCompleted, type AnswerProblem } from "../../core/answer.ts";
import { artifactRecord } from "../../core/artifact.ts";
import { secondsBetween } from "../../core/clock.ts";
import { runIdOf } from "../../core/ids.ts";
import type { MutableJson } from "../../core/json.ts";
import type { Resource } from "../../core/ledger.ts";
import { redactRun } from "../../core/redact.ts";
import {
  RUN_VERSION,
  totalStepsOf,
  withMethods,
  type BudgetRecord,
  type PoolRecord,
  type Run,
  type RunRecord,
  type RunSnapshot,
  type Step,
} from "../../core/run.ts";
import type { Engine } from "./engine.ts";
import type { Scope } from "./scope.ts";

/** The run of an agent that has ended. The steps are the very ones that grew while it lived. */
export function reportRun(scope: Scope): Run {
  const record = recordOf(scope);
  const run = withMethods(record) as Run; // it has ended, so its stop reason is set
  if (scope.engine.options.given.contents === false) hideContents(run);
  return run;
}

/** The run of an agent so far, detached from the live one. */
export function snapshotRun(scope: Scope): RunSnapshot {
  const record = structuredClone(recordOf(scope));
  record.totalSteps = countedSoFar(record.steps);
  return withMethods(scope.engine.options.given.contents === false ? redactRun(record) : record);
}

// A delegation under way does not know its total yet: it is counted when it ends.
function countedSoFar(steps: Step[]): number {
  for (const step of steps) if (step.kind === "agent") step.totalSteps = 1 + countedSoFar(step.children);
  return totalStepsOf(steps);
}

function recordOf(scope: Scope): RunRecord {
  const { engine, ending } = scope;
  return {
    version: RUN_VERSION,
    id: runIdOf(engine.id, scope.path),
    path: scope.path,
    agent: scope.agent.name,
    instructions: scope.instructions,
    offered: scope.offered,
    startedAt: scope.startedAt,
    goal: scope.goal,
    output: ending?.output ?? scope.lastText,
    ...answerOf(scope),
    steps: scope.steps,
    artifacts: scope.artifacts.own().map(artifactRecord),
    stopReason: ending?.stopReason ?? null,
    limit: ending?.limit ?? null,
    error: ending?.error ?? null,
    succeeded: ending?.stopReason === "completed",
    seconds: secondsOf(scope),
    usage: { own: { ...scope.own }, subtree: scope.subtreeUsage() },
    budget: budgetRecord(scope),
    pool: poolRecord(engine),
    ledger: engine.ledger.entries,
    toolCalls: scope.steps.filter(({ kind }) => kind === "tool").map(({ name }) => name),
    totalSteps: totalStepsOf(scope.steps),
  };
}

// Only a completed run has data: whatever else ended it, nobody has said that the answer is the answer.
function answerOf({ answering, ending }: Scope): Pick<RunRecord, "data" | "dataProblem"> {
  if (!answering || !ending) return {};
  if (ending.stopReason !== "completed") return { dataProblem: notCompleted(ending.stopReason) };
  const { answer, problem } = answering;
  if (!answer) return { dataProblem: problem ?? NO_ANSWER };
  return { data: answer.data as MutableJson }; // handed over to whoever reads the run
}

const NO_ANSWER: AnswerProblem = { reason: "no_answer", message: "no answer" };

function secondsOf(scope: Scope): number {
  return secondsBetween(scope.startedAt, scope.ending ? scope.endedAt : scope.engine.clock.now());
}

/** The ceilings of an agent and what it has spent of them so far. */
export function budgetRecord(scope: Scope): BudgetRecord {
  const { inputTokens, outputTokens, cost } = scope.subtreeUsage();
  const spent = { ...scope.used, seconds: secondsOf(scope), tokens: inputTokens + outputTokens, cost };
  return { ...scope.budget, spent };
}

function poolRecord(engine: Engine): PoolRecord {
  const { inputTokens, outputTokens, cost, toolCalls } = engine.root.subtreeUsage();
  const spentOf = (resource: Resource): number => engine.pool.balance(resource)?.spent ?? 0;
  const spent = { steps: spentOf("steps"), agents: engine.agentsStarted, tokens: inputTokens + outputTokens, cost, toolCalls };
  const { maxSteps, maxAgents, maxTokens, maxCost, maxToolCalls } = engine.options.pool;
  return { maxSteps, maxAgents, maxTokens, maxCost, maxToolCalls, spent };
}

function hideContents(run: Run): void {
  const { steps, goal, instructions } = redactRun(run);
  run.steps = steps;
  run.goal = goal;
  run.instructions = instructions;
  hideAnswer(run);
}

/** Leaves the caller of a run without contents its answer in memory; what is written anywhere has lengths in its place. */
export function hideAnswer(run: Run): void {
  const { steps, goal, instructions } = run; // they are lengths already
  const hidden = { ...redactRun(run), steps, goal, instructions };
  Object.defineProperty(run, "toJSON", { value: () => hidden, enumerable: false });
}
