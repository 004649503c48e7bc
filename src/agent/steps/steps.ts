import type { Budget } from "../../core/budget.ts";
import { requestHash } from "../../core/history.ts";
import { callStepId, childPath, runIdOf, turnId } from "../../core/ids.ts";
import type { MutableJson } from "../../core/json.ts";
import type { Message, ToolCall } from "../../core/message.ts";
import type { OfferedTool } from "../../core/model.ts";
import type { AgentStep, ModelStep, Step, ToolStep } from "../../core/run.ts";
import { noUsage, ownOnly, type UsagePair } from "../../core/usage.ts";
import { instructionsFor } from "../definition/instructions.ts";
import type { Delegated } from "../definition/registry.ts";
import type { Scope } from "../engine/scope.ts";

// Steps are the bulk of what a run keeps. What most of them have in common is one shared value, replaced when it differs.
const NOTHING_USED: UsagePair = Object.freeze(ownOnly(Object.freeze(noUsage())));
const ONE_TOOL_CALL: UsagePair = Object.freeze(ownOnly(Object.freeze({ ...noUsage(), toolCalls: 1 })));
const NONE = Object.freeze([]) as unknown as never[]; // never pushed to: a step that has some gets a list of its own

interface StepBeginning {
  readonly scope: Scope;
  readonly name: string;
  readonly call: ToolCall | null;
  readonly usage: UsagePair;
}

class StepRecord<Kind extends Step["kind"]> {
  readonly kind: Kind;
  readonly id: string;
  index = 0;
  readonly name: string;
  arguments: MutableJson;
  callId: string | null;
  output = "";
  observation = "";
  error: string | null = null;
  startedAt: number;
  queuedSeconds = 0;
  seconds = 0;
  usage: UsagePair;
  artifacts: string[] = NONE;
  note: string | null = null;
  declare open?: "queued" | "running" | "waiting";

  constructor(kind: Kind, id: string, { scope, name, call, usage }: StepBeginning) {
    this.kind = kind;
    this.id = id;
    this.name = name;
    this.arguments = call ? (call.arguments as MutableJson) : null; // a reply's arguments have been made plain JSON
    this.callId = call?.id ?? null;
    this.startedAt = scope.engine.clock.now();
    this.usage = usage;
  }
}

class ModelRecord extends StepRecord<"model"> {
  readonly totalSteps = 1;
  calls: ModelStep["calls"] = NONE;
  model: string;
  finishReason: string | null = null;
  reasoning: string | null = null;
  attempts: ModelStep["attempts"] = NONE;
  estimated = 0;
  declare keptTurns?: number;
  declare requestHash: string;
  #hash: string | AskedRequest;

  constructor(scope: Scope, turn: number, { name = "chat", asked }: TurnBeginning) {
    super("model", turnId(scope.path, turn), { scope, name, call: null, usage: NOTHING_USED });
    this.model = scope.agent.model.name;
    this.#hash = asked;
    Object.defineProperty(this, "requestHash", ModelRecord.#lazyHash);
  }

  // Own and enumerable, so that JSON has it; worked out when it is first read, because hashing every request is dear.
  // One descriptor for all: a getter of its own would cost each step its own hidden class.
  static readonly #lazyHash: PropertyDescriptor & ThisType<ModelRecord> = {
    enumerable: true,
    configurable: true,
    get() {
      if (typeof this.#hash !== "string") this.#hash = requestHash(this.#hash.messages, this.#hash.length, this.#hash.tools);
      return this.#hash;
    },
  };
}

class ToolRecord extends StepRecord<"tool"> {
  readonly totalSteps = 1;
}

class AgentRecord extends StepRecord<"agent"> {
  totalSteps = 1;
  agent: string;
  runId: string;
  outcome: AgentStep["outcome"] = null;
  stopReason: AgentStep["stopReason"] = null;
  goal = "";
  instructions: string;
  offered: AgentStep["offered"] = NONE;
  budget: AgentStep["budget"];
  limit: AgentStep["limit"] = null;
  children: Step[] = NONE;

  constructor(id: string, { scope, turn, index, call, to: { delegation, specialist } }: DelegatedCall) {
    super("agent", id, { scope, name: nameOf(call), call, usage: NOTHING_USED });
    this.agent = specialist.name;
    this.runId = runIdOf(scope.engine.id, childPath(scope.path, turn, index));
    this.instructions = scope.engine.scrub.text(instructionsFor(specialist, delegation.returns));
    this.budget = unspent(specialist.budget);
  }
}

const NOTHING_SPENT = Object.freeze({ steps: 0, seconds: 0, toolCalls: 0, delegations: 0, tokens: 0, cost: null });
const unspentBudgets = new WeakMap<Budget, AgentStep["budget"]>();

// One record for all who have the same budget: it stands in a step until the specialist has ended.
function unspent(budget: Budget): AgentStep["budget"] {
  const known = unspentBudgets.get(budget);
  if (known) return known;
  const record = Object.freeze({ ...budget, spent: NOTHING_SPENT });
  unspentBudgets.set(budget, record);
  return record;
}

/** A call that delegates, and to whom. */
export interface DelegatedCall {
  readonly scope: Scope;
  readonly turn: number;
  readonly index: number;
  readonly call: ToolCall;
  readonly to: Delegated;
}

/** What a model turn is opened with; its name is `chat` unless it is no turn of the agent's own. */
export interface TurnBeginning {
  readonly name?: "chat" | "compact";
  readonly asked: AskedRequest;
}

/** What a fingerprint is made of: the first `length` messages and the tools. */
export interface AskedRequest {
  readonly messages: readonly Message[];
  readonly length: number;
  readonly tools: readonly OfferedTool[];
}

/** Opens the step of a model turn. */
export function openModelStep(scope: Scope, turn: number, beginning: TurnBeginning): ModelStep {
  return pushed(scope, new ModelRecord(scope, turn, beginning));
}

/** Opens the step of a tool call. */
export function openToolStep(scope: Scope, turn: number, index: number, call: ToolCall): ToolStep {
  const beginning = { scope, name: nameOf(call), call, usage: ONE_TOOL_CALL };
  return pushed(scope, new ToolRecord("tool", callStepId(scope.path, turn, index), beginning));
}

/** Opens the step of a call that gives the answer: it is a step, but no use of a tool. */
export function openAnswerStep(scope: Scope, turn: number, index: number, call: ToolCall): ToolStep {
  const beginning = { scope, name: nameOf(call), call, usage: NOTHING_USED };
  return pushed(scope, new ToolRecord("tool", callStepId(scope.path, turn, index), beginning));
}

/** Opens the step of a delegation; what the specialist adds is filled in when it starts and when it ends. */
export function openAgentStep(delegated: DelegatedCall): AgentStep {
  const { scope, turn, index } = delegated;
  return pushed(scope, new AgentRecord(callStepId(scope.path, turn, index), delegated));
}

/** Closes a step whose work never began, at this moment and without having taken any time. */
export function closeAtOnce(scope: Scope, step: Step): void {
  step.startedAt = scope.engine.clock.now();
  delete step.open;
}

function pushed<Record extends Step>(scope: Scope, step: Record): Record {
  step.index = scope.steps.length;
  scope.steps.push(step);
  step.open = "queued"; // added last, because only the property added last can be deleted without slowing the object down
  return step;
}

// A call without a name is shown as `unknown`.
function nameOf(call: ToolCall): string {
  return call.name === "" ? "unknown" : call.name;
}
