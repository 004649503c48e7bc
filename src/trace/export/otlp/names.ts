/**
 * Which conventions the names below follow. The conventions for generative AI are in development and still change, so
 * this is exported with every trace; it changes whenever one of the names does.
 */
export const CONVENTIONS = "gen_ai development after 1.41, with gen_ai.transfer";

/** Every attribute name that an exported span may have, in one place. */
export const NAMES = {
  // OpenTelemetry's own.
  serviceName: "service.name",
  errorType: "error.type",
  operation: "gen_ai.operation.name",
  provider: "gen_ai.provider.name",
  conversation: "gen_ai.conversation.id",
  agent: "gen_ai.agent.name",
  requestModel: "gen_ai.request.model",
  finishReasons: "gen_ai.response.finish_reasons",
  inputTokens: "gen_ai.usage.input_tokens",
  outputTokens: "gen_ai.usage.output_tokens",
  cachedTokens: "gen_ai.usage.cache_read.input_tokens",
  reasoningTokens: "gen_ai.usage.reasoning.output_tokens",
  tool: "gen_ai.tool.name",
  toolCall: "gen_ai.tool.call.id",
  toolType: "gen_ai.tool.type",
  transferMode: "gen_ai.transfer.mode",
  transferTarget: "gen_ai.transfer.target.name",
  // Contents: only when asked for.
  instructions: "gen_ai.system_instructions",
  inputMessages: "gen_ai.input.messages",
  outputMessages: "gen_ai.output.messages",
  toolArguments: "gen_ai.tool.call.arguments",
  toolResult: "gen_ai.tool.call.result",
  // What the conventions have no name for.
  conventions: "troupe.conventions",
  run: "troupe.run.id",
  step: "troupe.step.id",
  path: "troupe.agent.path",
  depth: "troupe.agent.depth",
  outcome: "troupe.outcome",
  stopReason: "troupe.stop_reason",
  limit: "troupe.limit.name",
  limitScope: "troupe.limit.scope",
  limitValue: "troupe.limit.value",
  open: "troupe.open",
  queuedSeconds: "troupe.queued_seconds",
  attempts: "troupe.attempts",
  estimatedTokens: "troupe.usage.estimated_tokens",
  cost: "troupe.cost",
  subtreeInputTokens: "troupe.subtree.input_tokens",
  subtreeOutputTokens: "troupe.subtree.output_tokens",
  subtreeCost: "troupe.subtree.cost",
  subtreeSteps: "troupe.subtree.steps",
} as const;

/** Attributes whose numbers are always fractions, so that a backend sees one type whatever the value. */
export const FRACTIONS: ReadonlySet<string> = new Set([NAMES.queuedSeconds, NAMES.cost, NAMES.subtreeCost, NAMES.limitValue]);
