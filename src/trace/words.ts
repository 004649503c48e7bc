import { isObject, type JsonValue } from "../core/json.ts";
import type { AgentStep, CallRecord, Limit, ModelStep, Step, ToolStep } from "../core/run.ts";
import { countOf, countWithOwn, moneyText, secondsText } from "./amounts.ts";
import { ceilingNoun } from "./ceiling-words.ts";
import { inLine } from "./in-line.ts";
import { CANCELLED_BECAUSE, isFromOutside, standingOfStep, type Standing } from "./standing.ts";

/** One step in words, every text escaped and on one line: `tool search(query: "retry") → returned: 3 documents`. */
export interface Words {
  readonly standing: Standing;
  readonly kind: Step["kind"];
  readonly name: string;
  /** What it was asked, ready to follow the name. */
  readonly asked: string;
  /** How it ended, or what it is doing. */
  readonly ended: string;
  /** What came out: an answer, a result or an error. */
  readonly said: string;
}

/** Says a step in words, of each text no more than fills `columns`. */
export function wordsOf(step: Step, columns: number): Words {
  switch (step.kind) {
    case "model":
      return modelWords(step, columns);
    case "tool":
      return toolWords(step, columns);
    case "agent":
      return agentWords(step, columns);
  }
}

function modelWords(step: ModelStep, columns: number): Words {
  const ended = step.calls.length === 0 ? "answered" : callsText(step, columns);
  return { kind: "model", name: inLine(step.name, columns), asked: "", ...endOf(step, ended, columns) };
}

function toolWords(step: ToolStep, columns: number): Words {
  const asked = argumentsText(step.arguments, columns);
  return { kind: "tool", name: inLine(step.name, columns), asked, ...endOf(step, "returned", columns) };
}

type End = Pick<Words, "standing" | "ended" | "said">;

function endOf(step: ModelStep | ToolStep, ended: string, columns: number): End {
  const { open, error, output } = step;
  if (open) return { standing: open, ended: open, said: "" };
  if (error === null) return { standing: "good", ended: ended + asides(step, columns), said: inLine(output, columns) };
  const failure = failureOf(error, columns);
  return { ...failure, ended: failure.ended + asides(step, columns) };
}

function failureOf(error: string, columns: number): End {
  if (!isFromOutside(error)) return { standing: "bad", ended: "failed", said: inLine(error, columns) };
  if (error === "timeout") return { standing: "cut", ended: "timed out", said: "" };
  return { standing: "cut", ended: "cancelled", said: inLine(error.slice(CANCELLED_BECAUSE.length), columns) };
}

function agentWords(step: AgentStep, columns: number): Words {
  const asked = step.goal === "" ? argumentsText(step.arguments, columns) : ` "${inLine(step.goal, columns)}"`;
  const ended = outcomeText(step) + stepsText(step) + asides(step, columns);
  const said = inLine(step.output || newsIn(step), columns);
  return { kind: "agent", name: inLine(step.name, columns), standing: standingOfStep(step), asked, ended, said };
}

// The engine's own words for an end from outside say what the outcome says already.
function newsIn({ error, outcome }: AgentStep): string {
  return error === null || error === "timeout" || error === outcome ? "" : error;
}

// Answered and empty are how a completed run reads from above, so there the stop reason would say nothing new.
function outcomeText({ outcome, stopReason, limit, open }: AgentStep): string {
  if (outcome === null) return open ?? "running";
  if (stopReason === null || stopReason === "completed" || stopReason === outcome) return outcome;
  const isSaid = outcome === "timed_out" && stopReason === "timeout";
  const why = [...(isSaid ? [] : [stopReason]), ...(limit ? [limitText(limit)] : [])];
  return why.length === 0 ? outcome : `${outcome} (${why.join(": ")})`;
}

function stepsText(step: AgentStep): string {
  const below = totalStepsIn(step) - 1;
  return below === 0 ? "" : ` in ${countWithOwn({ own: step.children.length, subtree: below }, "step")}`;
}

/** A step and everything below it. What is still open has no total of its own yet. */
export function totalStepsIn(step: Step): number {
  if (step.kind !== "agent" || step.open === undefined) return step.totalSteps;
  return step.children.reduce((total, child) => total + totalStepsIn(child), 1);
}

/**
 * The ceiling that cut a run, and whose it was: `4 steps of its budget`, `120 steps of the pool`, `500 tokens of its
 * share`; a deadline that came from above is `the 5 s of the run` or `the 5 s of an agent above`. Escaped.
 */
export function limitText({ name, scope, value }: Limit): string {
  if (name !== "maxSeconds") return `${amountText(name, value)} of ${OWNERS[scope]}`;
  return scope === "budget" ? `${value} s of its budget` : `the ${value} s of ${DEADLINE_OWNERS[scope]}`;
}

const OWNERS = { budget: "its budget", share: "its share", pool: "the pool" } as const;
const DEADLINE_OWNERS = { share: "an agent above", pool: "the run" } as const;
const LONGEST_CEILING_NAME = 40; // columns

function amountText(name: string, value: number): string {
  if (name === "maxCost") return `cost ${moneyText(value)}`;
  const noun = ceilingNoun(name);
  return noun === null ? `${inLine(name, LONGEST_CEILING_NAME)} ${value}` : countOf(value, noun);
}

const WORTH_TELLING_SECONDS = 0.01; // every call passes through a queue; less than this is the passing

/** What a reader should know besides: tries that failed, the wait for a slot, what was produced, notes. */
function asides(step: Step, columns: number): string {
  const tries = step.kind === "model" ? step.attempts.length : 0;
  return [
    tries > 0 ? `, after ${countOf(tries, "failure")}` : "",
    step.queuedSeconds >= WORTH_TELLING_SECONDS ? `, queued ${secondsText(step.queuedSeconds)}` : "",
    step.artifacts.length > 0 ? `, made ${step.artifacts.map((name) => inLine(name, columns)).join(" and ")}` : "",
    step.note === null ? "" : `, ${inLine(step.note, columns)}`,
  ].join("");
}

function callsText({ calls }: ModelStep, columns: number): string {
  const run = countedNames(calls.filter(({ status }) => status === "run"), columns);
  const notRun = calls.filter(({ status }) => status === "not_run");
  if (notRun.length === 0) return `called ${run}`;
  const left = countedNames(notRun, columns);
  const reason = inLine(notRun[0]?.reason ?? "", columns);
  return run === "" ? `asked for ${left}, not run (${reason})` : `called ${run}, not run: ${left} (${reason})`;
}

/** Names in order of first mention, repeats counted: `search ×2, read`. */
function countedNames(calls: readonly CallRecord[], columns: number): string {
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => inLine(name, columns) + (count === 1 ? "" : ` ×${count}`)).join(", ");
}

/** Arguments as a call shows them: `(query: "retry", limit: 3)`; whatever is no object as its JSON. */
function argumentsText(value: JsonValue, columns: number): string {
  if (!isObject(value)) return `(${jsonText(value, columns)})`;
  let text = "";
  for (const [key, inner] of Object.entries(value)) {
    text += `${text === "" ? "" : ", "}${inLine(key, columns)}: ${jsonText(inner, columns)}`;
    if (text.length > columns) break;
  }
  return `(${text})`;
}

function jsonText(value: unknown, columns: number): string {
  const beginning = typeof value === "string" ? value.slice(0, 2 * columns) : value;
  return inLine(JSON.stringify(beginning), columns);
}
