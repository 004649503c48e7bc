import { append } from "../core/history.ts";
import type { ToolCall } from "../core/message.ts";
import { unknownToolText } from "../core/observation.ts";
import type { Step, ToolStep } from "../core/run.ts";
import { takeAnswer } from "./calls/answer.ts";
import { callTool } from "./calls/call-tool.ts";
import { fillSlot, refuseCall } from "./calls/calls.ts";
import { readPage } from "./calls/pages.ts";
import { loadSkill } from "./calls/skills.ts";
import type { Callable } from "./definition/registry.ts";
import { admitDelegations, prepareDelegation, type SpawnJob } from "./delegation/delegate.ts";
import type { AgentContext, MachineEvent } from "./engine/context.ts";
import { failedEnding } from "./engine/ending.ts";
import type { OpenedCall } from "./engine/opened-call.ts";
import type { Scope } from "./engine/scope.ts";
import { callableOf } from "./steps/admit.ts";
import { openAgentStep, openAnswerStep, openToolStep } from "./steps/steps.ts";

/** Opens the steps of admitted calls, in call order: what is counted stands in the trace, whatever comes next. */
export function openSteps(scope: Scope, turn: number, calls: readonly ToolCall[]): void {
  for (const [index, call] of calls.entries()) {
    const callable = callableOf(scope, call);
    if (callable?.kind === "agent") openAgentStep({ scope, turn, index, call, to: callable });
    else if (callable?.kind === "answer") openAnswerStep(scope, turn, index, call);
    else openToolStep(scope, turn, index, call);
  }
}

/** Records a turn that asked for calls: one assistant message, and a slot for each call that was admitted. */
export function record(context: AgentContext, event: Extract<MachineEvent, { type: "calls.requested" }>): void {
  const toolCalls = [...event.admitted, ...event.notRun];
  append(context.history, { role: "assistant", content: event.text, toolCalls });
  context.slots = event.admitted.map((call) => ({ call, observation: null }));
  context.openSlots = context.slots.length;
  context.notRun = [...event.notRun];
  context.cut = event.stop ?? context.cut;
}

/** Acts: starts every admitted call at once. Specialists are spawned by the machine, which is told that some are ready. */
export function act(scope: Scope, context: AgentContext): void {
  if (!scope.isLive) return;
  const steps = scope.steps.slice(scope.steps.length - context.slots.length); // opened when the calls were admitted
  filling(context, () => {
    for (const [index, step] of steps.entries()) if (scope.isLive) startCall(scope, context, index, step);
  });
  if (scope.hasReadyDelegations) scope.tell({ type: "delegation.ready" });
}

// Slots that are filled in here need not be told: the machine looks at them when its action is over.
function filling<Result>(context: AgentContext, work: () => Result): Result {
  context.isFilling = true;
  try {
    return work();
  } finally {
    context.isFilling = false;
  }
}

function startCall(scope: Scope, context: AgentContext, index: number, step: Step): void {
  const call = context.slots[index]?.call;
  const callable = call && callableOf(scope, call);
  if (step.kind === "agent" && callable?.kind === "agent") {
    return prepareDelegation({ scope, context, index, step }, callable, call?.arguments);
  }
  if (step.kind !== "tool") return refuseCall({ scope, context, index, step }, unknownToolText(step.name, scope.registry.names));
  startToolCall({ scope, context, index, step }, callable, call?.arguments);
}

function startToolCall(call: OpenedCall<ToolStep>, callable: Callable | undefined, raw: unknown): void {
  switch (callable?.kind) {
    case "tool":
      return callTool(call, callable.tool, raw);
    case "skills":
      return loadSkill(call, raw);
    case "answer":
      return takeAnswer(call, raw);
    case "pages":
      return readPage(call, raw);
    case "agent":
    case undefined:
      return refuseCall(call, unknownToolText(call.context.slots[call.index]?.call.name ?? "", call.scope.registry.names));
  }
}

/** Admits the delegations that are ready, as far as there is room. */
export function admitReady(scope: Scope, context: AgentContext): readonly SpawnJob[] {
  return filling(context, () => admitDelegations(scope));
}

/** Takes in a specialist that has ended: its slot is filled and its actor's place is free again. */
export function receive(scope: Scope, actorId: string): readonly SpawnJob[] {
  const { live, slots } = scope.specialists;
  const living = live.get(actorId);
  if (!living) return [];
  live.delete(actorId);
  slots.give(actorId);
  return filling(living.call.context, () => {
    fillSlot(living.call, living.call.step.observation);
    return admitDelegations(scope);
  });
}

/** Takes in a specialist whose actor crashed: that is a bug or a hostile observer, and still one outcome. */
export function receiveCrash(scope: Scope, actorId: string, error: unknown): readonly SpawnJob[] {
  scope.specialists.live.get(actorId)?.child.end(failedEnding(scope.engine.describe(error)));
  return receive(scope, actorId);
}
