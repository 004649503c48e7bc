import type { AgentStep, ModelStep, RunRecord, Step } from "../../../core/run.ts";
import type { Life, Placed } from "../../analyse/places/places.ts";
import { callContents, turnContents } from "./contents.ts";
import { NAMES } from "./names.ts";
import { providerOf } from "./provider.ts";
import { named, spanFrom, type Attributes } from "./span-from.ts";
import type { TraceSpan } from "./trace-span.ts";

/** A step and where its span stands. */
export interface StepPlan {
  readonly placed: Placed;
  readonly parent: TraceSpan | null;
  readonly contents: boolean;
  readonly run: RunRecord;
}

/** The span of a step: `chat` or `execute_tool`. */
export function stepSpan({ placed, parent, contents, run }: StepPlan): TraceSpan {
  const { step, span, life } = placed;
  const { id: key, error } = step;
  const shared: Attributes = [
    [NAMES.step, step.id],
    [NAMES.open, step.open],
    [NAMES.queuedSeconds, step.queuedSeconds > 0 ? step.queuedSeconds : null],
  ];
  switch (step.kind) {
    case "model": {
      const attributes = [...turnAttributes(step, life, run), ...shared, ...(contents ? turnContents(step) : [])];
      return spanFrom({ key, parent, name: named("chat", step.model), kind: "client", span, attributes, error, contents });
    }
    case "tool": {
      const attributes = [...callAttributes(step), ...shared, ...(contents ? callContents(step) : [])];
      return spanFrom({ key, parent, name: named("execute_tool", step.name), kind: "internal", span, attributes, error, contents });
    }
    case "agent": {
      const attributes = [...callAttributes(step), ...transferAttributes(step, life), ...shared, ...(contents ? callContents(step) : [])];
      const name = named("execute_tool", `${step.name} ${step.agent}`);
      return spanFrom({ key, parent, name, kind: "internal", span, attributes, error, contents });
    }
  }
}

function turnAttributes({ model, finishReason, usage, attempts, estimated }: ModelStep, life: Life, run: RunRecord): Attributes {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens, cost } = usage.own;
  return [
    [NAMES.operation, "chat"],
    [NAMES.provider, providerOf(model)],
    [NAMES.conversation, life.step?.runId ?? run.id],
    [NAMES.agent, life.agent],
    [NAMES.requestModel, model],
    [NAMES.finishReasons, finishReason === null ? null : [finishReason]],
    [NAMES.inputTokens, inputTokens],
    [NAMES.outputTokens, outputTokens],
    [NAMES.cachedTokens, cachedTokens > 0 ? cachedTokens : null],
    [NAMES.reasoningTokens, reasoningTokens > 0 ? reasoningTokens : null],
    [NAMES.estimatedTokens, estimated > 0 ? estimated : null],
    [NAMES.attempts, attempts.length > 0 ? attempts.length : null],
    [NAMES.cost, cost],
  ];
}

function callAttributes({ name, callId }: Step): Attributes {
  return [[NAMES.operation, "execute_tool"], [NAMES.tool, name], [NAMES.toolType, "function"], [NAMES.toolCall, callId]];
}

// The agent's name is that of the source here: the one that hands over.
function transferAttributes({ agent, outcome }: AgentStep, life: Life): Attributes {
  return [
    [NAMES.agent, life.agent],
    [NAMES.transferMode, "return_to_caller"],
    [NAMES.transferTarget, agent],
    [NAMES.outcome, outcome],
  ];
}
