import type { EffectRecord } from "../core/journal.ts";
import type { JsonValue } from "../core/json.ts";
import { secondsBetween } from "../core/clock.ts";
import { describeError } from "../core/describe.ts";
import { systemClock } from "../agent/clock.ts";
import type { Limit } from "../agent/limit.ts";
import type { Work } from "../agent/runtime.ts";

/** What a call comes to on the worker that makes it: never an error, which the engine would try again and again. */
export type Made = { readonly record: EffectRecord } | { readonly problem: string };

/** How a worker makes calls. */
export interface Making {
  readonly worker: string;
  /** The slots of the worker, shared by all runs on it. */
  readonly limit: Limit;
  /** No call may take longer: the engine gives up on one that does, and would have it made again. */
  readonly longestCallSeconds: number;
  readonly maxBytes: number;
}

/** Makes a call, now, in a slot of this worker. `hadBegun` says that an earlier attempt had begun it already. */
export async function make(work: Work, making: Making, { hadBegun, signal }: { readonly hadBegun: boolean; readonly signal: AbortSignal }): Promise<Made> {
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
      return kept(await performed(work, making, signal), startedAt);
    });
    const bytes = Buffer.byteLength(JSON.stringify(record));
    if (bytes <= maxBytes) return { record };
    return { problem: `the result of ${key.kind} call ${key.id} has ${bytes} bytes, more than the ${maxBytes} that a run on Restate keeps of one call` };
  } catch (error) {
    return { problem: describeError(error) };
  }
}

function inSlot<Value>({ lane, depth }: Work, limit: Limit, task: () => Promise<Value>): Promise<Value> {
  if (lane === "approval") return task(); // it waits for a person, not for this machine
  return new Promise<Value>((resolve, reject) => {
    const run = (): Promise<void> => task().then(resolve, reject);
    if (lane === "model") limit.model(depth, run);
    else limit.tool(depth, run);
  });
}

async function performed({ key, timeoutSeconds, perform }: Work, { longestCallSeconds }: Making, signal: AbortSignal): Promise<JsonValue> {
  const controller = new AbortController();
  const either = AbortSignal.any([signal, controller.signal]);
  const timers: unknown[] = [];
  const after = (seconds: number, end: (resolve: (value: JsonValue) => void, reject: (error: Error) => void) => void): Promise<JsonValue> =>
    new Promise((resolve, reject) => {
      timers.push(
        systemClock.setTimeout(() => {
          controller.abort(new DOMException(`${key.kind} call ${key.id} did not finish within ${seconds} s`, "TimeoutError"));
          end(resolve, reject);
        }, seconds * 1000),
      );
    });
  const tooLong = new Error(`${key.kind} call ${key.id} took more than the ${longestCallSeconds} s that a call on a worker may take`);
  const ends = [after(longestCallSeconds, (_, reject) => reject(tooLong))];
  if (timeoutSeconds !== null) ends.push(after(timeoutSeconds, (resolve) => resolve({ timedOut: true })));
  let isOpen = true;
  const effect = {
    signal: either,
    get isOpen() {
      return isOpen && !either.aborted;
    },
    clock: systemClock,
  };
  try {
    signal.throwIfAborted();
    return await Promise.race([perform(effect), ...ends]);
  } finally {
    isOpen = false;
    for (const timer of timers) systemClock.clearTimeout(timer);
  }
}
