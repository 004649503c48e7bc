import { escapeForTerminal } from "../core/escape.ts";
import { notApprovedText } from "../core/observation.ts";
import { isPromiseLike } from "../core/thenable.ts";
import type { OpenedCall } from "./calls.ts";
import type { Interruption } from "./ending.ts";
import type { Approval, ApprovalRequest } from "./options.ts";
import type { OpenCall } from "./scope.ts";

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
  if (!approve) return ends.refused(notApprovedText(call.step.name, "nobody is there to approve it"));
  call.step.open = "waiting";
  const asked = new AskedApproval(call, ends);
  engine.limit.approval(depth, () => asked.ask(approve));
}

class AskedApproval implements OpenCall {
  readonly #call: OpenedCall;
  readonly #ends: ApprovalEnds;
  readonly #controller = new AbortController();
  #isOpen = true;
  #answered: () => void = () => undefined;

  constructor(call: OpenedCall, ends: ApprovalEnds) {
    this.#call = call;
    this.#ends = ends;
    call.scope.openCalls.add(this);
    call.scope.engine.activity.begin();
  }

  interrupt(interruption: Interruption): void {
    this.#close(() => this.#ends.interrupted(interruption));
    this.#controller.abort(interruption.reason);
  }

  ask(approve: (request: ApprovalRequest) => Approval | Promise<Approval>): Promise<void> | void {
    if (!this.#isOpen) return;
    const request = this.#request();
    const { scope, step } = this.#call;
    const told = { stepId: step.id, tool: request.tool, arguments: request.arguments };
    scope.engine.emit(scope, { type: "approval.asked", ...told }, request.callId);
    if (!this.#isOpen) return;
    try {
      const answer: Approval | PromiseLike<Approval> = approve(request);
      if (!isPromiseLike(answer)) return this.#take(answer);
      Promise.resolve(answer).then((value) => this.#take(value)).catch((error: unknown) => this.#fail(error));
      if (this.#isOpen) return new Promise<void>((resolve) => (this.#answered = resolve)); // else `approve` itself cut the agent
    } catch (error) {
      this.#fail(error);
    }
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

  #take(answer: unknown): void {
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
    scope.openCalls.delete(this);
    this.#answered();
    then();
    scope.engine.activity.end();
  }
}
