import { checkArguments, readObject, type ReadArguments } from "../core/arguments.ts";
import type { Artifact } from "../core/artifact.ts";
import { secondsBetween } from "../core/clock.ts";
import { cutInTheMiddle } from "../core/cut.ts";
import { describeError } from "../core/describe.ts";
import { childPath } from "../core/ids.ts";
import { jsonCopy } from "../core/json.ts";
import { conclusionText, invalidArgumentsText } from "../core/observation.ts";
import { outcomeOf } from "../core/outcome.ts";
import { totalStepsOf, type AgentStep } from "../core/run.ts";
import { disown, isPromiseLike } from "../core/thenable.ts";
import { adoptAnswer } from "./answer.ts";
import { closeCall, interruptCall, isCut, type OpenedCall } from "./calls.ts";
import type { MachineInput } from "./context.ts";
import { startElsewhere } from "./elsewhere.ts";
import { emptyGrantReason, refuseDelegation, refuseWith, refusalOf, type Delegated } from "./refuse.ts";
import { budgetRecord, reportRun } from "./report.ts";
import { Scope } from "./scope.ts";
import { grantFor, slicesFor } from "./share.ts";
import { waitFor } from "./wait.ts";

/** A delegation whose arguments are right, waiting to be admitted. */
export interface ReadyDelegation {
  readonly call: OpenedCall<AgentStep>;
  readonly to: Delegated;
  readonly goal: string;
  readonly handedDown: readonly Artifact[];
  readonly readyAt: number;
}

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

function queueDelegation(call: OpenedCall<AgentStep>, to: Delegated, given: Record<string, unknown>, checked: ReadArguments<unknown>): void {
  const { scope } = call;
  if (!checked.ok) return refuseWith(call, invalidArgumentsText(to.delegation.name, checked.problem));
  try {
    const goal: unknown = to.delegation.goal(checked.value as Record<string, unknown>); // a zod object yields one
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
function ownParameters({ delegation }: Delegated, given: Record<string, unknown>): unknown {
  const { artifacts, ...rest } = given;
  return jsonCopy("artifacts" in delegation.parameters.shape ? given : rest);
}

function artifactNames({ artifacts }: Record<string, unknown>): readonly string[] {
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
  const runtime = to === scope.answering?.extraction?.callable ? null : engine.runtime; // the extraction pass has no name to be called by
  const slices = runtime && slicesFor(scope.account, grant.terms ?? { path, scope: "share", grants: {} }, scope.specialists.ready.length + 1);
  const child = openSpecialist(scope, ready, path, slices ? { path, scope: "share", grants: slices.amounts } : grant.terms, slices !== null);
  scope.specialists.live.set(slot, { call, child });
  startStep(ready, child);
  engine.emit(scope, { type: "step.started", step: call.step }, call.step.callId ?? undefined);
  if (runtime && slices) {
    startElsewhere(runtime, { scope, ready, child, slices, slot });
    return "elsewhere";
  }
  const { agent, depth, goal, instructions } = child;
  return { run: engine.key, path, agent: agent.name, depth, goal, instructions };
}

function refused(call: OpenedCall<AgentStep>, reason: string): "refused" {
  refuseDelegation(call, reason);
  return "refused";
}

function openSpecialist(scope: Scope, { call, to, goal, handedDown }: ReadyDelegation, path: string, terms: GrantTerms, isElsewhere: boolean): Scope {
  const { engine } = scope;
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
  return child;
}

type GrantTerms = Extract<ReturnType<typeof grantFor>, { ok: true }>["terms"];

function startStep({ call: { step }, readyAt }: ReadyDelegation, child: Scope): void {
  step.startedAt = child.startedAt;
  step.queuedSeconds = secondsBetween(readyAt, child.startedAt);
  step.open = "running";
  step.goal = child.goal;
  step.offered = child.offered;
  step.children = child.steps;
}

/** Turns a specialist's end, whatever it was, into its one outcome, and closes the step that nests its trace. */
function concludeDelegation(call: OpenedCall<AgentStep>, to: Delegated, child: Scope, prefix: string): void {
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
  if (to === call.scope.answering?.extraction?.callable) adoptAnswer(call.scope.answering, child);
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
