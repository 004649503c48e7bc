// Define: what an agent, a tool and a delegation are.
export { DEFAULT_INSTRUCTIONS } from "./core/instructions.ts";
export { tool, type Tool, type ToolContext, type ToolDefinition, type ToolResult } from "./core/tool.ts";
export type { AgentDefinition, Team } from "./agent/definition.ts";
export type { DelegateOptions, Delegation, Share, ShareAmounts } from "./agent/delegation.ts";
export type { AgentInput, AgentLogic, AgentSnapshot, AgentState } from "./agent/contract.ts";

// Run: start an agent and follow it.
export type { Approval, ApprovalRequest, RunOptions } from "./agent/options.ts";
export type { Clock } from "./core/clock.ts";
export type { EffectKey, EffectRecord, Journal } from "./core/journal.ts";
export type { RunEvent } from "./core/event.ts";

// Observe: what a run is, and how to look at it.
export { runSchema, type AgentStep, type ModelStep, type Run, type RunSnapshot, type Step, type ToolStep } from "./core/run.ts";
export { parseTrace } from "./core/trace-text.ts";
export type { Outcome, StopReason } from "./core/outcome.ts";

// Models: who answers.
export type { Model, ModelAttempt, ModelCallOptions, ModelReply, ModelRequest, ModelUsage, OfferedTool } from "./core/model.ts";

// Errors: the few a caller may want to catch.
export { AgentToolError, DefinitionError, ModelError, ScriptError, TraceError, TroupeError } from "./core/errors.ts";
