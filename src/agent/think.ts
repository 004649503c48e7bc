import { charactersOffered, tokensIn } from "../core/estimate.ts";
import { append } from "../core/history.ts";
import { wrapUpText } from "../core/instructions.ts";
import type { ModelRequest, OfferedTool } from "../core/model.ts";
import { unlockTools } from "./calls/skills.ts";
import { onNextTurnOfTheLoop, waitForBalance } from "./effects/wait.ts";
import { endTurn, type Turn } from "./end-turn.ts";
import type { AgentContext } from "./engine/context.ts";
import type { Stop } from "./engine/ending.ts";
import type { Scope } from "./engine/scope.ts";
import { checkGoal, isGoalUnchecked } from "./guard/goal.ts";
import { askModel } from "./model/ask-model.ts";
import { compacts } from "./model/compact.ts";
import { messagesFor } from "./model/model-call.ts";
import { release, reserve } from "./model/reserve.ts";
import { openModelStep } from "./steps/steps.ts";
import { keptSteps, stepStop } from "./steps/stop.ts";

const NO_TOOLS: readonly OfferedTool[] = Object.freeze([]);

/** Thinks: one model turn, or the end of the agent when a ceiling or its deadline says so. */
export function think(scope: Scope, context: AgentContext): void {
  const wantedAt = scope.engine.clock.now();
  if (isGoalUnchecked(scope) && scope.isLive) {
    return checkGoal(scope, context, () => tryTurn(scope, context, scope.engine.clock.now()));
  }
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
  const told = messagesFor(scope, messages, reservation);
  const request: ModelRequest = { messages: told, tools, maxOutputTokens, path, turn: number };
  askModel(scope, {
    step,
    request,
    queuedAt: wantedAt,
    end: (end) => endTurn(scope, context, step, turn, end),
  });
}
