import type { Limit, RunRecord } from "../../../core/run.ts";
import type { UsagePair } from "../../../core/usage.ts";
import type { Life } from "../../analyse/places/places.ts";
import { agentContents } from "./contents.ts";
import { NAMES } from "./names.ts";
import { named, spanFrom, type Attributes } from "./span-from.ts";
import type { TraceSpan } from "./trace-span.ts";

/** An agent's life and where its span stands. */
export interface LifePlan {
  readonly life: Life;
  readonly run: RunRecord;
  readonly parent: TraceSpan | null;
  readonly contents: boolean;
}

/** The `invoke_agent` span of an agent. */
export function agentSpan({ life, run, parent, contents }: LifePlan): TraceSpan {
  const { agent, path, depth, span, step } = life;
  const told = step ?? run;
  const { stopReason, limit, error } = told;
  const runId = step?.runId ?? run.id;
  const attributes: Attributes = [
    [NAMES.operation, "invoke_agent"],
    [NAMES.agent, agent],
    [NAMES.conversation, runId],
    [NAMES.run, run.id],
    [NAMES.path, path],
    [NAMES.depth, depth],
    [NAMES.stopReason, stopReason],
    [NAMES.open, step === null && stopReason === null ? "running" : null],
    ...limitAttributes(limit),
    ...usageAttributes(told.usage),
    [NAMES.subtreeSteps, step ? step.totalSteps - 1 : run.totalSteps],
    ...(contents ? agentContents(told) : []),
  ];
  const key = `agent ${step?.id ?? ""}`;
  return spanFrom({ key, parent, name: named("invoke_agent", agent), kind: "internal", span, attributes, error, contents });
}

function limitAttributes(limit: Limit | null): Attributes {
  if (limit === null) return [];
  return [[NAMES.limit, limit.name], [NAMES.limitScope, limit.scope], [NAMES.limitValue, limit.value]];
}

function usageAttributes({ own, subtree }: UsagePair): Attributes {
  return [
    [NAMES.inputTokens, own.inputTokens],
    [NAMES.outputTokens, own.outputTokens],
    [NAMES.cost, own.cost],
    [NAMES.subtreeInputTokens, subtree.inputTokens],
    [NAMES.subtreeOutputTokens, subtree.outputTokens],
    [NAMES.subtreeCost, subtree.cost],
  ];
}
