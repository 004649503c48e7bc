import { redactedText, redactRun } from "../core/redact.ts";
import type { AgentStep, Run } from "../core/run.ts";
import type { Notes } from "./course.ts";
import { rebuiltRun } from "./rebuilt.ts";
import { outOfBudgetText } from "./sayings.ts";

/** One round: what the worker did, and what was made of it. */
export interface LoopRound {
  /** From 0. */
  readonly index: number;
  /** The worker's own run: goal, steps, output, stop reason. */
  readonly run: Run;
  readonly accepted: boolean;
  /** What the critic had against it; null for an approved round, one that no critic was asked about, and without a critic. */
  readonly critique: string | null;
}

/**
 * How a loop ended. `out_of_budget`: a ceiling of the pool on steps, tokens, money or tool calls. `failed`: the caller's
 * own code threw or gave no answer, the critic had nothing to say, or a round could not be started.
 */
export type LoopEnd = "accepted" | "out_of_rounds" | "out_of_time" | "out_of_budget" | "failed" | "cancelled";

/** What became of a loop: every round that was started, how it ended, and the whole of it as one run. */
export interface LoopResult {
  readonly goal: string;
  /** The accepted output, else the last that there was; errors and what was blocked are no output. */
  readonly output: string;
  readonly rounds: readonly LoopRound[];
  readonly ended: LoopEnd;
  /** What went wrong, in one line; null where nothing did. */
  readonly error: string | null;
  readonly accepted: boolean;
  readonly seconds: number;
  /** What was produced in the round whose output this is. */
  readonly artifacts: Run["artifacts"];
  /** The worker's run of the last round; null when there was no round. */
  readonly finalRun: Run | null;
  /** The loop itself: its trace, usage, pool and ledger, with every round and every critique as a delegation. */
  readonly run: Run;
}

/** What a result is made of, once the loop's run has ended. */
export interface Ended {
  readonly run: Run;
  /** The name under which the worker was called. */
  readonly workerCall: string;
  readonly runs: ReadonlyMap<string, Run>;
  readonly notes: Notes;
  /** false: texts stay readable in memory, and are replaced by their lengths in the result's JSON. */
  readonly contents: boolean;
}

/** Makes the result of a loop. It is coherent for no round at all, and for one that was cut in the middle. */
export function resultOf(ended: Ended): LoopResult {
  const { run } = ended;
  const end = endOf(ended);
  const rounds = startedSteps(ended).map((step, index) => roundOf(ended, step, index));
  const standing = rounds.find(({ accepted }) => accepted) ?? rounds.findLast((round) => hasWork(round.run));
  const result: LoopResult = {
    goal: run.goal,
    output: standing?.run.output ?? "",
    rounds,
    ended: end,
    error: errorOf(ended, end),
    accepted: end === "accepted",
    seconds: run.seconds,
    artifacts: standing?.run.artifacts ?? [],
    finalRun: rounds.at(-1)?.run ?? null,
    run,
  };
  if (!ended.contents) hideContents(result);
  return result;
}

// The runs in it hide their own; its goal is the run's, which is hidden already.
function hideContents(result: LoopResult): void {
  const { run, output, error, artifacts } = result;
  const hidden = redactRun({ ...run, steps: [], output, error, artifacts });
  const rounds = result.rounds.map((round) => ({ ...round, critique: round.critique === null ? null : redactedText(round.critique) }));
  const json: LoopResult = { ...result, output: hidden.output, error: hidden.error, artifacts: hidden.artifacts, rounds };
  Object.defineProperty(result, "toJSON", { value: () => json, enumerable: false });
}

function startedSteps({ run, workerCall }: Ended): readonly AgentStep[] {
  return run.steps.filter((step) => step.kind === "agent").filter(({ name, stopReason }) => name === workerCall && stopReason !== null);
}

function roundOf(ended: Ended, step: AgentStep, index: number): LoopRound {
  const { run, runs, notes, contents } = ended;
  return {
    index,
    run: runs.get(step.runId) ?? rebuiltRun(step, contents ? run : { ...run, artifacts: redactRun({ ...run, steps: [] }).artifacts }),
    accepted: endOf(ended) === "accepted" && index + 1 === notes.acceptedRound,
    critique: notes.critiques.get(index + 1) ?? null,
  };
}

// A run that the engine cut at a ceiling has a limit and no error.
function errorOf({ run, notes }: Ended, end: LoopEnd): string | null {
  switch (end) {
    case "accepted":
    case "out_of_rounds":
      return null;
    case "out_of_budget":
      return run.limit ? outOfBudgetText(run.stopReason, run.limit) : (notes.usedUp?.says ?? run.error);
    case "out_of_time":
    case "failed":
    case "cancelled":
      return run.error;
  }
}

function hasWork({ stopReason, output, artifacts }: Run): boolean {
  return stopReason !== "error" && stopReason !== "blocked" && (output !== "" || artifacts.length > 0);
}

// A verdict counts when the loop came to its end by it: one that was overtaken by a cancel or the deadline does not.
function endOf({ run, notes }: Ended): LoopEnd {
  switch (run.stopReason) {
    case "completed":
      return "accepted";
    case "timeout":
      return "out_of_time";
    case "cancelled":
      return "cancelled";
    case "error":
    case "blocked":
      return notes.usedUp?.ended ?? "failed";
    case "max_steps":
    case "max_tool_calls":
    case "max_delegations":
    case "max_tokens":
    case "max_cost":
      return "out_of_budget";
  }
}
