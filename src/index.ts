// Define: what an agent, a tool and a delegation are.
export { DEFAULT_INSTRUCTIONS } from "./core/instructions.ts";
export { tool, type Tool, type ToolContext, type ToolDefinition, type ToolResult } from "./core/tool.ts";
export { fromAgent } from "./agent/from-agent.ts";
export { skill, type Skill, type SkillDefinition } from "./core/skill.ts";
export { skillsFrom, type SkillsFromOptions } from "./skills/skills-from.ts";
export { fromModerator, guardrail, type Guardrail, type GuardrailContext, type GuardrailDefinition } from "./core/guardrail.ts";
export type { Check, GuardedCall, GuardedResult, Moderator, ModeratorVerdict, Verdict } from "./core/guardrail.ts";
export type { HookAddress, HookEvents, Hooks } from "./core/hook.ts";
export type { AgentDefinition, CompactOptions, Team } from "./agent/definition/definition.ts";
export { delegate, type DelegateOptions, type Delegation, type Share, type ShareAmounts } from "./agent/definition/delegation.ts";
export type { AgentEvent, AgentInput, AgentLogic, AgentSnapshot, AgentState } from "./agent/definition/contract.ts";

// Run: start an agent and follow it.
export { run, start, type AnsweredRun, type AskingOptions, type RunHandle } from "./agent/run.ts";
export type { AnswerProblem, Returns, ReturnsOptions } from "./core/answer.ts";
export type { Approval, ApprovalRequest, RunOptions } from "./agent/definition/options.ts";
export type { BudgetOptions, PoolOptions } from "./core/budget.ts";
export type { Artifact, ArtifactInput, ArtifactReader } from "./core/artifact.ts";
export type { Clock } from "./core/clock.ts";
export type { RunEvent } from "./core/event.ts";

// Keep: what was paid for survives the process.
export type { EffectKey, EffectRecord, Journal, JournalEntry, JournalStore, RunEnd, RunHeader, RunJournal, StoredRun, StoredState } from "./core/journal.ts";
export { memoryJournal, type MemoryJournal } from "./journal/memory.ts";
export { fileJournal, type FileJournalOptions } from "./journal/file-journal.ts";
export { memoryJournalStore, type KeptEntries } from "./journal/memory-store.ts";
export { sqliteJournal, type SqliteJournalOptions } from "./journal/sqlite-journal.ts";
export { resume, startResumed, type ResumeOptions } from "./journal/resume.ts";
export { checkpoint, checkpointSchema, restore, type Checkpoint, type RestoreOptions } from "./journal/checkpoint.ts";
export { fork, type ForkOptions } from "./journal/fork.ts";
export { runStore, type RunListOptions, type RunStore, type RunStoreOptions } from "./journal/run-store.ts";
export type { RunRow, TracedRunRow } from "./journal/run-store-row.ts";
export { replay } from "./replay/replay.ts";
export { ReplayError } from "./replay/replay-error.ts";
export { renderReplay } from "./replay/render-replay.ts";
export type { Replay, ReplayDivergence, ReplayOptions } from "./replay/replayed.ts";
export type { AgentChange, ReplaySet } from "./replay/changes.ts";
export type { TracedRequest } from "./replay/requests.ts";

// Observe: what a run is, and how to look at it.
export { runSchema } from "./core/run.ts";
export type { AgentStep, Limit, ModelStep, Run, RunSnapshot, Step, ToolStep } from "./core/run.ts";
export { parseTrace } from "./core/trace-text.ts";
export { render, type RenderOptions } from "./trace/render.ts";
export { renderDelegationTable } from "./trace/delegation-table.ts";
export { renderLoopTrace, type LoopTraceOptions } from "./trace/loop-trace.ts";
export { liveTree, type LiveStart, type LiveTree, type LiveView } from "./trace/live.ts";
export type { Usage } from "./core/usage.ts";
export type { Outcome, StopReason } from "./core/outcome.ts";
export { escapeForTerminal, escapeLines } from "./core/escape.ts";

// Study: what a run's time and money went into, and what changed in the next one.
export { analyse, type Analysis } from "./trace/analyse/analyse.ts";
export type { CriticalPart, CriticalPath, CriticalStretch } from "./trace/analyse/figures/critical-path.ts";
export type { Group, Groups } from "./trace/analyse/figures/groups.ts";
export type { OpenStep } from "./trace/analyse/figures/open-steps.ts";
export type { CeilingUse, TokenTotals, Totals } from "./trace/analyse/figures/totals.ts";
export type { Unlimited } from "./trace/analyse/figures/unlimited.ts";
export type { Finding } from "./trace/analyse/findings/finding.ts";
export { describeFinding } from "./trace/analyse/text/describe-finding.ts";
export { renderStats } from "./trace/analyse/text/render-stats.ts";
export type { TextOptions } from "./trace/analyse/text/text-width.ts";
export { findSteps } from "./trace/find/find-steps.ts";
export type { FoundStep } from "./trace/find/matching-steps.ts";
export { diff } from "./trace/diff/diff.ts";
export { failOn, type Failure } from "./trace/diff/fail-on.ts";
export { renderDiff } from "./trace/diff/render-diff.ts";
export type { AgentDiff, Change, Delta, Deltas, DiffStatus, Divergence, RunDiff, StepDiff } from "./trace/diff/run-diff.ts";
export type { TextDiff, TextPart } from "./trace/diff/text-diff.ts";

