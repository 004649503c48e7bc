import { getEventListeners } from "node:events";
import { artifactFromRecord, type Artifact } from "../core/artifact.ts";
import type { RunRecord } from "../core/run.ts";
import type { VirtualClock } from "./clock.ts";
import { fail, listed, quoted } from "./difference.ts";
import type { ManualGate } from "./gate.ts";
import { checkRun, checkSomeKeys, checkTimes } from "./terms.ts";
import { delegationsOf } from "./tree.ts";

/** Throws `AssertionError` unless the run completed, saying what stopped it, its error and how its output begins. */
export function assertCompleted(run: RunRecord): void {
  checkRun("assertCompleted", run);
  if (run.stopReason === "completed") return;
  const limit = run.limit ? ` (${run.limit.name} ${run.limit.value} of the ${run.limit.scope})` : "";
  const error = run.error === null ? "" : `, its error is ${quoted(run.error)}`;
  const reason = run.stopReason === null ? "it has not ended" : `its stop reason is ${run.stopReason}`;
  const message = `the run of ${quoted(run.agent)} did not complete: ${reason}${limit}, its output is ${quoted(run.output)}${error}`;
  fail({ message, actual: run.stopReason, expected: "completed", stackStartFn: assertCompleted });
}

/** Throws `AssertionError` unless the run's own tool calls are these, in this order. Delegations are not tool calls. */
export function assertUsedTools(run: RunRecord, expected: readonly string[]): void {
  checkRun("assertUsedTools", run);
  const actual = run.toolCalls;
  if (actual.length === expected.length && actual.every((name, index) => name === expected[index])) return;
  const message = `the run of ${quoted(run.agent)} used the tools ${listed(actual)}, expected ${listed(expected)}`;
  fail({ message, actual, expected, stackStartFn: assertUsedTools });
}

/** The run's artifact of this name, bytes included. Throws `AssertionError`, naming those there are, when it has none. */
export function assertArtifact(run: RunRecord, name: string): Artifact {
  checkRun("assertArtifact", run);
  const found = run.artifacts.find((artifact) => artifact.name === name);
  if (found) return artifactFromRecord(found);
  const actual = run.artifacts.map((artifact) => artifact.name);
  const message = `the run of ${quoted(run.agent)} has no artifact named ${quoted(name)}; produced: ${listed(actual)}`;
  return fail({ message, actual, expected: name, stackStartFn: assertArtifact });
}

/**
 * Throws `AssertionError` unless the specialist `agent` was started somewhere in the run, at any depth: `times` times,
 * or at least once when that is left out. A refused delegation started nobody and does not count.
 */
export function assertDelegated(run: RunRecord, agent: string, times?: number): void {
  checkRun("assertDelegated", run);
  checkTimes("assertDelegated", times);
  const delegations = delegationsOf(run.steps);
  const actual = delegations.filter((step) => step.agent === agent && step.outcome !== "refused").length;
  if (times === undefined ? actual > 0 : actual === times) return;
  const all = delegations.map((step) => `${step.agent} ${step.outcome ?? "not ended"}`);
  const count = `${actual}, expected ${times ?? "at least 1"}`;
  const message = `the delegations of ${quoted(run.agent)} to ${quoted(agent)} are ${count}; all delegations: ${listed(all)}`;
  fail({ message, actual, expected: times ?? 1, stackStartFn: assertDelegated });
}

/** Where a run might leave something behind. */
export interface Surroundings {
  readonly clock?: Pick<VirtualClock, "pending">;
  readonly gate?: Pick<ManualGate, "waiting">;
  /** A signal that was handed to the run. */
  readonly signal?: AbortSignal;
}

/** Throws `AssertionError` when a timer is still set on the clock, a call waits at the gate or a listener sits on the signal. */
export function assertQuiet(surroundings: Surroundings): void {
  checkSomeKeys("assertQuiet", surroundings, ["clock", "gate", "signal"]);
  const { clock, gate, signal } = surroundings;
  const actual = {
    timers: clock?.pending ?? 0,
    waiting: gate?.waiting ?? [],
    listeners: signal ? getEventListeners(signal, "abort").length : 0,
  };
  if (actual.timers + actual.waiting.length + actual.listeners === 0) return;
  const counts = `timers on the clock: ${actual.timers}, calls at the gate: ${listed(actual.waiting)}`;
  const message = `something is left behind; ${counts}, listeners on the signal: ${actual.listeners}`;
  fail({ message, actual, expected: { timers: 0, waiting: [], listeners: 0 }, stackStartFn: assertQuiet });
}
