import { AssertionError } from "node:assert";
import { escapeForTerminal } from "../core/escape.ts";
import type { AgentStep, RunRecord, Step } from "../core/run.ts";
import { addUsage, noUsage, type Usage, type UsagePair } from "../core/usage.ts";
import { checkRun } from "./terms.ts";

/**
 * Throws `AssertionError`, naming every place, unless the figures of the run add up:
 *
 * - an agent's own usage is that of its model and tool steps, plus its delegations;
 * - its subtree usage is its own plus the subtrees of its specialists;
 * - `totalSteps` is the sum over the steps, a delegation counting 1 and everything below it;
 * - no ledger balance is negative, and, once the run has ended, every account is closed: nothing is reserved, and what
 *   was granted was spent or refunded.
 */
export function assertConserved(run: RunRecord): void {
  checkRun("assertConserved", run);
  const root: AgentNode = { at: run.path, usage: run.usage, steps: run.steps, totalSteps: run.totalSteps, itself: 0 };
  const actual = [...faultsOfAgent(root), ...faultsOfLedger(run)];
  if (actual.length === 0) return;
  const message = `the run of '${escapeForTerminal(run.agent)}' does not add up:\n  ${actual.join("\n  ")}`;
  throw new AssertionError({ message, actual, expected: [], operator: "assertConserved", stackStartFn: assertConserved });
}

/** The root's run or a delegation; `itself` is what it adds to its own `totalSteps`. */
interface AgentNode {
  readonly at: string;
  readonly usage: UsagePair;
  readonly steps: readonly Step[];
  readonly totalSteps: number;
  readonly itself: 0 | 1;
}

function faultsOfAgent({ at, usage, steps, totalSteps, itself }: AgentNode): readonly string[] {
  const own = noUsage();
  const subtree = noUsage();
  addUsage(subtree, usage.own);
  let total: number = itself;
  for (const step of steps) {
    addUsage(own, step.kind === "agent" ? { ...noUsage(), delegations: 1 } : step.usage.own);
    if (step.kind === "agent") addUsage(subtree, step.usage.subtree);
    total += step.totalSteps;
  }
  return [
    ...differences(`${at}: usage.own`, usage.own, own),
    ...differences(`${at}: usage.subtree`, usage.subtree, subtree),
    ...(totalSteps === total ? [] : [`${at}: totalSteps is ${totalSteps}, its steps make ${total}`]),
    ...steps.flatMap(faultsOfStep),
  ];
}

function faultsOfStep(step: Step): readonly string[] {
  switch (step.kind) {
    case "model":
    case "tool":
      return differences(`${step.id}: usage.subtree`, step.usage.subtree, step.usage.own);
    case "agent":
      return faultsOfAgent(nodeOf(step));
  }
}

function nodeOf({ id, usage, children, totalSteps }: AgentStep): AgentNode {
  return { at: id, usage, steps: children, totalSteps, itself: 1 };
}

function differences(at: string, actual: Usage, expected: Usage): readonly string[] {
  const names = Object.keys(expected) as (keyof Usage)[]; // made by noUsage or checked by the schema: no other keys
  return names
    .filter((name) => actual[name] !== expected[name])
    .map((name) => `${at}.${name} is ${actual[name]}, its parts make ${expected[name]}`);
}

function faultsOfLedger({ ledger, stopReason }: RunRecord): readonly string[] {
  const faults: string[] = [];
  const latest = new Map<string, RunRecord["ledger"][number]>();
  for (const entry of ledger) {
    const account = `${entry.resource} of the ${entry.scope} at ${entry.path}`;
    latest.set(account, entry);
    if (entry.reserved < 0) faults.push(`ledger: ${account}: reserved is ${entry.reserved}`);
    if (entry.spent < 0) faults.push(`ledger: ${account}: spent is ${entry.spent}`);
  }
  if (stopReason === null) return faults;
  for (const [account, { granted, reserved, spent, refunded }] of latest) {
    if (reserved !== 0) faults.push(`ledger: ${account}: ${reserved} are still reserved`);
    const free = granted - reserved - spent - refunded;
    if (free !== 0) faults.push(`ledger: ${account}: of ${granted} granted, ${free} are neither spent nor refunded`);
  }
  return faults;
}
