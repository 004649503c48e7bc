import { secondsBetween, type Clock } from "../../core/clock.ts";
import type { EffectKey, EffectRecord } from "../../core/journal.ts";
import type { JsonValue } from "../../core/json.ts";
import { MADE_AGAIN } from "../../core/note.ts";
import { isPromiseLike } from "../../core/thenable.ts";
import type { Interruption } from "../engine/ending.ts";
import type { OpenCall } from "../engine/open-calls.ts";
import { endsAsRecorded } from "../engine/recorded-end.ts";
import type { RunningEffect, Runtime, WorkUnderWay } from "../engine/runtime.ts";
import type { Past } from "../time/past.ts";
import type { EffectEnd, EffectPlan } from "./effect-plan.ts";
import { endInRecord, TIMED_OUT } from "./record-end.ts";

const AT_ONCE: Pick<Past, "relive"> = {
  relive: (_record, begin, end) => {
    begin();
    end();
  },
};

/**
 * The one door through which every model call and tool call goes: it asks the journal, waits for a slot, runs the
 * work, ends it when its time is up or its agent is cut, records what came of it, and tells its owner exactly once.
 */
export function startEffect<Result>(plan: EffectPlan<Result>): void {
  new Effect(plan).begin();
}

class Effect<Result> implements OpenCall, RunningEffect {
  readonly #plan: EffectPlan<Result>;
  readonly #queuedAt: number;
  #startedAt: number | null = null;
  #phase: "asking" | "recalled" | "begun" | "queued" | "starting" | "running" | "recording" | "ended" = "asking";
  #kept: EffectEnd<Result> | null = null;
  #timer: unknown;
  #hasTimer = false;
  #controller: AbortController | null = null;
  #aborted: { readonly reason: unknown } | null = null;
  #freeSlot: (() => void) | null = null;
  #unlock: (() => void) | null = null;
  #isRepeated = false;
  #work: WorkUnderWay | null = null;

  constructor(plan: EffectPlan<Result>) {
    this.#plan = plan;
    this.#queuedAt = plan.queuedAt ?? plan.scope.engine.clock.now();
    plan.scope.calls.add(this);
    plan.scope.engine.activity.begin();
  }

  get isOpen(): boolean {
    return this.#phase !== "ended";
  }

  get clock(): Clock {
    return this.#plan.scope.engine.clock;
  }

