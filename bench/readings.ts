import { bare } from "./bare.ts";
import { cpuMicrosPerUnit, heapBytesPerWaiting, longestStallMs, settledHeapBytes, wallMs, warmUp } from "./measure.ts";
import type { Runtime } from "./runtime.ts";
import { verify, type Workload } from "./workload.ts";

/** One reading of a figure: the bare loop's where it has one, ours, and by how much ours is larger. */
export interface Reading {
  readonly bare: number | null;
  readonly troupe: number;
  readonly ratio: number | null;
}

/** Takes one reading. */
export type Read = () => Promise<Reading>;

/** Measures one runtime, once. */
export type Measure = () => Promise<number>;

/** The same figure of the bare loop and of `troupe`, one after the other, so that both meet the same machine. */
export async function besideBare(troupe: Runtime, measureOf: (runtime: Runtime) => Promise<Measure>): Promise<Read> {
  const [floor, ours] = [await measureOf(bare), await measureOf(troupe)];
  return async () => {
    const [theirs, own] = [await floor(), await ours()];
    return { bare: theirs, troupe: own, ratio: own / theirs };
  };
}

/** A figure in which the bare loop has no part. */
export function alone(measure: () => number | Promise<number>): Read {
  return async () => ({ bare: null, troupe: await measure(), ratio: null });
}

/** Shows what is above the bare loop; the ratio stays that of the whole figures. */
export function above(read: Read): Read {
  return async () => {
    const { bare: floor, troupe, ratio } = await read();
    return { bare: floor, troupe: troupe - (floor ?? 0), ratio };
  };
}

/** Main-thread microseconds per unit. */
export async function micros(workload: Workload): Promise<Measure> {
  await ready(workload);
  return () => cpuMicrosPerUnit(workload);
}

/** What a unit of `large` costs as a multiple of a unit of `small`; times `scale`. */
export async function growth(large: Workload, small: Workload, scale = 1): Promise<Measure> {
  await ready(large);
  await ready(small);
  return async () => (scale * (await leastMicros(large))) / (await leastMicros(small));
}

/** Wall-clock time as a multiple of `idealMs`. */
export async function makespan(workload: Workload, idealMs: number): Promise<Measure> {
  await ready(workload, 200);
  return async () => (await wallMs(workload)) / idealMs;
}

/** The longest stall of the event loop in one run, in milliseconds. */
export async function stall(workload: Workload): Promise<Measure> {
  await ready(workload, 200);
  return () => longestStallMs(workload);
}

/** Kilobytes of heap per agent that waits for its model, with `count` of them at once. */
export function waiting(runtime: Runtime, count: number): Promise<Measure> {
  return Promise.resolve(async () => (await heapBytesPerWaiting(runtime, count)) / 1000);
}

/** Megabytes of heap that are still in use after one run of the workload, when its trace has been let go of. */
export async function leftBehind(workload: Workload, warm: Workload): Promise<Measure> {
  await ready(warm);
  return async () => {
    const before = await settledHeapBytes();
    await verify(workload);
    return ((await settledHeapBytes()) - before) / 1e6;
  };
}

// A quotient of two figures is only as steady as each of them.
async function leastMicros(workload: Workload): Promise<number> {
  let least = Infinity;
  for (let batch = 0; batch < 3; batch++) least = Math.min(least, await cpuMicrosPerUnit(workload));
  return least;
}

async function ready(workload: Workload, cpuMs = 800): Promise<void> {
  await verify(workload);
  await warmUp(workload, cpuMs);
}
