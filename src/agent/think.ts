import { charactersOffered, tokensIn } from "../core/estimate.ts";
import { append } from "../core/history.ts";
import { wrapUpText } from "../core/instructions.ts";
import type { ToolCall } from "../core/message.ts";
import type { ModelRequest, OfferedTool } from "../core/model.ts";
import { blockedText } from "../core/observation.ts";
import type { ModelStep } from "../core/run.ts";
import { isCutReason, whyUnfinished } from "../core/unfinished.ts";
import { openSteps } from "./act.ts";
import { readTextAnswer } from "./answer.ts";
import { admit, admitNone, callRecords, type Admission } from "./admit.ts";
import { askModel } from "./ask-model.ts";
import { compacts } from "./compact.ts";
import type { AgentContext } from "./context.ts";
import type { EffectEnd } from "./effect-plan.ts";
import type { Stop } from "./ending.ts";
import type { Block } from "./guard.ts";
import { block, checkGoal, isGoalUnchecked } from "./guard-goal.ts";
import { messagesFor, type FailedResult, type ModelResult } from "./model-call.ts";
import { bookUsage } from "./model-usage.ts";
import { release, reserve, type Reservation } from "./reserve.ts";
import type { Scope } from "./scope.ts";
import { unlockTools } from "./skills.ts";
import { openModelStep } from "./steps.ts";
import { keptSteps, overshootStop, stepStop } from "./stop.ts";
import { onNextTurnOfTheLoop, waitForBalance } from "./wait.ts";

const NO_TOOLS: readonly OfferedTool[] = Object.freeze([]);

/** Thinks: one model turn, or the end of the agent when a ceiling or its deadline says so. */
export function think(scope: Scope, context: AgentContext): void {
  const wantedAt = scope.engine.clock.now();
  if (isGoalUnchecked(scope) && scope.isLive) return checkGoal(scope, context, () => tryTurn(scope, context, scope.engine.clock.now()));
  if (scope.engine.isYieldDue()) onNextTurnOfTheLoop(scope, () => tryTurn(scope, context, wantedAt));
  else tryTurn(scope, context, wantedAt);
}

function tryTurn(scope: Scope, context: AgentContext, wantedAt: number): void {
  if (!scope.isLive) return;
  if (scope.isPastDeadline()) return scope.timeOut();
  const stop = context.isWrappingUp ? stepStop(scope, 0) : (context.cut ?? stepStop(scope, keptSteps(scope.budget)));
  if (stop && !wrapsUp(scope, context, stop)) return;
  const tools = offer(scope, context);
  const promptTokens = tokensIn(context.history.characters + charactersOffered(tools));
  if (!stop && compacts(scope, context, promptTokens, () => tryTurn(scope, context, wantedAt))) return;
  const answer = reserve(scope, { promptTokens, maxOutputTokens: scope.agent.maxOutputTokens });
  switch (answer.type) {
    case "wait":
      return waitForBalance(scope, () => tryTurn(scope, context, wantedAt));
    case "stop":
      if (wrapsUp(scope, context, answer.stop)) tryTurn(scope, context, wantedAt);
      return;
    case "reserved":
      return takeTurn(scope, context, { tools, promptTokens, reservation: answer.reservation, wantedAt });
  }
}

/** Lets the agent answer once more, without tools, where its budget keeps a turn for that; ends it otherwise. */
function wrapsUp(scope: Scope, context: AgentContext, stop: Stop): boolean {
  if (!scope.budget.wrapUp || context.isWrappingUp || stepStop(scope, 0)) {
    const { reason, limit } = context.cut ?? stop;
    scope.cut({ stopReason: reason, limit, error: null, output: scope.lastText }, { cause: "cancelled", reason: undefined });
    return false;
  }
  context.cut = stop;
  context.isWrappingUp = true;
  append(context.history, { role: "user", content: wrapUpText(stop.reason) });
  return true;
}

/** The tools of this turn; a list that differs from the last one is noted in the trace. */
function offer(scope: Scope, context: AgentContext): readonly OfferedTool[] {
  const tools = toolsNow(scope, context);
  if (scope.offered.at(-1)?.tools !== tools) scope.offered.push({ turn: context.turn + 1, tools: tools as OfferedToolRecords });
  return tools;
}

type OfferedToolRecords = Scope["offered"][number]["tools"]; // the same values; zod types JSON Schema as mutable JSON

function toolsNow(scope: Scope, { isWrappingUp }: AgentContext): readonly OfferedTool[] {
  unlockTools(scope);
  const { registry, artifacts } = scope;
  if (isWrappingUp || registry.offered.length === 0) return NO_TOOLS;
  return artifacts.isEmpty ? registry.offered : registry.offeredWithArtifacts;
}

interface Turn {
  readonly tools: readonly OfferedTool[];
  readonly promptTokens: number;
  readonly reservation: Reservation;
  readonly wantedAt: number;
}

function takeTurn(scope: Scope, context: AgentContext, turn: Turn): void {
  const { engine, path } = scope;
  const { tools, reservation, wantedAt } = turn;
  const { messages } = context.history;
  const number = context.turn + 1;
  engine.emit(scope, { type: "turn.started", turn: number });
  if (!scope.isLive) return release(scope, reservation);
  context.turn = number;
  scope.used.steps += 1;
  scope.account.spend("steps", 1);
  const length = messages.length;
  const step = openModelStep(scope, number, { asked: { messages, length, tools } });
  const { maxOutputTokens } = reservation;
  const request: ModelRequest = { messages: messagesFor(scope, messages, reservation), tools, maxOutputTokens, path, turn: number };
  askModel(scope, {
    step,
    request,
    queuedAt: wantedAt,
    end: (end) => endTurn(scope, context, step, turn, end),
  });
}