  /** The agent's own signal, or one of this call alone when the call has its own time limit. */
  get signal(): AbortSignal {
    if (this.#plan.timeoutSeconds === null) return this.#plan.scope.signal;
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  begin(): void {
    const { journal, runtime } = this.#plan.scope.engine;
    if (runtime) return this.#handOver(runtime);
    if (!journal) return this.#enqueue();
    try {
      const key = this.#plan.key();
      const known = journal.recall(key);
      if (!isPromiseLike(known)) return this.#recalled(key, known);
      Promise.resolve(known).then((record) => this.#recalled(key, record), (error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  interrupt(interruption: Interruption): void {
    if (!this.isOpen) return;
    if (this.#kept) return this.#end(this.#kept); // it has ended, and is being recorded
    const started = this.#phase === "running" || this.#phase === "begun";
    this.#end({ type: "interrupted", interruption, started });
    this.#abort(interruption.reason);
    this.#work?.cancel(interruption.reason);
  }

  // Live or told again, what is known of the call is what the runtime kept of it, and when it gives that back.
  #handOver(runtime: Runtime): void {
    const plan = this.#plan;
    try {
      const { lane, timeoutSeconds, lost } = plan;
      const key = plan.key();
      this.#work = runtime.perform({
        key,
        lane,
        depth: plan.scope.depth,
        timeoutSeconds,
        perform: async (effect) => plan.encode(await plan.perform(effect)),
        lost: lost ? () => plan.encode(lost()) : null,
        begun: (worker) => {
          if (this.#phase !== "asking") return;
          this.#phase = "begun";
          plan.step.worker = worker;
        },
      });
      this.#work.record.then((record) => this.#handedBack(key, record)).catch((error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  #handedBack(key: EffectKey, record: EffectRecord): void {
    if (!this.isOpen) return;
    const { scope, step } = this.#plan;
    if (scope.isPastDeadline()) return scope.timeOut();
    const end = endInRecord(this.#plan, key, record);
    if (record.repeated) step.note = MADE_AGAIN;
    if (record.worker !== undefined) step.worker = record.worker;
    this.#relive(AT_ONCE, record, end);
  }

  #recalled(key: EffectKey, record: EffectRecord | undefined): void {
    if (!this.isOpen) return;
    const { past } = this.#plan.scope.engine;
    if (record === undefined) return past ? this.#await(past, key) : this.#enqueue();
    const end = endInRecord(this.#plan, key, record);
    if (record.repeated) this.#plan.step.note = MADE_AGAIN;
    if (past) this.#relive(past, record, end);
    else this.#end(end);
  }

  // What was recorded happens again at its own times, which are those of the step.
  #relive(past: Pick<Past, "relive">, record: EffectRecord, end: EffectEnd<Result>): void {
    const { scope, step } = this.#plan;
    this.#phase = "recalled";
    const begin = (): void => {
      if (!this.isOpen) return;
      this.#beginAt(record.startedAt);
      scope.engine.emit(scope, { type: "step.started", step }, step.callId ?? undefined);
    };
    past.relive(record, begin, () => this.#end(end, record.seconds));
  }

  // What was not recorded waits until the past is over; whether it had begun decides what it costs if it is cut before.
  #await(past: Past, key: EffectKey): void {
    const { scope } = this.#plan;
    const begunAt = scope.engine.runJournal?.begunAt(key) ?? null;
    const begin = (at: number): void => {
      if (this.#phase !== "asking" || past.isOver) return;
      this.#phase = "begun";
      this.#beginAt(at);
    };
    if (begunAt !== null && begunAt <= scope.engine.clock.now()) begin(begunAt);
    else if (begunAt !== null && !past.isOver) past.atBeginning(begunAt, () => begin(begunAt));
    past.whenOver(() => this.#goOn(begunAt !== null));
  }

  // Beyond what was recorded: what had begun when the process died is repeated only where that can do no harm.
  #goOn(hadBegun: boolean): void {
    if (!this.isOpen || endsAsRecorded(this.#plan.scope.engine)) return;
    const { step, lost } = this.#plan;
    this.#startedAt = null;
    if (!hadBegun) return this.#enqueue();
    if (!lost) {
      this.#isRepeated = true;
      step.note = MADE_AGAIN;
      return this.#enqueue();
    }
    this.#start();
    if (!this.isOpen) return;
    this.#phase = "running";
    this.#record(lost());
  }

  #enqueue(): void {
    const { scope, step, lane } = this.#plan;
    const { limit } = scope.engine;
    this.#phase = "queued";
    step.open = "queued";
    if (lane === "exclusive") this.#enqueueExclusive();
    else limit[lane](scope.depth, (free) => this.#run(free));
    if (this.#phase === "queued") scope.engine.emit(scope, { type: "step.queued", step }, step.callId ?? undefined);
  }

  // The lock outlives the slot: it is held until the function has really settled, also after its time limit.
  #enqueueExclusive(): void {
    const { scope } = this.#plan;
    const { limit } = scope.engine;
    limit.exclusive(scope.depth, (unlock) => {
      if (!this.isOpen) return unlock();
      this.#unlock = unlock;
      limit.tool(scope.depth, (free) => this.#run(free, unlock));
    });
  }

  #run(free: () => void, settled?: () => void): void {
    if (!this.#hasBegun()) {
      settled?.();
      return free();
    }
    const result = this.#plan.perform(this);
    if (!isPromiseLike(result)) {
      settled?.();
      this.#record(result);
      return free();
    }
    result.then(
      (value) => this.#record(value),
      (error: unknown) => this.#fail(error),
    );
    if (settled) result.then(settled, settled);
    if (this.isOpen) this.#freeSlot = free;
    else free(); // the work itself cut its agent
  }

  #hasBegun(): boolean {
    const { scope } = this.#plan;
    if (this.isOpen && scope.isPastDeadline()) scope.timeOut(); // its turn came too late, and no timer got in
    if (!this.isOpen) return false;
    this.#start();
    if (!this.isOpen) return false; // an observer cut the agent while it was told of the start
    this.#phase = "running";
    return this.#noteBeginning();
  }

  // Kept before the work begins: after a crash it must be known what may have happened. False when that failed.
  #noteBeginning(): boolean {
    const { scope } = this.#plan;
    try {
      scope.engine.runJournal?.begin(this.#plan.key(), this.#startedAt ?? scope.engine.clock.now());
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  #start(): void {
    const { scope, step, timeoutSeconds } = this.#plan;
    const { engine } = scope;
    this.#phase = "starting";
    this.#beginAt(engine.clock.now());
    if (timeoutSeconds !== null) {
      this.#hasTimer = true;
      this.#timer = engine.clock.setTimeout(() => this.#timeOut(timeoutSeconds), timeoutSeconds * 1000);
    }
    engine.emit(scope, { type: "step.started", step }, step.callId ?? undefined);
  }

  #beginAt(at: number): void {
    const { step } = this.#plan;
    step.open = "running";
    this.#startedAt = at;
    step.startedAt = at;
    step.queuedSeconds = secondsBetween(this.#queuedAt, at);
  }

  #timeOut(seconds: number): void {
    if (this.#phase !== "running") return;
    this.#keep({ type: "timed_out" }, () => TIMED_OUT);
    this.#abort(new DOMException(`${this.#plan.step.name} did not finish within ${seconds} s`, "TimeoutError"));
  }

  #abort(reason: unknown): void {
    this.#aborted = { reason };
    this.#controller?.abort(reason);
  }

  #record(result: Result): void {
    if (this.#phase !== "running") return; // late: the call was ended before its result came
    const plan = this.#plan;
    const { scope } = plan;
    if (scope.isPastDeadline()) return scope.timeOut(); // what comes after the deadline is no answer, and no observation
    this.#keep({ type: "returned", result }, () => plan.encode(result));
  }

  // Recorded first, so that the run never goes on from what a crash could make it pay for again.
  #keep(end: EffectEnd<Result>, encoded: () => JsonValue): void {
    const { scope } = this.#plan;
    const { journal, clock } = scope.engine;
    if (!journal) return this.#end(end);
    this.#phase = "recording";
    this.#kept = end;
    try {
      const startedAt = this.#startedAt ?? this.#queuedAt;
      const seconds = secondsBetween(startedAt, clock.now());
      const repeated = this.#isRepeated ? { repeated: true as const } : {};
      const stored = journal.record({ ...this.#plan.key(), result: encoded(), startedAt, seconds, ...repeated });
      if (!isPromiseLike(stored)) return this.#end(end);
      Promise.resolve(stored).then(() => this.#end(end), (error: unknown) => this.#fail(error));
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#end({ type: "failed", error, started: this.#phase === "running" || this.#phase === "recording" });
  }

  #end(end: EffectEnd<Result>, seconds?: number): void {
    if (!this.isOpen) return;
    this.#phase = "ended";
    const { scope, step } = this.#plan;
    const { clock, activity } = scope.engine;
    if (this.#hasTimer) clock.clearTimeout(this.#timer);
    scope.calls.drop(this);
    if (this.#startedAt === null) this.#unlock?.();
    const now = clock.now();
    if (this.#startedAt === null) {
      step.startedAt = now;
      step.queuedSeconds = secondsBetween(this.#queuedAt, now);
    }
    step.seconds = seconds ?? secondsBetween(step.startedAt, now);
    delete step.open;
    try {
      this.#plan.end(end);
    } catch (error) {
      scope.fail(error);
    }
    this.#freeSlot?.(); // last: what waited for it must find everything that follows from this end
    activity.end();
  }
}
