import { setMaxListeners } from "node:events";
import type { ActorRef, Snapshot } from "xstate";
import { ArtifactShelf, type Artifact } from "../../core/artifact.ts";
import type { Budget } from "../../core/budget.ts";
import { secondsBetween, type Clock } from "../../core/clock.ts";
import type { Guarded } from "../../core/guardrail.ts";
import type { Account } from "../../core/ledger.ts";
import type { Limit, Offered, Step } from "../../core/run.ts";
import type { Skill } from "../../core/skill.ts";
import { addUsage, noUsage, type Usage } from "../../core/usage.ts";
import type { Agent } from "../definition/definition.ts";
import { instructionsFor } from "../definition/instructions.ts";
import { withAnswer, type Registry } from "../definition/registry.ts";
import { Answering } from "./answering.ts";
import { closeSteps } from "./close-steps.ts";
import type { AgentContext, MachineEvent } from "./context.ts";
import { cancelledReason, deadlineReason, failedEnding, type Ending, type Interruption } from "./ending.ts";
import type { Engine } from "./engine.ts";
import { OpenCalls } from "./open-calls.ts";
import { describeCancel, noteCancel, recordedEnding } from "./recorded-end.ts";
import type { Deadline } from "./runtime.ts";
import type { ScopeTerms } from "./scope-terms.ts";
import { shelve } from "./shelve.ts";
import { Specialists } from "./specialists.ts";

const GRACE_MS = 10_000; // beyond what a dead worker's successor was measured to need

const NO_SKILLS: readonly Skill[] = Object.freeze([]);

type AgentActor = Pick<ActorRef<Snapshot<unknown>, MachineEvent>, "send">;

/**
 * Everything about one live agent that must be released: deadline, open calls, signal, account, specialists. It lives
 * outside the machine, because XState runs no exit action when an actor is stopped and none after an action threw.
 * `end` is idempotent, depth-first and synchronous, and is called from every way an agent can end.
 */
export class Scope {
  readonly engine: Engine;
  readonly parent: Scope | null;
  readonly agent: Agent;
  /** What the model is offered, and what its calls are looked up in; it changes between turns, as skills are loaded. */
  registry: Registry;
  readonly path: string;
  readonly depth: number;
  goal: string;
  readonly instructions: string;
  readonly budget: Budget;
  readonly account: Account;
  startedAt: number;
  readonly deadlineAt: number;
  readonly steps: Step[] = [];
  readonly offered: Offered[] = [];
  readonly artifacts = new ArtifactShelf();
  readonly own = noUsage();
  readonly used = { steps: 0, toolCalls: 0, delegations: 0 };
  readonly calls = new OpenCalls();
  /** Artifacts of the turn under way, by call index; they get their names in call order when the turn is complete. */
  produced: Map<number, readonly Artifact[]> | null = null;
  lastText = "";
  loadedSkills: readonly Skill[] = NO_SKILLS;
  /** How many of the loaded skills have their tools offered. */
  unlockedSkills = 0;
  isStartTold = false;
  /** Whether an observation had to be cut, and whether the model is offered to read on. */
  hasCutObservations = false;
  offersPages = false;
  /** The data that was asked of the agent; null for a plain text answer. */
  readonly answering: Answering | null;
  /** The verdict on the goal; null until the goal was shown to the guardrails that stand before the first model call. */
  goalCheck: Promise<Guarded<string>> | null = null;
  ending: Ending | null = null;
  /** 0 until it has ended; set before that where it lives elsewhere and ended there. */
  endedAt = 0;
  #actor: AgentActor | null = null;
  #context: AgentContext | null = null;
  #interruption: Interruption | null = null;
  readonly #ownsAccount: boolean;
  readonly #onEnd: (scope: Scope) => void;
  readonly #ownsDeadline: boolean;
  readonly #above: Deadline | null;
  readonly #timer: unknown;
  #specialists: Specialists | null = null;
  #below: Usage | null = null;
  #state: Record<string, unknown> | null = null;
  #subtree: Usage | null = null;
  #controller: AbortController | null = null;

