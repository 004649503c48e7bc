import { tokensIn } from "../../core/estimate.ts";
import { append, beginHistory, type History } from "../../core/history.ts";
import type { Message } from "../../core/message.ts";
import type { ModelRequest } from "../../core/model.ts";
import { HISTORY_STAYS, noteOf } from "../../core/note.ts";
import type { ModelStep } from "../../core/run.ts";
import { earlierTurns, SUMMARISE, summaryMessage, transcriptOf } from "../../core/summary.ts";
import { whyUnfinished } from "../../core/unfinished.ts";
import type { Compact } from "../definition/definition.ts";
import type { EffectEnd } from "../effects/effect-plan.ts";
import type { AgentContext } from "../engine/context.ts";
import type { Scope } from "../engine/scope.ts";
import { openModelStep } from "../steps/steps.ts";
import { accountStop, keptSteps, stepStop } from "../steps/stop.ts";
import { askModel } from "./ask-model.ts";
import type { ModelResult } from "./model-call.ts";
import { bookUsage } from "./model-usage.ts";
import { reserve, type Reservation } from "./reserve.ts";

/** What a compaction works on. */
interface Compaction {
  readonly compact: Compact;
  readonly earlier: readonly Message[];
  readonly kept: readonly Message[];
  readonly messages: readonly Message[];
  readonly promptTokens: number;
  readonly reservation: Reservation;
}

/**
 * Compacts a history that has grown too long for its agent: the model is asked, without tools, to sum up the earlier
 * turns, and the history becomes the instructions, the goal, that summary and the last turns. Returns false when there
 * is nothing to do, or no budget to do it with; else `resume` is called once it is done, or has failed and the history
 * is what it was. It is a model step of its own, named `compact`.
 */
export function compacts(scope: Scope, context: AgentContext, promptTokens: number, resume: () => void): boolean {
  const { compact } = scope.agent;
  if (!compact || context.isWrappingUp || promptTokens <= Math.max(compact.atTokens, context.compactAbove)) return false;
  const planned = plan(scope, context, compact);
  // Not again before the history has grown noticeably: a summary that was of no use today is of none a turn later.
  context.compactAbove = promptTokens + Math.ceil(compact.atTokens / 4);
  if (!planned) return false;
  start(scope, context, planned, resume);
  return true;
}

function plan(scope: Scope, { history }: AgentContext, compact: Compact): Compaction | null {
  const { earlier, kept } = earlierTurns(history.messages, compact.keepTurns);
  // The turn that follows needs a step, too, of the agent's own and of the pool.
  if (earlier.length === 0 || stepStop(scope, keptSteps(scope.budget) + 1) || accountStop(scope, "steps", 2)) return null;
  const messages = beginHistory(SUMMARISE, transcriptOf(scope.goal, earlier)).messages;
  const promptTokens = tokensIn(messages.reduce((sum, { content }) => sum + content.length, 0));
  const answer = reserve(scope, { promptTokens, maxOutputTokens: compact.maxSummaryTokens });
  return answer.type === "reserved" ? { compact, earlier, kept, messages, promptTokens, reservation: answer.reservation } : null;
}

function start(scope: Scope, context: AgentContext, planned: Compaction, resume: () => void): void {
  const { messages, reservation } = planned;
  context.turn += 1;
  const turn = context.turn;
  scope.used.steps += 1;
  scope.account.spend("steps", 1);
  const step = openModelStep(scope, turn, { name: "compact", asked: { messages, length: messages.length, tools: [] } });
  const request: ModelRequest = { messages, tools: [], maxOutputTokens: reservation.maxOutputTokens, path: scope.path, turn };
  askModel(scope, {
    step,
    request,
    end: (end) => {
      finish(scope, context, step, planned, end);
      // The journal has failed: nothing can be kept any more.
      if (end.type === "failed") scope.tell({ type: "model.failed", error: scope.engine.describe(end.error) });
      else if (end.type !== "interrupted") resume();
    },
  });
}

function finish(scope: Scope, context: AgentContext, step: ModelStep, planned: Compaction, end: EffectEnd<ModelResult>): void {
  context.cut ??= bookUsage(scope, step, planned, end); // what took more than was set aside ends the agent, as after any turn
  const reply = end.type === "returned" && end.result.ok ? end.result.reply : null;
  step.output = reply?.text ?? "";
  step.model = modelOf(end) ?? step.model;
  step.finishReason = reply?.finishReason ?? null;
  step.error = errorOf(scope, end) ?? (reply && whyUnfinished(step.model, reply, planned.reservation.maxOutputTokens));
  const history = step.error !== null || step.output.trim() === "" ? null : compacted(scope, planned, step.output);
  if (history && history.characters < context.history.characters) {
    adopt(context, planned.compact, history);
    step.keptTurns = planned.kept.filter(({ role }) => role === "assistant").length;
  } else step.note = noteOf([blockNote(end), HISTORY_STAYS].filter((note) => note !== null));
  scope.engine.emit(scope, { type: "step.ended", step });
}

// Where a wrapper of several models says which one it was.
function modelOf(end: EffectEnd<ModelResult>): string | null {
  if (end.type !== "returned") return null;
  return (end.result.ok ? end.result.reply.model : end.result.model) ?? null;
}

function blockNote(end: EffectEnd<ModelResult>): string | null {
  return end.type === "returned" && !end.result.ok ? (end.result.block?.note ?? null) : null;
}

function adopt(context: AgentContext, { atTokens }: Compact, history: History): void {
  const tokens = tokensIn(history.characters);
  context.history = history;
  context.compactAbove = tokens > atTokens ? tokens + Math.ceil(atTokens / 4) : 0;
}

function compacted({ instructions, goal }: Scope, { kept }: Compaction, summary: string): History {
  const history = beginHistory(instructions, goal);
  append(history, summaryMessage(summary));
  for (const message of kept) append(history, message);
  return history;
}

function errorOf({ engine }: Scope, end: EffectEnd<ModelResult>): string | null {
  switch (end.type) {
    case "returned":
      return end.result.ok ? null : end.result.error;
    case "interrupted":
      return end.interruption.cause;
    case "timed_out":
      return "timeout";
    case "failed":
      return engine.describe(end.error);
  }
}
