import { readFileSync } from "node:fs";
import { cpuMicrosPerUnit, heapBytesPerWaiting, longestStallMs, median, wallMs, warmUp } from "../measure.ts";
import type { Runtime } from "../runtime.ts";
import { chainOf, delegationsOf, fanoutOf, idealMs, turnsOf, verify, type Workload } from "../workload.ts";

/** One figure: what it is called, whether it wants the runtime's own tracing, and how it is measured in a fresh process. */
export interface Figure {
  readonly title: string;
  readonly traced?: boolean;
  readonly measure: (runtime: Runtime) => Promise<number>;
}

const MODEL_MS = 20;
const BATCHES = 7;
const MAKESPANS = 5;

/** All figures by the name under which `main` is asked for one. */
export const FIGURES: Readonly<Record<string, Figure>> = {
  "turn-100": { title: "turn, of 100, µs", measure: (runtime) => micros(turnsOf(runtime, 100)) },
  "turn-500": { title: "turn, of 500, µs", measure: (runtime) => micros(turnsOf(runtime, 500)) },
  "turn-traced": {
    title: "turn, of 100, traced, µs",
    traced: true,
    measure: (runtime) => micros(dropping(runtime, turnsOf(runtime, 100, { traced: true }))),
  },
  delegation: { title: "delegation, two turns, µs", measure: (runtime) => micros(delegationsOf(runtime, 100)) },
  "delegation-traced": {
    title: "delegation, traced, µs",
    traced: true,
    measure: (runtime) => micros(dropping(runtime, delegationsOf(runtime, 100, { traced: true }))),
  },
  "fanout-10": { title: "each of 10 at once, µs", measure: (runtime) => micros(fanoutOf(runtime, 10)) },
  "fanout-1000": { title: "each of 1000 at once, µs", measure: (runtime) => micros(fanoutOf(runtime, 1000)) },
  "makespan-10": { title: "10, 20 ms model: makespan / ideal", measure: (runtime) => bestMakespan(runtime, 10) },
  "makespan-100": { title: "100, 20 ms model: makespan / ideal", measure: (runtime) => bestMakespan(runtime, 100) },
  "makespan-1000": { title: "1000, 20 ms model: makespan / ideal", measure: (runtime) => bestMakespan(runtime, 1000) },
  "stall-1000": { title: "1000, 20 ms model: longest stall, ms", measure: (runtime) => stall(fanoutOf(runtime, 1000, MODEL_MS)) },
  "level-50": { title: "level of a chain of 50, µs", measure: (runtime) => micros(chainOf(runtime, 50)) },
  waiting: { title: "heap per waiting agent, kB", measure: async (runtime) => (await heapBytesPerWaiting(runtime, 2000)) / 1000 },
  observation: { title: "turn with 100 kB, µs", measure: (runtime) => micros(turnsOf(runtime, 50, { observationChars: 100_000 })) },
};

/** Measures the figure named by the first argument and prints it as one line of JSON, with the versions it was measured on. */
export async function main(runtime: Runtime): Promise<void> {
  const figure = FIGURES[process.argv[2] ?? ""];
  if (!figure) throw new Error(`no figure is called '${process.argv[2] ?? ""}'; there are: ${Object.keys(FIGURES).join(", ")}`);
  await runtime.init?.({ traced: figure.traced ?? false });
  const value = await figure.measure(runtime);
  console.log(JSON.stringify({ value, versions: runtime.versions }));
  process.exit(0); // a peer may hold the process open
}

/** The versions of packages installed in the current folder. */
export function versionsOf(...names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(`node_modules/${name}/package.json`, "utf8");
      const { version } = JSON.parse(text) as { version: string }; // npm wrote it
      return [name, version];
    }),
  );
}

async function micros(workload: Workload): Promise<number> {
  await verify(workload);
  await warmUp(workload);
  const batches: number[] = [];
  for (let batch = 0; batch < BATCHES; batch++) batches.push(await cpuMicrosPerUnit(workload));
  return median(batches);
}

// Spans of earlier runs would be charged to later ones.
function dropping(runtime: Runtime, workload: Workload): Workload {
  const start = async (): Promise<string> => {
    const text = await workload.start();
    runtime.dropSpans?.();
    return text;
  };
  return { ...workload, start };
}

// The best of several, since on a shared machine the wall clock also measures the neighbours.
async function bestMakespan(runtime: Runtime, count: number): Promise<number> {
  const workload = fanoutOf(runtime, count, MODEL_MS);
  await verify(workload);
  let best = Infinity;
  for (let run = 0; run < MAKESPANS; run++) best = Math.min(best, await wallMs(workload));
  return best / idealMs(count, MODEL_MS);
}

async function stall(workload: Workload): Promise<number> {
  await verify(workload);
  return longestStallMs(workload);
}
