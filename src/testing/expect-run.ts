import { AssertionError } from "node:assert";
import type { Outcome, StopReason } from "../core/outcome.ts";
import type { RunRecord } from "../core/run.ts";
import { assertArtifact, assertCompleted, assertDelegated, assertUsedTools } from "./assertions.ts";
import { quoted } from "./difference.ts";
import { checkKeys, checkRun } from "./terms.ts";
import {
  assertCalled,
  assertOutcome,
  assertOutput,
  assertSpentAtMost,
  assertStopped,
  type SpendingTerms,
  type ToolCallTerms,
} from "./tree-assertions.ts";

/**
 * What a test expects of a run. Each throws an `AssertionError` that names the difference, as vitest, node:test and others
 * show it, and gives the expectations back, so that they can be chained. `not` turns the next ones round.
 */
export interface RunExpectations {
  readonly not: RunExpectations;
  toHaveCompleted(): RunExpectations;
  toHaveStopped(reason: StopReason): RunExpectations;
  /** The whole output, or a pattern in it. */
  toHaveOutput(output: string | RegExp): RunExpectations;
  /** A specialist that was started, at any depth: so many times, or at least once. */
  toHaveDelegated(agent: string, times?: number): RunExpectations;
  /** How every delegation to the specialist ended; there must be one. */
  toHaveOutcome(agent: string, outcome: Outcome): RunExpectations;
  /** A tool that was called, at any depth. */
  toHaveCalled(tool: string, terms?: ToolCallTerms): RunExpectations;
  /** The tool calls of the run's own agent, all of them, in order. */
  toHaveUsedTools(names: readonly string[]): RunExpectations;
  toHaveArtifact(name: string): RunExpectations;
  toHaveSpentAtMost(terms: SpendingTerms): RunExpectations;
}

/**
 * Begins to say what is expected of a run. What cannot be expected of any, such as an outcome that there is not, throws
 * `DefinitionError`, under `not` as well.
 */
export function expectRun(run: RunRecord): RunExpectations {
  checkRun("expectRun", run);
  return new Expectations(run, false);
}

class Expectations implements RunExpectations {
  readonly #run: RunRecord;
  readonly #isNegated: boolean;

  constructor(run: RunRecord, isNegated: boolean) {
    this.#run = run;
    this.#isNegated = isNegated;
  }

  get not(): RunExpectations {
    return new Expectations(this.#run, !this.#isNegated);
  }

  toHaveCompleted(): RunExpectations {
    return this.#check("to have completed", () => assertCompleted(this.#run));
  }

  toHaveStopped(reason: StopReason): RunExpectations {
    return this.#check(`to have ended ${reason}`, () => assertStopped(this.#run, reason));
  }

  toHaveOutput(output: string | RegExp): RunExpectations {
    return this.#check(`to have the output ${quoted(String(output))}`, () => assertOutput(this.#run, output));
  }

  toHaveDelegated(agent: string, times?: number): RunExpectations {
    return this.#check(`to have delegated to ${quoted(agent)}${timesText(times)}`, () => assertDelegated(this.#run, agent, times));
  }

  toHaveOutcome(agent: string, outcome: Outcome): RunExpectations {
    return this.#check(`to have every delegation to ${quoted(agent)} end ${outcome}`, () => assertOutcome(this.#run, agent, outcome));
  }

  toHaveCalled(tool: string, terms: ToolCallTerms = {}): RunExpectations {
    checkKeys("toHaveCalled", terms, ["times", "by"]);
    const by = terms.by === undefined ? "" : ` by ${quoted(terms.by)}`;
    return this.#check(`to have called ${quoted(tool)}${by}${timesText(terms.times)}`, () => assertCalled(this.#run, tool, terms));
  }

  toHaveUsedTools(names: readonly string[]): RunExpectations {
    return this.#check(`to have used the tools ${names.map(quoted).join(", ") || "(none)"}`, () => assertUsedTools(this.#run, names));
  }

  toHaveArtifact(name: string): RunExpectations {
    return this.#check(`to have the artifact ${quoted(name)}`, () => void assertArtifact(this.#run, name));
  }

  toHaveSpentAtMost(terms: SpendingTerms): RunExpectations {
    return this.#check(`to have spent at most ${JSON.stringify(terms)}`, () => assertSpentAtMost(this.#run, terms));
  }

  #check(what: string, assertion: () => void): RunExpectations {
    if (!this.#isNegated) {
      assertion();
      return this;
    }
    if (!holds(assertion)) return this;
    throw new AssertionError({
      message: `the run of ${quoted(this.#run.agent)} was expected not ${what}`,
      actual: what,
      expected: `not ${what}`,
      operator: "not",
    });
  }
}

// True where the assertion holds, which is what `not` refuses.
function holds(assertion: () => void): boolean {
  try {
    assertion();
    return true;
  } catch (error) {
    if (error instanceof AssertionError) return false;
    throw error;
  }
}

function timesText(times: number | undefined): string {
  return times === undefined ? "" : ` ${times} ${times === 1 ? "time" : "times"}`;
}
