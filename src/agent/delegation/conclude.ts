import { secondsBetween } from "../../core/clock.ts";
import { cutInTheMiddle } from "../../core/cut.ts";
import { conclusionText } from "../../core/observation.ts";
import { outcomeOf } from "../../core/outcome.ts";
import { totalStepsOf, type AgentStep } from "../../core/run.ts";
import { disown } from "../../core/thenable.ts";
import { adoptAnswer } from "../calls/answer.ts";
import { closeCall, isCut } from "../calls/calls.ts";
import { isExtraction } from "../calls/extraction.ts";
import type { Delegated } from "../definition/registry.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import { budgetRecord, reportRun } from "../engine/report.ts";
import type { Scope } from "../engine/scope.ts";

/** Turns a specialist's end, whatever it was, into its one outcome, and closes the step that nests its trace. */
export function concludeDelegation(call: OpenedCall<AgentStep>, to: Delegated, child: Scope, prefix: string): void {
  const { delegation } = to;
  const { step } = call;
  const ending = child.ending as NonNullable<Scope["ending"]>; // it has just ended
  step.startedAt = child.startedAt;
  step.seconds = secondsBetween(child.startedAt, child.endedAt);
  step.goal = child.goal; // a guardrail may have put another in its place
  step.usage = { own: child.own, subtree: child.subtreeUsage() };
  step.budget = budgetRecord(child);
  step.limit = ending.limit;
  step.stopReason = ending.stopReason;
  step.totalSteps = 1 + totalStepsOf(child.steps);
  const conclusion = pickConclusion(delegation, child);
  if (isCut(call)) return;
  const { answering } = call.scope;
  if (answering && isExtraction(call.scope, to)) adoptAnswer(answering, child);
  step.outcome = conclusion.ok ? outcomeOf(ending.stopReason, conclusion.text) : "failed";
  const error = conclusion.ok ? errorOf(step.outcome, ending.error) : conclusion.error;
  const shown = conclusion.ok ? cutInTheMiddle(conclusion.text, delegation.maxConclusionChars) : conclusion.error;
  const stopReason = conclusion.ok ? ending.stopReason : "error";
  const observation = conclusionText(stopReason, shown);
  const produced = delegation.sharesArtifacts ? child.artifacts.own() : [];
  const artifacts = produced.map((artifact) => ({ ...artifact, name: `${prefix}/${artifact.name}` }));
  closeCall(call, { observation, output: conclusion.ok ? conclusion.text : "", error, artifacts });
}

type Conclusion = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: string };

function pickConclusion({ conclusion: pick, returns }: Delegated["delegation"], child: Scope): Conclusion {
  const { output = "", stopReason } = child.ending ?? {};
  const answer = child.answering?.answer;
  if (returns && stopReason === "completed" && !answer) return { ok: false, error: noDataText(child) };
  if (!pick || stopReason === "error") return { ok: true, text: answer ? JSON.stringify(answer.data) : output };
  try {
    const text: unknown = pick(reportRun(child));
    disown(text);
    if (typeof text === "string") return { ok: true, text: child.engine.scrub.text(text) };
    return { ok: false, error: `the conclusion of '${child.agent.name}' must be a text` };
  } catch (error) {
    return { ok: false, error: `the conclusion of '${child.agent.name}' could not be picked: ${child.engine.describe(error)}` };
  }
}

function noDataText({ agent, answering }: Scope): string {
  return `'${agent.name}' gave no data of the shape that was asked for: ${answering?.problem?.message ?? "no answer"}`;
}

function errorOf(outcome: NonNullable<AgentStep["outcome"]>, error: string | null): string | null {
  switch (outcome) {
    case "answered":
    case "partial":
      return null;
    case "empty":
      return "the sub-agent produced no answer";
    case "timed_out":
      return "timeout";
    case "cancelled":
    case "refused":
    case "failed":
    case "blocked":
      return error ?? outcome;
  }
}
