import { secondsBetween } from "../../core/clock.ts";
import { escapeForTerminal } from "../../core/escape.ts";
import { callHash } from "../../core/history.ts";
import type { EffectKey, EffectRecord } from "../../core/journal.ts";
import { isObject, plainJson, type JsonValue } from "../../core/json.ts";
import { notApprovedText } from "../../core/observation.ts";
import { isPromiseLike } from "../../core/thenable.ts";
import type { Approval, ApprovalRequest } from "../definition/options.ts";
import type { Interruption } from "../engine/ending.ts";
import type { OpenCall } from "../engine/open-calls.ts";
import type { OpenedCall } from "../engine/opened-call.ts";
import { endsAsRecorded } from "../engine/recorded-end.ts";
import type { Runtime, WorkUnderWay } from "../engine/runtime.ts";

/** What becomes of an approval: exactly one of these is called, once. */
export interface ApprovalEnds {
  readonly approved: () => void;
  readonly refused: (observation: string) => void;
  readonly interrupted: (interruption: Interruption) => void;
}

/**
 * Asks for leave to run a call. It holds no slot; a run asks for one approval at a time; cancel and deadline end it.
 * Without anyone to answer, and when the answer is no answer, the call is refused.
 */
export function askApproval(call: OpenedCall, ends: ApprovalEnds): void {
  const { engine, depth } = call.scope;
  const { approve } = engine.options.given;
  if (!approve && !engine.journal && !engine.runtime) return ends.refused(notApprovedText(call.step.name, NOBODY));
  call.step.open = "waiting";
  new AskedApproval(call, ends).begin((asked) => {
    if (approve) engine.limit.approval(depth, (free) => asked.ask(approve, free));
    else asked.refuse();
  });
}

const NOBODY = "nobody is there to approve it";
const REFUSED = { approved: false, reason: NOBODY };

function answerIn({ result }: EffectRecord): unknown {
  return isObject(result) ? result.answer : undefined;
}

class AskedApproval implements OpenCall {
  readonly #call: OpenedCall;
  readonly #ends: ApprovalEnds;
  readonly #controller = new AbortController();
  #isOpen = true;
  #askedAt = 0;
  #work: WorkUnderWay | null = null;
  #answered: () => void = () => undefined;

  constructor(call: OpenedCall, ends: ApprovalEnds) {
    this.#call = call;
    this.#ends = ends;
    call.scope.calls.add(this);
    call.scope.engine.activity.begin();
  }

  /** Looks first whether the answer was recorded; `enqueue` puts the question in line, where it was not. */
  begin(enqueue: (asked: AskedApproval) => void): void {
    const { engine } = this.#call.scope;
    const { journal, past, runtime } = engine;
    if (runtime) return this.#handOver(runtime);
    const goOn = (): void => void (this.#isOpen && !endsAsRecorded(engine) && enqueue(this));
    const ask = (): void => (past ? past.whenOver(goOn) : enqueue(this));
    if (!journal) return enqueue(this);
    try {
      const known = journal.recall(this.#key());
      if (!isPromiseLike(known)) return this.#recalled(known, ask);
      Promise.resolve(known).then((record) => this.#recalled(record, ask)).catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  // `approve` answers where the runtime makes the call, and is asked anew where that place is lost.
  #handOver(runtime: Runtime): void {
    const { scope } = this.#call;
    const { approve } = scope.engine.options.given;
    const request = this.#request();
    if (approve) this.#tell(request);
    if (!this.#isOpen) return;
    this.#work = runtime.perform({
      key: this.#key(),
      lane: "approval",
      depth: scope.depth,
      timeoutSeconds: null,
      perform: async ({ signal }) => ({ answer: approve ? this.#kept(await approve({ ...request, signal })) : REFUSED }),
      lost: null,
      begun: () => undefined,
    });
    this.#work.record.then((record) => this.#decide(answerIn(record))).catch((error: unknown) => this.#fail(error));
  }

  #recalled(record: EffectRecord | undefined, ask: () => void): void {
    if (!this.#isOpen) return;
    if (!record) return ask();
    const { past } = this.#call.scope.engine;
    const answer = answerIn(record);
    if (past) past.relive(record, () => undefined, () => this.#decide(answer));
    else this.#decide(answer);
  }

  #key(): EffectKey {
    const { step } = this.#call;
    return { id: step.id, kind: "approval", hash: callHash(step.name, step.arguments) };
  }

  interrupt(interruption: Interruption): void {
    this.#close(() => this.#ends.interrupted(interruption));
    this.#controller.abort(interruption.reason);
    this.#work?.cancel(interruption.reason);
  }

  ask(approve: (request: ApprovalRequest) => Approval | Promise<Approval>, free: () => void): void {
    if (!this.#isOpen) return free();
    this.#answered = free;
    this.#askedAt = this.#call.scope.engine.clock.now();
    const request = this.#request();
    this.#tell(request);
    if (!this.#isOpen) return;
    try {
      const answer: Approval | PromiseLike<Approval> = approve(request);
      if (!isPromiseLike(answer)) return this.#take(answer);
      Promise.resolve(answer).then((value) => this.#take(value)).catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Kept like an answer: whoever tells the run again must find that nobody was there. */
  refuse(): void {
    this.#askedAt = this.#call.scope.engine.clock.now();
    this.#take(REFUSED);
  }

  #tell({ tool, arguments: args, callId }: ApprovalRequest): void {
    const { scope, step } = this.#call;
    scope.engine.emit(scope, { type: "approval.asked", stepId: step.id, tool, arguments: args }, callId);
  }

  #request(): ApprovalRequest {
    const { scope, step } = this.#call;
    return {
      agent: scope.agent.name,
      path: scope.path,
      tool: step.name,
      callId: step.callId ?? step.id,
      arguments: escapeForTerminal(JSON.stringify(step.arguments)),
      signal: this.#controller.signal,
    };
  }

  // The answer is kept before anything follows from it: nobody is asked twice for one call.
  #take(answer: unknown): void {
    const { journal, clock } = this.#call.scope.engine;
    if (!journal || !this.#isOpen) return this.#decide(answer);
    const kept = this.#kept(answer);
    const seconds = secondsBetween(this.#askedAt, clock.now());
    const stored = journal.record({ ...this.#key(), result: { answer: kept }, startedAt: this.#askedAt, seconds });
    if (!isPromiseLike(stored)) return this.#decide(answer);
    Promise.resolve(stored).then(() => this.#decide(answer)).catch((error: unknown) => this.#fail(error));
  }

  #kept(answer: unknown): JsonValue {
    const plain = plainJson(answer);
    if (!plain.ok) return null;
    return this.#call.scope.engine.scrub.value(plain.value) as JsonValue; // a copy has the shape of its original
  }

  #decide(answer: unknown): void {
    const approved = typeof answer === "object" && answer !== null ? (answer as { approved?: unknown }).approved : answer;
    if (approved === true) return this.#close(this.#ends.approved);
    const given = (answer as { reason?: unknown } | null | undefined)?.reason;
    const reason = typeof given === "string" && given !== "" ? given : "the approval was refused";
    this.#close(() => this.#ends.refused(notApprovedText(this.#call.step.name, reason)));
  }

  #fail(error: unknown): void {
    const reason = `asking failed with ${this.#call.scope.engine.describe(error)}`;
    this.#close(() => this.#ends.refused(notApprovedText(this.#call.step.name, reason)));
  }

  #close(then: () => void): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    const { scope } = this.#call;
    scope.calls.drop(this);
    this.#answered();
    then();
    scope.engine.activity.end();
  }
}
