import type { Context } from "@restatedev/restate-sdk";
import type { EffectRecord } from "../core/journal.ts";
import { isTimedOut } from "../agent/effects/record-end.ts";
import type { Work, WorkUnderWay } from "../agent/engine/runtime.ts";
import type { Awake } from "./awake.ts";
import type { InvocationClock } from "./clock.ts";
import { EngineError } from "./engine-error.ts";
import type { Lanes } from "./lanes.ts";
import { make, type Made, type Making } from "./make.ts";
import { once } from "./once.ts";
import type { Pump, Watched } from "./pump.ts";

/** Where calls are made, and what they wait for. */
export interface CallTerms {
  readonly ctx: Context;
  readonly pump: Pump;
  readonly clock: InvocationClock;
  readonly lanes: Lanes;
  readonly awake: Awake;
  readonly making: Making;
  /** Names this attempt: what an earlier one had begun is known by it. */
  readonly attempt: string;
}

/** The calls of one invocation: each waits for its slot, is noted to have begun, and is made as a journaled step. */
export class Calls {
  readonly #terms: CallTerms;
  readonly #running = new Set<AbortController>();
  readonly #locks = new Set<() => void>();

  constructor(terms: CallTerms) {
    this.#terms = terms;
  }

  /** Makes a call when its turn has come. */
  perform(work: Work): WorkUnderWay {
    const { lanes, awake, clock } = this.#terms;
    const controller = new AbortController();
    let watched: Watched | null = null;
    let rest: () => void = () => undefined;
    let giveBack: () => void = () => undefined;
    const close = (): void => {
      watched?.drop();
      this.#running.delete(controller);
      rest();
    };
    const record = new Promise<EffectRecord>((resolve, reject) => {
      const end = (made: Made, settled: Promise<unknown> | null): void => {
        close();
        if (isStillLocked(work, made)) this.#giveBackWhenSettled(work, settled, giveBack);
        else giveBack();
        if ("problem" in made) return reject(new EngineError(made.problem));
        const { startedAt, seconds } = made.record;
        clock.moveTo(startedAt + seconds * 1000);
        resolve(made.record);
      };
      const begin = (): void => {
        this.#running.add(controller);
        rest = awake.stay();
        watched = this.#begin(work, ({ attempt, worker }) => {
          work.begun(worker);
          watched = this.#make(work, { by: attempt, signal: controller.signal, end });
        });
      };
      giveBack = onceKnown(() => lanes.take(work, begin));
    });
    const cancel = (reason: unknown): void => {
      close();
      giveBack();
      controller.abort(reason);
    };
    return { record, cancel };
  }

  /** Tells every call under way that it is wanted no more. */
  abort(): void {
    const reason = new DOMException("the call is wanted no more", "AbortError");
    for (const controller of this.#running) controller.abort(reason);
  }

  /** Gives back what is still held when the invocation ends. */
  end(): void {
    for (const giveBack of this.#locks) giveBack();
  }

  // Kept before the work is: after a crash it must be known what may have happened, and where.
  #begin({ key }: Work, then: (beginning: Beginning) => void): Watched {
    const { ctx, pump, attempt, making: { worker } } = this.#terms;
    const noted = ctx.run(`begin ${key.kind} ${key.id}`, (): Beginning => ({ attempt, worker }));
    return pump.watch(noted, (came) => then(came.ok ? came.value : { attempt: UNKNOWN, worker }));
  }

  #make(work: Work, { by, signal, end }: Begun): Watched {
    const { ctx, pump, attempt, making } = this.#terms;
    let settled: Promise<unknown> | null = null;
    const performing = (promise: Promise<unknown>): void => void (settled = promise);
    const terms = { hadBegun: by !== attempt, signal, performing };
    const promise = ctx.run(`${work.key.kind} ${work.key.id}`, () => make(work, making, terms));
    return pump.watch(promise, (came) => end(came.ok ? came.value : { problem: came.error.message }, settled));
  }

  // In an attempt that has not made the call itself nothing is left of it to wait for.
  #giveBackWhenSettled({ key }: Work, settled: Promise<unknown> | null, giveBack: () => void): void {
    const { ctx, pump, awake } = this.#terms;
    const rest = awake.stay();
    this.#locks.add(giveBack);
    const over = (): Promise<null> => whenSettled(settled, ctx.request().attemptCompletedSignal);
    pump.watch(ctx.run(`settle ${key.kind} ${key.id}`, over), () => {
      rest();
      this.#locks.delete(giveBack);
      giveBack();
    });
  }
}

const UNKNOWN = ""; // no attempt has this name, so the call counts as one that had begun before

// Which attempt noted the beginning of a call, and the worker it ran on.
interface Beginning {
  readonly attempt: string;
  readonly worker: string;
}

interface Begun {
  /** The attempt that noted the beginning. */
  readonly by: string;
  readonly signal: AbortSignal;
  readonly end: (made: Made, settled: Promise<unknown> | null) => void;
}

// A function that runs on after its time limit still holds its lock.
function isStillLocked({ lane }: Work, made: Made): boolean {
  return lane === "exclusive" && "record" in made && isTimedOut(made.record.result);
}

async function whenSettled(settled: Promise<unknown> | null, left: AbortSignal): Promise<null> {
  const isLeft = new Promise((resolve) => left.addEventListener("abort", resolve, { once: true }));
  if (settled) await Promise.race([settled.catch(() => undefined), isLeft]);
  return null;
}

// `take` may call back before it returns, and what it called may already have ended.
function onceKnown(take: () => () => void): () => void {
  let isGiven = false;
  let give: (() => void) | null = null;
  const giveBack = once(() => {
    isGiven = true;
    give?.();
  });
  give = take();
  if (isGiven) give();
  return giveBack;
}
