import { artifactFrom, artifactRecord } from "../../src/core/artifact.ts";
import { DEFAULT_BUDGET, poolOf } from "../../src/core/budget.ts";
import type { AgentStep, BudgetRecord, ModelStep, RunRecord, ToolStep } from "../../src/core/run.ts";
import { noUsage, ownOnly, type Usage } from "../../src/core/usage.ts";

/** A step's part that all kinds share, at the given place. */
function stepAt(id: string, index: number): Omit<ToolStep, "kind" | "name"> {
  return {
    id,
    index,
    arguments: null,
    callId: null,
    output: "",
    observation: "",
    error: null,
    startedAt: 1_700_000_000_000,
    queuedSeconds: 0,
    seconds: 0.25,
    usage: ownOnly(noUsage()),
    artifacts: [],
    note: null,
    totalSteps: 1,
  };
}

const oneModelCall: Usage = { ...noUsage(), modelCalls: 1, inputTokens: 80, outputTokens: 20, cost: 0.000_3 };

/** A model turn that answers. */
export function modelStep(id: string, index: number, more: Partial<ModelStep> = {}): ModelStep {
  return {
    ...stepAt(id, index),
    kind: "model",
    name: "chat",
    usage: ownOnly(oneModelCall),
    calls: [],
    model: "scripted",
    finishReason: "stop",
    reasoning: null,
    attempts: [],
    estimated: 0,
    requestHash: "x".repeat(22),
    ...more,
    totalSteps: 1,
  };
}

/** A tool call that went well. */
export function toolStep(id: string, index: number, more: Partial<ToolStep> = {}): ToolStep {
  return {
    ...stepAt(id, index),
    kind: "tool",
    name: "search",
    arguments: { query: "bikes" },
    callId: "call_1_0",
    output: "3 hits",
    observation: "3 hits",
    ...more,
    totalSteps: 1,
  };
}

function budgetRecord(): BudgetRecord {
  return { ...DEFAULT_BUDGET, spent: { steps: 1, seconds: 0.25, toolCalls: 0, delegations: 0, tokens: 100, cost: 0.000_3 } };
}

/** A delegation that was answered after one model turn. */
export function agentStep(id: string, index: number, more: Partial<AgentStep> = {}): AgentStep {
  return {
    ...stepAt(id, index),
    kind: "agent",
    name: "ask_researcher",
    arguments: { goal: "How many?" },
    callId: "call_2_0",
    output: "Three.",
    observation: "Three.",
    usage: ownOnly(oneModelCall),
    totalSteps: 2,
    agent: "researcher",
    runId: "run-1:0/2.0",
    outcome: "answered",
    stopReason: "completed",
    goal: "How many?",
    instructions: "Be brief.",
    offered: [],
    budget: budgetRecord(),
    limit: null,
    children: [modelStep("0/2.0#1", 0, { output: "Three." })],
    ...more,
  };
}

/** A whole, valid run with steps of every kind, text of every kind, an artifact and a ledger; new on each call. */
export function sampleRun(): RunRecord {
  const call = { id: "call_1_0", name: "search", arguments: { query: "bikes" }, status: "run" as const, reason: null };
  const left = { ...call, id: "call_1_1", status: "not_run" as const, reason: "max_steps" };
  const attempts = [{ error: "ModelError: overloaded", status: 429, waitSeconds: 1, usage: { inputTokens: 10, outputTokens: 0 } }];
  return {
    version: 1,
    id: "run-1",
    path: "0",
    agent: "lead",
    instructions: 'Say "so".\n\t😀 é \u2028',
    offered: [{ turn: 1, tools: [{ name: "search", description: "Find.", parameters: { type: "object", properties: {} } }] }],
    startedAt: 1_700_000_000_000.5,
    goal: "How many bikes?",
    output: "Three.",
    steps: [
      modelStep("0#1", 0, { calls: [call, left], attempts, reasoning: "I look first." }),
      toolStep("0#1.0", 1),
      modelStep("0#2", 2),
      agentStep("0#2.0", 3),
    ],
    artifacts: [artifactRecord(artifactFrom({ name: "researcher/bike.png", data: new Uint8Array([0, 1, 255]), description: "A bike." }))],
    stopReason: "max_steps",
    limit: { name: "maxSteps", scope: "budget", value: 4 },
    error: null,
    succeeded: false,
    seconds: 1.5,
    usage: {
      own: { ...oneModelCall, modelCalls: 2, toolCalls: 1, delegations: 1 },
      subtree: { ...oneModelCall, modelCalls: 3, toolCalls: 1, delegations: 1 },
    },
    budget: budgetRecord(),
    pool: { ...poolOf("the pool", undefined, DEFAULT_BUDGET), spent: { steps: 5, agents: 1, tokens: 300, cost: null, toolCalls: 1 } },
    ledger: [{ time: 1, path: "0", scope: "pool", resource: "steps", granted: 120, reserved: 0, spent: 5, refunded: 115 }],
    toolCalls: ["search"],
    totalSteps: 5,
  };
}
