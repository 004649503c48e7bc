import { artifactFromRecord } from "../../core/artifact.ts";
import { RESOURCES, type LedgerEntry } from "../../core/ledger.ts";
import type { AgentStep, RunRecord } from "../../core/run.ts";
import { failedEnding, type Ending } from "../engine/ending.ts";
import type { OpenCall } from "../engine/open-calls.ts";
import type { RemoteRun, RemoteSpecialist, Runtime, Slices } from "../engine/runtime.ts";
import { handedDown, type Scope } from "../engine/scope.ts";
import type { ReadyDelegation } from "../engine/specialists.ts";
import { namesOnPath } from "./refuse.ts";

/** A specialist that is to live elsewhere, and the scope that stands for it here. */
export interface SpecialistElsewhere {
  readonly scope: Scope;
  readonly ready: ReadyDelegation;
  readonly child: Scope;
  readonly slices: Slices;
  /** The place it takes among the specialists of its parent. */
  readonly slot: string;
}

/** Starts a specialist elsewhere. Its scope here ends with its run, or tells it to end when that is cut before. */
export function startElsewhere(runtime: Runtime, { scope, ready, child, slices, slot }: SpecialistElsewhere): void {
  const { to: { delegation }, goal, handedDown: artifacts } = ready;
  const { path, depth } = child;
  const deadline = { at: scope.deadlineAt, limit: handedDown(scope) };
  const keep = (came: RemoteRun): void => takeIn(child, ready.call.step, came);
  const ofTurn = scope.steps.slice(-ready.call.context.slots.length).filter(({ kind }) => kind === "agent").length;
  const asked = { call: delegation.name, goal, artifacts, ofTurn };
  const remote = runtime.delegate({ ...asked, path, depth, line: namesOnPath(scope), slices, deadline, keep });
  follow(child, remote, { keep, tell: () => scope.tell({ type: "specialist.ended", actorId: slot }) });
}

interface Ends {
  readonly keep: (came: RemoteRun) => void;
  /** Tells the machine of the one that delegates. */
  readonly tell: () => void;
}

function follow(child: Scope, remote: RemoteSpecialist, { keep, tell }: Ends): void {
  const { activity } = child.engine;
  const told = (): void => {
    tell();
    activity.end();
  };
  const open: OpenCall = {
    interrupt: () => {
      child.calls.drop(open);
      remote.cancel();
      queueMicrotask(told); // the call has no observation yet
    },
  };
  const close = (ending: () => Ending): void => {
    if (!child.calls.drop(open)) return;
    child.end(ending());
    told();
  };
  child.calls.add(open);
  activity.begin();
  remote.run.then(
    (came) => close(() => {
      keep(came);
      return endingOf(came.run);
    }),
    (error: unknown) => close(() => failedEnding(child.engine.describe(error))),
  );
}

function endingOf({ stopReason, limit, error, output }: RunRecord): Ending {
  if (stopReason === null) return failedEnding("the specialist's run came back before it had ended");
  return { stopReason, limit, error, output };
}

/** Takes over what a specialist has done and spent elsewhere; how it ended is not decided by this. */
function takeIn(child: Scope, step: AgentStep, { run, worker }: RemoteRun): void {
  const { engine } = child;
  step.worker = worker;
  child.startedAt = run.startedAt;
  child.endedAt = run.startedAt + run.seconds * 1000;
  child.goal = run.goal;
  child.lastText = run.output;
  child.steps.push(...run.steps);
  child.offered.push(...run.offered);
  Object.assign(child.own, run.usage.own);
  for (const step of run.steps) if (step.kind === "agent") child.addBelow(step.usage.subtree);
  const { steps, toolCalls, delegations } = run.budget.spent;
  Object.assign(child.used, { steps, toolCalls, delegations });
  for (const record of run.artifacts) child.artifacts.add(artifactFromRecord(record));
  takeInAnswer(child, run);
  engine.agentsStarted += run.pool.spent.agents;
  takeInLedger(child, run);
}

function takeInAnswer({ answering }: Scope, { data, dataProblem }: RunRecord): void {
  if (!answering) return;
  if (data !== undefined) answering.answer = { data };
  answering.problem = dataProblem ?? null;
}

// Its account was the whole pool where it lived; here it is the slice, which closes with the scope and says so itself.
function takeInLedger({ engine, account }: Scope, { ledger, path }: RunRecord): void {
  const closing = RESOURCES.map((resource) => ledger.findLast((entry) => entry.path === path && entry.resource === resource));
  const standing = new Set<LedgerEntry | undefined>(closing);
  const booked = ledger.filter((entry) => !standing.has(entry));
  engine.ledger.adopt(booked.map((entry) => (entry.path === path ? { ...entry, scope: account.scope } : entry)));
  for (const entry of closing) if (entry && entry.spent > 0) account.spend(entry.resource, entry.spent);
}
