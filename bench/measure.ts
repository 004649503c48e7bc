import { readFileSync } from "node:fs";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { gate, shapeOf } from "./brain.ts";
import type { Runtime } from "./runtime.ts";
import type { Workload } from "./workload.ts";

const SCHEDULER_ACCOUNT = `/proc/self/task/${process.pid}/schedstat`;

/**
 * Milliseconds that the main thread has spent on a processor. On a shared machine a busy loop's wall clock measures the
 * neighbours too; the kernel's own account does not. It may be a tick old: read it around batches of 120 ms or more.
 * Where there is no such account, the processor time of the whole process.
 */
export function cpuMs(): number {
  try {
    return Number(readFileSync(SCHEDULER_ACCOUNT, "utf8").split(" ")[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Runs the workload until its code is compiled and its caches are filled. */
export async function warmUp({ start }: Workload, forCpuMs = 800): Promise<void> {
  const begin = { cpu: cpuMs(), wall: performance.now() };
  do await start();
  while (cpuMs() - begin.cpu < forCpuMs && performance.now() - begin.wall < 10 * forCpuMs);
}

/** Main-thread microseconds per unit of the workload, over one batch of whole runs. */
export async function cpuMicrosPerUnit({ start, units }: Workload, batchMs = 150): Promise<number> {
  const begin = { cpu: cpuMs(), wall: performance.now() };
  let runs = 0;
  do {
    await start();
    runs++;
  } while (performance.now() - begin.wall < batchMs);
  return ((cpuMs() - begin.cpu) * 1000) / runs / units;
}

/** Wall-clock milliseconds of one run. */
export async function wallMs({ start }: Workload): Promise<number> {
  const begin = performance.now();
  await start();
  return performance.now() - begin;
}

/** The longest time in one run for which nothing else could happen in the process, in milliseconds. */
export async function longestStallMs({ start }: Workload): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await start();
  delay.disable();
  return delay.max / 1e6;
}

/** Heap bytes of each of `count` agents that all wait for their model at once. */
export async function heapBytesPerWaiting(runtime: Runtime, count: number): Promise<number> {
  const start = runtime.single(shapeOf({ turns: 1 }));
  for (let warm = 0; warm < 20; warm++) await start();
  const before = await settledHeapBytes();
  let open = (): void => undefined;
  gate.opened = new Promise((resolve) => (open = resolve));
  gate.waiting = 0;
  const runs = Array.from({ length: count }, start);
  while (gate.waiting < count) await nextTurn();
  const during = await settledHeapBytes();
  gate.opened = null;
  open();
  await Promise.all(runs);
  return (during - before) / count;
}

/** Heap in use after several full collections, with a pause in between for what is released late. */
export async function settledHeapBytes(): Promise<number> {
  for (let pass = 0; pass < 2; pass++) {
    collectGarbage();
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  collectGarbage();
  const { used_heap_size, external_memory } = getHeapStatistics();
  return used_heap_size + external_memory;
}

/** The middle one; of an even number, the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** Lets everything else that is due happen first. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function collectGarbage(): void {
  if (!globalThis.gc) throw new Error("the heap can only be measured with node --expose-gc");
  for (let pass = 0; pass < 4; pass++) globalThis.gc();
}
