import { callStepId, runIdOf, turnId } from "../core/ids.ts";
import type { ToolCall } from "../core/message.ts";
import type { AgentStep, ModelStep, Step, ToolStep } from "../core/run.ts";
import { noUsage, ownOnly } from "../core/usage.ts";
import { jsonCopy } from "../core/json.ts";
import type { Agent } from "./definition.ts";
import type { Scope } from "./scope.ts";

/** Opens the step of a model turn; the fingerprint of its request is worked out when it is first read. */
export function openModelStep(scope: Scope, turn: number, requestHash: () => string): ModelStep {
  let hash: string | null = null;
  return {
    kind: "model",
    ...openFields(scope, turnId(scope.path, turn), "chat"),
    totalSteps: 1,
    calls: [],
    model: scope.agent.model.name,
    finishReason: null,
    reasoning: null,
    attempts: [],
    estimated: 0,
    get requestHash() {
      return (hash ??= requestHash());
    },
  };
}

/** Opens the step of a tool call. A call without a name is shown as `unknown`. */
export function openToolStep(scope: Scope, turn: number, index: number, call: ToolCall): ToolStep {
  const usage = ownOnly({ ...noUsage(), toolCalls: 1 });
  return { kind: "tool", ...openCallFields(scope, turn, index, call), usage, totalSteps: 1 };
}

/** Opens the step of a delegation; what the specialist adds is filled in when it starts and when it ends. */
export function openAgentStep(scope: Scope, { turn, index, call, specialist }: DelegatedCall): AgentStep {
  const { budget, name, instructions } = specialist;
  return {
    kind: "agent",
    ...openCallFields(scope, turn, index, call),
    totalSteps: 1,
    agent: name,
    runId: runIdOf(scope.engine.id, `${scope.path}/${turn}.${index}`),
    outcome: null,
    stopReason: null,
    goal: "",
    instructions: scope.engine.scrub.text(instructions),
    offered: [],
    budget: { ...budget, spent: { steps: 0, seconds: 0, toolCalls: 0, delegations: 0, tokens: 0, cost: null } },
    limit: null,
    children: [],
  };
}

/** A call that delegates, and to whom. */
export interface DelegatedCall {
  readonly turn: number;
  readonly index: number;
  readonly call: ToolCall;
  readonly specialist: Agent;
}

/** Adds an open step to its agent's trace, at the place its position gives it. */
export function pushStep(scope: Scope, step: Step): void {
  step.index = scope.steps.length;
  scope.steps.push(step);
}

/** Closes a step that never left its agent, at this moment and without having taken any time. */
export function closeAtOnce(scope: Scope, step: Step): void {
  step.startedAt = scope.engine.clock.now();
  delete step.open;
}

function openCallFields(scope: Scope, turn: number, index: number, call: ToolCall) {
  const fields = openFields(scope, callStepId(scope.path, turn, index), call.name === "" ? "unknown" : call.name);
  return { ...fields, arguments: jsonCopy(call.arguments ?? {}), callId: call.id };
}

function openFields(scope: Scope, id: string, name: string) {
  return {
    id,
    index: 0,
    name,
    arguments: null as ToolStep["arguments"],
    callId: null as string | null,
    output: "",
    observation: "",
    error: null as string | null,
    startedAt: scope.engine.clock.now(),
    queuedSeconds: 0,
    seconds: 0,
    usage: ownOnly(noUsage()),
    artifacts: [] as string[],
    note: null as string | null,
    open: "queued" as const,
  };
}