// Export: a run in the formats of others.
export { liveHtml, toHtml, type HtmlOptions } from "./viewer/to-html.ts";
export { liveMessage, type LiveMessage, type LiveStep } from "./viewer/live.ts";
export { toOtlp, type OtlpSpan, type OtlpTraces } from "./trace/export/otlp/to-otlp.ts";
export type { SpanOptions } from "./trace/export/otlp/spans.ts";
export { traceToOpenTelemetry } from "./trace/export/otlp/trace-to-open-telemetry.ts";
export type { OpenTelemetryOptions, OpenTelemetrySpan, OpenTelemetryTracer } from "./trace/export/otlp/trace-to-open-telemetry.ts";
export { toChromeTrace, type ChromeEvent, type ChromeTrace } from "./trace/export/profile/to-chrome-trace.ts";
export { toSpeedscope, type SpeedscopeFile, type SpeedscopeProfile } from "./trace/export/profile/to-speedscope.ts";
export { toCsv } from "./trace/export/tables/to-csv.ts";
export { toMarkdown } from "./trace/export/tables/to-markdown.ts";

// Repeat: until code or a critic is content.
export { runUntil, type Feedback, type RunUntilOptions } from "./loops/run-until.ts";
export { refine, type RefineOptions } from "./loops/refine.ts";
export { structuredVerdict, succeeded, type Accept, type AcceptContext } from "./loops/accept.ts";
export { APPROVAL_TOKEN } from "./loops/approval.ts";
export type { LoopOptions } from "./loops/options.ts";
export type { LoopEnd, LoopResult, LoopRound } from "./loops/result.ts";

// Remember: notes of one run, facts that last, and what may be relevant.
export { scratchpad, type Scratchpad, type ScratchpadOptions } from "./memory/scratchpad.ts";
export { facts, type Facts, type FactsOptions, type FactsExport } from "./memory/facts.ts";
export { factsPrompt } from "./memory/facts-prompt.ts";
export { memoryFactStore } from "./memory/memory-fact-store.ts";
export { sqliteFactStore, type SqliteFactStoreOptions } from "./memory/sqlite-fact-store.ts";
export { recall, recallPrompt, type RecallMemory, type RecallHit, type RecallOptions, type RecallPromptOptions } from "./memory/recall.ts";
export { searchMemory, type SearchMemory, type MemoryText } from "./memory/search-memory.ts";
export type { FactStore, Fact, FactChange, FactVersion, Provenance } from "./memory/fact-store.ts";

// Models: who answers.
export type { Message, ToolCall } from "./core/message.ts";
export type { Model, ModelAttempt, ModelCallOptions, ModelPrice, ModelReply } from "./core/model.ts";
export { fromLanguageModel } from "./models/language-model/from-language-model.ts";
export type { LanguageModelOptions } from "./models/language-model/options.ts";
export type { LanguageModel } from "./models/language-model/specification.ts";
export { modelNamed, ModelUnavailableError, type NamedModelOptions } from "./models/language-model/named.ts";
export { availableModels, type ModelAvailability } from "./models/language-model/available.ts";
export { UnfinishedAnswerError } from "./models/language-model/unfinished.ts";
export { withFallback, type FallbackOptions } from "./models/fallback.ts";
export { withPrices, type PriceTable } from "./models/prices.ts";
export { withRateLimit, type RateLimitOptions } from "./models/rate-limit.ts";
export { withRetry, type RetryOptions } from "./models/retry.ts";
export type { ModelRequest, ModelUsage, OfferedTool, RequestedCall } from "./core/model.ts";
export { offline, type OfflineOptions } from "./models/offline.ts";
export { scripted, type ScriptByPath, type Scripted, type ScriptedOptions } from "./models/scripted.ts";
export type { ScriptedCall, ScriptedFunction, ScriptedReply, ScriptedTurn } from "./models/script.ts";
export type { ScriptedModel } from "./models/player.ts";
export type { Gate } from "./models/gate.ts";

// Errors: the few a caller may want to catch.
export { StoreError, type StoreProblem } from "./sqlite/errors.ts";
export { SkillFileError } from "./skills/skill-file-error.ts";
export { AgentToolError, DefinitionError, ModelError, ScriptError, TraceError, TroupeError } from "./core/errors.ts";
