import { checkArguments, readObject, type ReadArguments } from "../../core/arguments.ts";
import { secondsBetween } from "../../core/clock.ts";
import { describeError } from "../../core/describe.ts";
import { childPath } from "../../core/ids.ts";
import { jsonCopy } from "../../core/json.ts";
import type { AccountTerms } from "../../core/ledger.ts";
import { invalidArgumentsText } from "../../core/observation.ts";
import { outcomeOf } from "../../core/outcome.ts";
import type { AgentStep } from "../../core/run.ts";
import { disown, isPromiseLike } from "../../core/thenable.ts";
import { interruptCall, isCut } from "../calls/calls.ts";
import { isExtraction } from "../calls/extraction.ts";
import type { Delegated } from "../definition/registry.ts";
import { waitFor } from "../effects/wait.ts";
import type { MachineInput } from "../engine/context.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import type { Runtime } from "../engine/runtime.ts";
import { Scope } from "../engine/scope.ts";
import type { ReadyDelegation } from "../engine/specialists.ts";
import { concludeDelegation } from "./conclude.ts";
import { startElsewhere } from "./elsewhere.ts";
import { emptyGrantReason, refuseDelegation, refuseWith, refusalOf } from "./refuse.ts";
import { grantFor, slicesFor } from "./share.ts";

/** Reads a delegation's arguments; what is right joins the agent's waiting delegations, in call order. */
export function prepareDelegation(call: OpenedCall<AgentStep>, to: Delegated, raw: unknown): void {
  const object = readObject(raw);
  if (!object.ok) return refuseWith(call, invalidArgumentsText(to.delegation.name, object.problem));
  const checked = checkArguments(to.delegation.parameters, ownParameters(to, object.value));
  if (isCut(call)) return;
  if (!isPromiseLike(checked)) return queueDelegation(call, to, object.value, checked);
  waitFor(call.scope, checked, {
    resume: (settled) => {
      queueDelegation(call, to, object.value, settled.ok ? settled.value : { ok: false, problem: describeError(settled.error) });
      call.scope.tell({ type: "delegation.ready" });
    },
    interrupted: (interruption) => {
      call.step.outcome = outcomeOf(interruption.cause, "");
      interruptCall(call, interruption);
    },
  });
}

type Given = Record<string, unknown>;

function queueDelegation(call: OpenedCall<AgentStep>, to: Delegated, given: Given, checked: ReadArguments<unknown>): void {
  const { scope } = call;
  if (!checked.ok) return refuseWith(call, invalidArgumentsText(to.delegation.name, checked.problem));
  try {
    const goal: unknown = to.delegation.goal(checked.value as Given); // a zod object yields one
    if (isCut(call)) return disown(goal);
    if (typeof goal !== "string" || goal.trim() === "") {
      disown(goal);
      return refuseWith(call, invalidArgumentsText(to.delegation.name, "goal: must not be blank"));
    }
    const handedDown = artifactNames(given).map((name) => scope.artifacts.require(name));
    scope.specialists.ready.push({ call, to, goal, handedDown, readyAt: scope.engine.clock.now() });
  } catch (error) {
    if (!isCut(call)) refuseWith(call, describeError(error));
  }
}

// A copy, because what a schema lets through as it is belongs to the goal builder. The names to hand down are no
// parameter, unless the schema has one of that name: a strict schema would refuse what it does not know.
function ownParameters({ delegation }: Delegated, given: Given): unknown {
  const { artifacts, ...rest } = given;
  return jsonCopy("artifacts" in delegation.parameters.shape ? given : rest);
}

function artifactNames({ artifacts }: Given): readonly string[] {
  return Array.isArray(artifacts) ? artifacts.filter((name) => typeof name === "string") : [];
}

/** A specialist that has been admitted: the slot of its actor, and what its machine is started with. */
export interface SpawnJob {
  readonly slot: string;
  readonly input: MachineInput;
}