/** Closes the turn's step, books what it took, admits the calls it asks for, and tells the machine. */
function endTurn(scope: Scope, context: AgentContext, step: ModelStep, turn: Turn, end: EffectEnd<ModelResult>): void {
  const overshot = bookUsage(scope, step, turn, end);
  switch (end.type) {
    case "interrupted":
      return closeTurn(scope, step, end.interruption.cause);
    case "timed_out":
      return closeTurn(scope, step, "timeout");
    case "failed":
      return failTurn(scope, step, scope.engine.describe(end.error));
    case "returned":
      if (!end.result.ok) return failedTurn(scope, step, { turn, isLastTurn: context.isWrappingUp }, end.result);
      return answerTurn(scope, context, step, { reply: end.result.reply, overshot, turn });
  }
}

function failedTurn(scope: Scope, step: ModelStep, taken: TakenTurn, { error, block: blocked, model, partial }: FailedResult): void {
  if (model !== undefined) step.model = model;
  if (blocked) return blockTurn(scope, step, blocked);
  if (!partial) return failTurn(scope, step, error);
  step.output = partial.text;
  step.finishReason = partial.finishReason;
  if (partial.text !== "") scope.lastText = partial.text;
  breakOff(scope, step, taken, { error, isCut: isCutReason(partial.finishReason) });
}

interface TakenTurn {
  readonly turn: Turn;
  readonly isLastTurn: boolean;
}

// A budget that left less room than the agent's answers may have is what cut the answer; else the answer was too long.
function breakOff(scope: Scope, step: ModelStep, { turn: { reservation }, isLastTurn }: TakenTurn, { error, isCut }: { readonly error: string; readonly isCut: boolean }): void {
  const isLowered = reservation.maxOutputTokens < scope.agent.maxOutputTokens;
  const stop = isCut && isLowered && !isLastTurn && scope.isLive ? (overshootStop(scope, "tokens") ?? overshootStop(scope, "cost")) : null;
  if (!stop) return failTurn(scope, step, error);
  closeTurn(scope, step, error);
  const { reason, limit } = stop;
  scope.cut({ stopReason: reason, limit, error: null, output: scope.lastText }, { cause: "cancelled", reason: undefined });
}

function failTurn(scope: Scope, step: ModelStep, error: string): void {
  closeTurn(scope, step, error);
  scope.tell({ type: "model.failed", error });
}

function blockTurn(scope: Scope, step: ModelStep, blocked: Block): void {
  step.note = blocked.note;
  closeTurn(scope, step, blockedText(blocked.category));
  block(scope, blocked);
}

function answerTurn(scope: Scope, context: AgentContext, step: ModelStep, { reply, overshot, turn }: Answer): void {
  const { text, calls, reasoning, finishReason, model } = reply;
  step.output = text;
  step.reasoning = reasoning;
  step.finishReason = finishReason;
  if (model !== null) step.model = model;
  if (text !== "") scope.lastText = text;
  const unfinished = whyUnfinished(step.model, reply, turn.reservation.maxOutputTokens);
  if (unfinished !== null && scope.isLive) return breakOff(scope, step, { turn, isLastTurn: context.isWrappingUp }, { error: unfinished, isCut: isCutReason(finishReason) });
  const admission = scope.isLive ? decide(scope, context, calls, overshot) : null;
  if (admission) {
    step.calls = callRecords(admission);
    openSteps(scope, context.turn, admission.admitted);
  }
  closeTurn(scope, step, null);
  if (!admission) return;
  const { admitted, notRun } = admission;
  if (context.isWrappingUp) return scope.tell({ type: "model.answered", text });
  if (admitted.length + notRun.length > 0) return scope.tell({ type: "calls.requested", text, ...admission });
  readTextAnswer(scope, context, text, {
    answered: () => scope.tell({ type: "model.answered", text }),
    extract: (call) => extract(scope, context, text, call),
  });
}

// The extraction pass is a delegation like any other: it is a step, it counts, and a ceiling may keep it from running.
function extract(scope: Scope, context: AgentContext, text: string, call: ToolCall): void {
  const admission = admit(scope, [call]);
  openSteps(scope, context.turn, admission.admitted);
  scope.tell(admission.stop ? { type: "model.answered", text } : { type: "calls.requested", text, ...admission });
}

interface Answer {
  readonly reply: Extract<ModelResult, { ok: true }>["reply"];
  readonly overshot: Stop | null;
  readonly turn: Turn;
}

function decide(scope: Scope, { isWrappingUp, cut }: AgentContext, calls: Admission["admitted"], overshot: Stop | null): Admission {
  const decided = (isWrappingUp ? cut : null) ?? overshot;
  return decided ? admitNone(calls, decided) : admit(scope, calls);
}

function closeTurn(scope: Scope, step: ModelStep, error: string | null): void {
  step.error = error;
  scope.engine.emit(scope, { type: "step.ended", step });
}