  constructor(terms: ScopeTerms) {
    const { engine, parent, agent, budget } = terms;
    this.#ownsAccount = terms.ownsAccount;
    this.#onEnd = terms.onEnd;
    this.engine = engine;
    this.parent = parent;
    this.agent = agent;
    this.answering = terms.returns && new Answering(terms.returns);
    this.registry = terms.returns ? withAnswer(terms.registry, terms.returns) : terms.registry;
    this.path = terms.path;
    this.depth = parent ? parent.depth + 1 : (terms.depth ?? 0);
    this.goal = engine.scrub.text(terms.goal);
    this.instructions = engine.scrub.text(instructionsFor(agent, terms.returns));
    this.budget = budget;
    this.account = terms.account;
    const now = engine.clock.now();
    this.startedAt = terms.startedAt ?? now;
    const ownDeadlineAt = this.startedAt + budget.maxSeconds * 1000;
    const inherited = parent && parent.deadlineAt <= ownDeadlineAt ? parent : null;
    this.#above = terms.deadline && terms.deadline.at <= ownDeadlineAt ? terms.deadline : null;
    this.deadlineAt = inherited?.deadlineAt ?? this.#above?.at ?? ownDeadlineAt;
    // An inherited deadline is enforced by the agent that owns it: its timer ends everyone below.
    this.#ownsDeadline = inherited === null;
    const graceMs = terms.isElsewhere ? GRACE_MS : 0;
    this.#timer = inherited ? null : engine.clock.setTimeout(() => this.timeOut(), this.deadlineAt - now + graceMs);
    parent?.specialists.scopes.add(this);
  }

  /** Whether delegations wait to be admitted. */
  get hasReadyDelegations(): boolean {
    return this.#specialists !== null && this.#specialists.ready.length > 0;
  }

