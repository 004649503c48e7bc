import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { run, type AgentLogic, type Run } from "../../src/index.ts";
import { runOn } from "../../src/restate/index.ts";
import { CallLog } from "./call-log.ts";
import { cast, type Plan, type PlannedCall } from "./cast.ts";
import { findEngine, type Engine } from "./support/engine.ts";
import { startServer } from "./support/server.ts";
import { register, startWorkers } from "./support/workers.ts";

/** What a run on three workers costs beside the same run in one process: a table, on standard output. */

const WORKERS = 3;
const ROUNDS = 3;
const RUNS_AT_ONCE = 50;
const BUDGET = { maxSteps: 1_000 };

interface Load {
  readonly what: string;
  /** How many of these one run is made of. */
  readonly count: number;
  readonly plan: Omit<Plan, "run">;
}

const look: PlannedCall = { use: "look", with: { ms: 0 } };
const answer: PlannedCall = { ask: "ask_planner", plan: { answer: "done", waitMs: 0 } };
const times = <Value>(count: number, value: Value): readonly Value[] => Array.from({ length: count }, () => value);

const LOADS: readonly Load[] = [
  { what: "a turn: a model call and a tool call", count: 100, plan: { waitMs: 0, turns: times(100, [look]) } },
  { what: "a delegation, one after the other", count: 30, plan: { waitMs: 0, turns: times(30, [answer]) } },
  { what: "a delegation, thirty at once", count: 30, plan: { waitMs: 0, turns: [times(30, answer)] } },
];

type Runner = (plan: Plan) => Promise<Run>;

async function main({ nodePath }: Engine): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "troupe-overhead-"));
  const { path } = new CallLog(join(folder, "calls"));
  const env = { LOG: path, PATH: process.env.PATH ?? "" };
  const server = await startServer({ dataFolder: join(folder, "data") });
  const workers = await startWorkers(WORKERS, { nodePath, module: "test/restate/worker.ts", env });
  try {
    await register(server.adminUrl, workers.url);
    const [planner] = cast({ begin: () => undefined, end: () => undefined, abort: () => undefined }) as readonly [AgentLogic];
    const here: Runner = (plan) => run(planner, JSON.stringify(plan), { budget: BUDGET });
    const there: Runner = (plan) => runOn(server.ingressUrl, planner, JSON.stringify(plan), { budget: BUDGET });
    print(["ms each", "in process", `on ${WORKERS} workers`, "more"]);
    for (const load of LOADS) print([load.what, ...figures(await each(here, load), await each(there, load))]);
    print([`a run of the team, ${RUNS_AT_ONCE} at once`, ...figures(await atOnce(here), await atOnce(there))]);
  } finally {
    await workers.stop();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The milliseconds of one, in the best of some rounds: the machine has other things to do. */
async function each(runner: Runner, { what, count, plan }: Load): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const startedAt = performance.now();
    const { stopReason, error } = await runner({ run: "overhead", ...plan });
    if (stopReason !== "completed") throw new Error(`${what}: ${stopReason}: ${error}`);
    best = Math.min(best, (performance.now() - startedAt) / count);
  }
  return best;
}

async function atOnce(runner: Runner): Promise<number> {
  const specialist: PlannedCall = { ask: "ask_planner", plan: { waitMs: 0, turns: [[look], [look]] } };
  const startedAt = performance.now();
  await Promise.all(times(RUNS_AT_ONCE, { run: "team", waitMs: 0, turns: [times(3, specialist)] }).map(runner));
  return (performance.now() - startedAt) / RUNS_AT_ONCE;
}

function figures(here: number, there: number): readonly string[] {
  return [here, there, there - here].map((ms) => ms.toFixed(2));
}

function print([what = "", ...numbers]: readonly string[]): void {
  process.stdout.write(`${what.padEnd(40)}${numbers.map((number) => number.padStart(14)).join("")}\n`);
}

const found = findEngine();
if ("missing" in found) {
  process.stderr.write(`${found.missing}\n`);
  process.exitCode = 1;
} else {
  await main(found);
}
