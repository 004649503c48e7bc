import { outcomeSchema, stopReasonSchema, type Outcome, type StopReason } from "../core/outcome.ts";
import type { RunRecord } from "../core/run.ts";
import { fail, listed, quoted } from "./difference.ts";
import { checkCeiling, checkKeys, checkRun, checkSomeKeys, checkTimes, checkWord } from "./terms.ts";
import { delegationsOf, toolCallsOf } from "./tree.ts";

/** Throws `AssertionError` unless the run ended for this reason. */
export function assertStopped(run: RunRecord, expected: StopReason): void {
  checkRun("assertStopped", run);
  checkWord("assertStopped", "reason", expected, stopReasonSchema.options);
  const actual = run.stopReason;
  if (actual === expected) return;
  const message = `the run of ${quoted(run.agent)} ended ${actual ?? "not yet"}, expected ${expected}; its output is ${quoted(run.output)}`;
  fail({ message, actual, expected, stackStartFn: assertStopped });
}

/** Throws `AssertionError` unless the run's output is this text, or matches the pattern. */
export function assertOutput(run: RunRecord, expected: string | RegExp): void {
  checkRun("assertOutput", run);
  const actual = run.output;
  if (typeof expected === "string" ? actual === expected : new RegExp(expected, expected.flags.replace(/[gy]/gu, "")).test(actual)) return;
  const wanted = typeof expected === "string" ? quoted(expected) : `something like ${String(expected)}`;
  fail({
    message: `the output of ${quoted(run.agent)} is ${quoted(actual)}, expected ${wanted}`,
    actual,
    expected,
    stackStartFn: assertOutput,
  });
}

/** Which calls of a tool are meant. */
export interface ToolCallTerms {
  /** How often; at least once unless given. */
  readonly times?: number;
  /** The agent that calls; any unless given. */
  readonly by?: string;
}

/** Throws `AssertionError` unless the tool was called somewhere in the run, at any depth. Refused calls count: they are steps. */
export function assertCalled(run: RunRecord, tool: string, terms: ToolCallTerms = {}): void {
  checkRun("assertCalled", run);
  checkKeys("assertCalled", terms, ["times", "by"]);
  const { times, by } = terms;
  checkTimes("assertCalled", times);
  const calls = toolCallsOf(run).filter(({ agent }) => by === undefined || agent === by);
  const actual = calls.filter(({ step }) => step.name === tool).length;
  if (times === undefined ? actual > 0 : actual === times) return;
  const whose = by === undefined ? `in the run of ${quoted(run.agent)}` : `by ${quoted(by)}`;
  const all = listed(calls.map(({ agent, step }) => `${agent} ${step.name}`));
  fail({
    message: `the calls of ${quoted(tool)} ${whose} are ${actual}, expected ${times ?? "at least 1"}; all calls: ${all}`,
    actual,
    expected: times ?? 1,
    stackStartFn: assertCalled,
  });
}

/** Throws `AssertionError` unless every delegation to the agent ended so, and there was one. */
export function assertOutcome(run: RunRecord, agent: string, expected: Outcome): void {
  checkRun("assertOutcome", run);
  checkWord("assertOutcome", "outcome", expected, outcomeSchema.options);
  const actual = delegationsOf(run.steps).filter((step) => step.agent === agent).map(({ outcome }) => outcome);
  if (actual.length > 0 && actual.every((outcome) => outcome === expected)) return;
  const found = actual.length === 0 ? "are none" : `ended ${listed(actual.map((outcome) => outcome ?? "not ended"))}`;
  fail({ message: `the delegations to ${quoted(agent)} ${found}, expected ${expected}`, actual, expected, stackStartFn: assertOutcome });
}

/** Figures that a run must not exceed; steps, tokens and cost with everyone below it. */
export interface SpendingTerms {
  readonly steps?: number;
  readonly tokens?: number;
  /** Not met by a run whose cost is not known. */
  readonly cost?: number;
  readonly seconds?: number;
}

const MEASURES = ["steps", "tokens", "cost", "seconds"] as const;

/** Throws `AssertionError` where the run took more than one of these, naming each. */
export function assertSpentAtMost(run: RunRecord, terms: SpendingTerms): void {
  checkRun("assertSpentAtMost", run);
  checkSomeKeys("assertSpentAtMost", terms, MEASURES);
  for (const [name, ceiling] of Object.entries(terms)) checkCeiling("assertSpentAtMost", name, ceiling);
  const { inputTokens, outputTokens, cost } = run.usage.subtree;
  const spent = { steps: run.totalSteps, tokens: inputTokens + outputTokens, cost, seconds: run.seconds };
  const names = MEASURES.filter((name) => terms[name] !== undefined);
  const beyond = names.filter((name) => (spent[name] ?? Infinity) > (terms[name] ?? Infinity));
  if (beyond.length === 0) return;
  const told = beyond.map((name) => `${name} ${spent[name] ?? "unknown"} (at most ${terms[name] ?? ""})`).join(", ");
  fail({
    message: `the run of ${quoted(run.agent)} took more than it may: ${told}`,
    actual: spent,
    expected: terms,
    stackStartFn: assertSpentAtMost,
  });
}