  /** Whom the agent has delegated to. Made when it first does. */
  get specialists(): Specialists {
    return (this.#specialists ??= new Specialists());
  }

  /** What the agent's tools note down for each other. */
  get state(): Record<string, unknown> {
    return (this.#state ??= {});
  }

  /** Ties the scope to the machine that lives in it. */
  bind(actor: AgentActor, context: AgentContext): void {
    this.#actor = actor;
    this.#context = context;
  }

  /** Tells the machine. An agent that has ended is told only that. */
  tell(event: MachineEvent): void {
    if (this.isOpen || event.type === "run.closed") this.#actor?.send(event);
  }

  get isOpen(): boolean {
    return this.ending === null;
  }

  /** Open, and nobody above it has ended either: an ending works its way down, and nothing may start behind it. */
  get isLive(): boolean {
    let at: Scope | null = this;
    while (at?.isOpen) at = at.parent;
    return at === null;
  }

  /** Aborted when the agent is cut. Made when first asked for: signals are the dearest thing in a turn on Node 20. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      setMaxListeners(0, this.#controller.signal);
      if (!this.isOpen) this.#controller.abort(this.#abortReason());
    }
    return this.#controller.signal;
  }

  /** Whose ceiling the deadline is. */
  get deadlineLimit(): Limit {
    if (!this.#ownsDeadline && this.parent) return handedDown(this.parent);
    return this.#above?.limit ?? { name: "maxSeconds", scope: "budget", value: this.budget.maxSeconds };
  }

  secondsLeft(clock: Clock = this.engine.clock): number {
    return secondsBetween(clock.now(), this.deadlineAt);
  }

  isPastDeadline(): boolean {
    return this.engine.clock.now() >= this.deadlineAt;
  }

  /** Cuts the agent, and everyone below it, because its deadline has passed, and tells its machine. */
  timeOut(): void {
    const owner = this.#deadlineOwner();
    owner.cut(
      { stopReason: "timeout", limit: owner.deadlineLimit, error: "timeout", output: owner.lastText },
      { cause: "timeout", reason: deadlineReason(owner.agent.name, owner.budget.maxSeconds) },
    );
  }

  /** Cancels the agent and everyone below it, and tells its machine. Every signal has fired when this returns. */
  cancel(reason: unknown = cancelledReason()): void {
    const error = describeCancel(this.engine, reason);
    if (this.isOpen && !this.parent) noteCancel(this.engine, error);
    this.cut({ stopReason: "cancelled", limit: null, error, output: this.lastText }, { cause: "cancelled", reason });
  }

  /** Ends the agent from outside its machine, then lets the machine reach its final state. */
  cut(ending: Ending, interruption: Interruption): void {
    if (!this.isOpen) return;
    const { activity, telling: { isTelling } } = this.engine;
    // Interrupted calls end here; who waits for balance must not take that for the end of everything that may return.
    activity.begin();
    this.end(ending, interruption);
    const close = (): void => {
      this.tell({ type: "run.closed" });
      activity.end();
    };
    // An observer may be inside a transition of someone below, whose machine must not find this one gone.
    if (isTelling) queueMicrotask(close);
    else close();
  }

  /** Cuts the agent because its own work threw: a bug, or a model or clock that throws where it is only looked at. */
  fail(error: unknown): void {
    this.cut(failedEnding(this.engine.describe(error)), { cause: "cancelled", reason: error });
  }

  /** Cancels the agent because its actor is being stopped: there is no machine left to tell. */
  stop(): void {
    this.#actor = null;
    this.cancel();
  }

  /** Ends the agent, once. What is still open below it or in flight is ended first, with `interruption`. */
  end(ending: Ending, interruption: Interruption = { cause: "cancelled", reason: undefined }): void {
    if (!this.isOpen) return;
    // What is recorded of a root's end stands, whatever a check that takes its time again would make of it now.
    const recorded = this.parent ? null : recordedEnding(this.engine);
    this.engine.telling.after(() => this.#end(recorded ?? ending, interruption));
  }

  #end(ending: Ending, interruption: Interruption): void {
    this.ending = ending;
    this.#interruption = interruption;
    if (this.#context) this.#context.stopReason = ending.stopReason;
    for (const child of this.#children()) child.end(child.#endingWith(interruption), interruption);
    const calls = this.calls.all();
    const wasInterrupted = calls.length > 0 || ending.stopReason === "cancelled" || ending.stopReason === "timeout";
    for (const call of calls) call.interrupt(interruption);
    closeSteps(this, interruption);
    shelve(this);
    if (wasInterrupted) this.#controller?.abort(this.#abortReason());
    if (this.#ownsDeadline) this.engine.clock.clearTimeout(this.#timer);
    this.endedAt ||= this.engine.clock.now();
    this.#settleAccounts();
    this.engine.scopeEnded(this);
    this.#onEnd(this);
  }

  /** The agent's own use plus everyone's below it; once it has ended, always the same value. */
  subtreeUsage(): Usage {
    if (this.#subtree) return this.#subtree;
    if (!this.#below && !this.#specialists) return this.#keptAtTheEnd(this.own);
    const subtree = { ...this.own };
    if (this.#below) addUsage(subtree, this.#below);
    for (const child of this.#children()) addUsage(subtree, child.subtreeUsage());
    return this.#keptAtTheEnd(subtree);
  }

  /** Adds what someone below the agent has used. */
  addBelow(usage: Usage): void {
    addUsage((this.#below ??= noUsage()), usage);
  }

  #keptAtTheEnd(subtree: Usage): Usage {
    if (this.endedAt > 0 && this.#children().length === 0) this.#subtree = subtree;
    return subtree;
  }

  #children(): readonly Scope[] {
    return this.#specialists ? [...this.#specialists.scopes] : [];
  }

  #settleAccounts(): void {
    if (this.#ownsAccount) this.account.close();
    if (!this.parent) return;
    this.parent.specialists.scopes.delete(this);
    this.parent.addBelow(this.subtreeUsage());
  }

  #abortReason(): unknown {
    const reason = this.#interruption?.reason;
    return reason === undefined ? cancelledReason() : reason;
  }

  #endingWith({ cause }: Interruption): Ending {
    const limit = cause === "timeout" ? this.deadlineLimit : null;
    return { stopReason: cause, limit, error: cause, output: this.lastText };
  }

  // The agent whose own ceiling the deadline is: the one that has the timer.
  #deadlineOwner(): Scope {
    let owner: Scope = this;
    while (!owner.#ownsDeadline && owner.parent) owner = owner.parent;
    return owner;
  }
}

/** The deadline of an agent as those below it see it. */
export function handedDown(parent: Scope): Limit {
  if (parent.deadlineLimit.scope !== "budget") return parent.deadlineLimit;
  return { ...parent.deadlineLimit, scope: parent.depth > 0 ? "share" : "pool" };
}
