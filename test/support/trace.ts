import { DEFAULT_BUDGET } from "../../src/core/budget.ts";
import { outcomeOf, type StopReason } from "../../src/core/outcome.ts";
import {
  RUN_VERSION,
  totalStepsOf,
  withMethods,
  type AgentStep,
  type BudgetRecord,
  type ModelStep,
  type Run,
  type RunRecord,
  type RunSnapshot,
  type Step,
  type ToolStep,
} from "../../src/core/run.ts";
import { addUsage, noUsage, ownOnly, type Usage } from "../../src/core/usage.ts";

/** Builds traces by hand, so that views of a trace are tested without a run. Figures add up the way a real trace's do. */

/** When the first step of every built trace begins. */
export const TRACE_START = Date.UTC(2026, 0, 1);

const NOTHING_SPENT = { steps: 0, seconds: 0, toolCalls: 0, delegations: 0, tokens: 0, cost: null };

/** A budget with the defaults, and nothing spent unless said otherwise. */
export function budgetRecord(changes: Partial<BudgetRecord> = {}): BudgetRecord {
  return { ...DEFAULT_BUDGET, spent: NOTHING_SPENT, ...changes };
}

/** Usage of one model call. */
export function tokens(inputTokens: number, outputTokens: number, cost: number | null = null): Usage {
  return { ...noUsage(), modelCalls: 1, inputTokens, outputTokens, cost };
}

const shared = {
  id: "0#1",
  index: 0,
  arguments: {},
  callId: null,
  output: "",
  observation: "",
  error: null,
  startedAt: TRACE_START,
  queuedSeconds: 0,
  seconds: 0,
  usage: ownOnly(noUsage()),
  artifacts: [],
  note: null,
};

/** A model turn that answers `output`. */
export function modelStep(changes: Partial<ModelStep> = {}): ModelStep {
  return {
    ...shared,
    kind: "model",
    name: "chat",
    totalSteps: 1,
    calls: [],
    model: "scripted",
    finishReason: null,
    reasoning: null,
    attempts: [],
    estimated: 0,
    requestHash: "",
    ...changes,
  };
}

/** A model turn that asks for calls: names, or names with arguments. All are run. */
export function callingStep(calls: readonly (string | readonly [name: string, args: ToolStep["arguments"]])[], changes: Partial<ModelStep> = {}): ModelStep {
  const records = calls.map((call, index) => {
    const [name, args] = typeof call === "string" ? [call, {}] : call;
    return { id: `call_1_${index}`, name, arguments: args, status: "run" as const, reason: null };
  });
  return modelStep({ calls: records, ...changes });
}

/** A tool call. */
export function toolStep(name: string, changes: Partial<ToolStep> = {}): ToolStep {
  return { ...shared, kind: "tool", name, totalSteps: 1, usage: ownOnly({ ...noUsage(), toolCalls: 1 }), ...changes };
}

/** A delegation over its specialist's steps; `totalSteps` and `usage` follow from them unless said otherwise. */
export function agentStep(agent: string, children: Step[], changes: Partial<AgentStep> = {}): AgentStep {
  const { stopReason = "completed", output = "" } = changes;
  return {
    ...shared,
    kind: "agent",
    name: `ask_${agent}`,
    totalSteps: 1 + totalStepsOf(children),
    agent,
    runId: "run-1:0/1.0",
    outcome: stopReason === null ? null : outcomeOf(stopReason, output),
    stopReason,
    children,
    goal: "",
    instructions: "",
    offered: [],
    budget: budgetRecord(),
    limit: null,
    usage: usageOver(children),
    ...changes,
  };
}

function usageOver(steps: readonly Step[]): { own: Usage; subtree: Usage } {
  const own = noUsage();
  const subtree = noUsage();
  for (const step of steps) {
    if (step.kind === "agent") own.delegations += 1;
    else addUsage(own, step.usage.own);
    if (step.kind === "agent") addUsage(subtree, step.usage.subtree);
  }
  addUsage(subtree, own);
  return { own, subtree };
}

/** A run over its steps; usage, totals and `toolCalls` follow from them unless said otherwise. */
export function runOf(steps: Step[], changes: Partial<RunRecord> & { stopReason?: StopReason } = {}): Run {
  return withMethods(recordOf(steps, { stopReason: "completed", ...changes })) as Run; // it has a stop reason
}

/** A run that is still under way. */
export function snapshotOf(steps: Step[], changes: Partial<RunRecord> = {}): RunSnapshot {
  return withMethods(recordOf(steps, changes));
}

function recordOf(steps: Step[], changes: Partial<RunRecord>): RunRecord {
  const { stopReason = null } = changes;
  return {
    version: RUN_VERSION,
    id: "run-1",
    path: "0",
    agent: "lead",
    instructions: "",
    offered: [],
    startedAt: TRACE_START,
    goal: "What is there?",
    output: "",
    steps: numbered(steps),
    artifacts: [],
    stopReason,
    limit: null,
    error: null,
    succeeded: stopReason === "completed",
    seconds: 0,
    usage: usageOver(steps),
    budget: budgetRecord(),
    pool: { maxSteps: 120, maxAgents: 64, maxTokens: null, maxCost: null, maxToolCalls: null, spent: poolSpent(steps) },
    ledger: [],
    toolCalls: steps.filter(({ kind }) => kind === "tool").map(({ name }) => name),
    totalSteps: totalStepsOf(steps),
    ...changes,
  };
}

function poolSpent(steps: readonly Step[]): RunRecord["pool"]["spent"] {
  const { inputTokens, outputTokens, cost, toolCalls } = usageOver(steps).subtree;
  return { steps: totalStepsOf(steps), agents: agentsIn(steps), tokens: inputTokens + outputTokens, cost, toolCalls };
}

function agentsIn(steps: readonly Step[]): number {
  return steps.reduce((count, step) => count + (step.kind === "agent" ? 1 + agentsIn(step.children) : 0), 0);
}

function numbered(steps: Step[]): Step[] {
  return steps.map((step, index) => ({ ...step, index }));
}
