import type { EffectRecord } from "../core/journal.ts";
import type { JsonValue } from "../core/json.ts";
import { secondsBetween } from "../core/clock.ts";
import { describeError } from "../core/describe.ts";
import { TIMED_OUT } from "../agent/effects/record-end.ts";
import { systemClock } from "../agent/time/clock.ts";
import type { Limit } from "../agent/engine/limit.ts";
import type { Work } from "../agent/engine/runtime.ts";

/** What a call comes to on the worker that makes it: never an error, which the engine would try again and again. */
export type Made = { readonly record: EffectRecord } | { readonly problem: string };

/** How a worker makes calls. */
export interface Making {
  readonly worker: string;
  /** The slots of the worker, shared by all runs on it. */
  readonly limit: Limit;
  /** No call may take longer: the engine gives up on one that does, and would have it made again. */
  readonly longestCallSeconds: number;
  /** While calls are made, the engine has to be heard of this often. */
  readonly awakeSeconds: number;
  readonly maxBytes: number;
}

/** What a call is made with. */
export interface MakeTerms {
  /** Whether an earlier attempt had begun it already. */
  readonly hadBegun: boolean;
  readonly signal: AbortSignal;
  /** Told of the work itself, which may go on after its time limit. */
  readonly performing: (work: Promise<unknown>) => void;
}

/** Makes a call, now, in a slot of this worker. */
export async function make(work: Work, making: Making, terms: MakeTerms): Promise<Made> {
  const { hadBegun } = terms;
  const { key, lost } = work;
  const { worker, maxBytes } = making;
  const kept = (result: JsonValue, startedAt: number): EffectRecord => {
    const seconds = secondsBetween(startedAt, systemClock.now());
    return { ...key, result, startedAt, seconds, ...(hadBegun && !lost ? { repeated: true } : {}), worker };
  };
  if (hadBegun && lost) return { record: kept(lost(), systemClock.now()) };
  try {
    const record = await inSlot(work, making.limit, async () => {
      const startedAt = systemClock.now();
      return kept(await performed(work, making, terms), startedAt);
    });
    const bytes = Buffer.byteLength(JSON.stringify(record));
    if (bytes <= maxBytes) return { record };
    const limit = `more than the ${maxBytes} that a run on Restate keeps of one call`;
    return { problem: `the result of ${key.kind} call ${key.id} has ${bytes} bytes, ${limit}` };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

function inSlot<Value>({ lane, depth }: Work, limit: Limit, task: () => Promise<Value>): Promise<Value> {
  if (lane === "approval" || lane === "check") return task(); // it waits for a person or for code of the user's own
  return new Promise<Value>((resolve, reject) => {
    const run = (free: () => void): void => void task().then(resolve, reject).finally(free);
    if (lane === "model") limit.model(depth, run);
    else limit.tool(depth, run);
  });
}

async function performed(work: Work, { longestCallSeconds }: Making, { signal, performing }: MakeTerms): Promise<JsonValue> {
  const { key, timeoutSeconds, perform } = work;
  signal.throwIfAborted();
  const controller = new AbortController();
  const ends = new Ends(`${key.kind} call ${key.id}`, controller);
  let isOpen = true;
  const effect = {
    signal: AbortSignal.any([signal, controller.signal]),
    get isOpen() {
      return isOpen && !effect.signal.aborted;
    },
    clock: systemClock,
  };
  try {
    const working = perform(effect);
    performing(working);
    return await Promise.race([working, ends.with(signal), ...ends.after(longestCallSeconds, timeoutSeconds)]);
  } finally {
    isOpen = false;
    ends.forget();
  }
}

/** What may end a call before its work has ended. */
class Ends {
  readonly #call: string;
  readonly #controller: AbortController;
  readonly #timers: unknown[] = [];
  #unfollow: () => void = () => undefined;

  constructor(call: string, controller: AbortController) {
    this.#call = call;
    this.#controller = controller;
  }

  /** Rejects when nobody wants the call any more: it gives up its slot at once, whether its work hears of that or not. */
  with(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      const end = (): void => reject(signal.reason as Error);
      signal.addEventListener("abort", end, { once: true });
      this.#unfollow = () => signal.removeEventListener("abort", end);
    });
  }

  /** Its own time limit is a result; that of the worker is a failure. */
  after(longestSeconds: number, timeoutSeconds: number | null): readonly Promise<JsonValue>[] {
    const tooLong = (): never => {
      throw new Error(`${this.#call} took more than the ${longestSeconds} s that a call on a worker may take`);
    };
    const longest = this.#after(longestSeconds, tooLong);
    return timeoutSeconds === null ? [longest] : [longest, this.#after(timeoutSeconds, () => TIMED_OUT)];
  }

  forget(): void {
    for (const timer of this.#timers) systemClock.clearTimeout(timer);
    this.#unfollow();
  }

  async #after(seconds: number, end: () => JsonValue): Promise<JsonValue> {
    await new Promise<void>((resolve) => this.#timers.push(systemClock.setTimeout(resolve, seconds * 1000)));
    this.#controller.abort(new DOMException(`${this.#call} did not finish within ${seconds} s`, "TimeoutError"));
    return end();
  }
}