/** Admits waiting delegations, in call order, as long as actor slots are free. Refused ones end here and now. */
export function admitDelegations(scope: Scope): readonly SpawnJob[] {
  const jobs: SpawnJob[] = [];
  const { ready: waiting, slots } = scope.specialists;
  while (scope.isLive && waiting.length > 0) {
    const slot = slots.take();
    if (slot === undefined) break;
    const ready = waiting.shift() as ReadyDelegation; // there is one, by the condition above
    const started = startSpecialist(scope, ready, slot);
    if (started === "refused") slots.give(slot);
    else if (started !== "elsewhere") jobs.push({ slot, input: started });
  }
  return jobs;
}

type Started = MachineInput | "refused" | "elsewhere";

function startSpecialist(scope: Scope, ready: ReadyDelegation, slot: string): Started {
  const { call, to } = ready;
  const refusal = refusalOf(scope, to);
  if (refusal !== null) return refused(call, refusal);
  const path = childPath(scope.path, call.context.turn, call.index);
  const grant = grantFor(path, scope.account, to.delegation.share, to.specialist.budget);
  if (!grant.ok) return refused(call, emptyGrantReason(grant.resource));
  const { engine } = scope;
  engine.pool.spend("agents", 1);
  engine.agentsStarted += 1;
  const runtime = isExtraction(scope, to) ? null : engine.runtime; // which has no name to be called by
  if (runtime) return startThere(runtime, scope, { ready, path, terms: grant.terms, slot });
  const { agent, depth, goal, instructions } = openSpecialist(scope, { ready, path, terms: grant.terms, slot });
  return { run: engine.key, path, agent: agent.name, depth, goal, instructions };
}

function refused(call: OpenedCall<AgentStep>, reason: string): "refused" {
  refuseDelegation(call, reason);
  return "refused";
}

/** What a specialist is opened with: where it stands, what it is granted, and the slot of its actor. */
interface Place {
  readonly ready: ReadyDelegation;
  readonly path: string;
  readonly terms: AccountTerms | null;
  readonly slot: string;
}

function startThere(runtime: Runtime, scope: Scope, { ready, path, terms, slot }: Place): "elsewhere" {
  const asked: AccountTerms = terms ?? { path, scope: "share", grants: {} };
  const slices = slicesFor(scope.account, asked, scope.specialists.ready.length + 1);
  const granted: AccountTerms = { path, scope: "share", grants: slices.amounts };
  const child = openSpecialist(scope, { ready, path, terms: granted, slot }, true);
  startElsewhere(runtime, { scope, ready, child, slices, slot });
  return "elsewhere";
}

function openSpecialist(scope: Scope, { ready, path, terms, slot }: Place, isElsewhere = false): Scope {
  const { engine } = scope;
  const { call, to, goal, handedDown } = ready;
  const prefix = scope.specialists.numberedName(to.specialist.name);
  const child = new Scope({
    engine,
    parent: scope,
    agent: to.specialist,
    registry: engine.registry(to.specialist),
    path,
    goal,
    budget: to.specialist.budget,
    returns: to.delegation.returns,
    account: terms ? scope.account.open(terms) : scope.account,
    ownsAccount: terms !== null,
    isElsewhere,
    onEnd: (ended) => concludeDelegation(call, to, ended, prefix),
  });
  for (const artifact of handedDown) child.artifacts.lend(artifact);
  engine.scopeOpened(child);
  scope.specialists.live.set(slot, { call, child });
  startStep(ready, child);
  engine.emit(scope, { type: "step.started", step: call.step }, call.step.callId ?? undefined);
  return child;
}

function startStep({ call: { step }, readyAt }: ReadyDelegation, child: Scope): void {
  step.startedAt = child.startedAt;
  step.queuedSeconds = secondsBetween(readyAt, child.startedAt);
  step.open = "running";
  step.goal = child.goal;
  step.offered = child.offered;
  step.children = child.steps;
}
