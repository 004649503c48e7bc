import { Worker } from "node:worker_threads";
import { describeError } from "../../src/core/describe.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { watchInterrupts, type Interrupts } from "../ending/interrupts.ts";
import { UsageError } from "../ending/usage-error.ts";
import { safeLine } from "../text/safe-line.ts";
import { serveJob, type Serving } from "./serve-job.ts";
import { jobIn, type WorkerJob, type WorkerWord } from "./word.ts";

const LOOPBACK = { host: "127.0.0.1", port: 0 };
const MS_BETWEEN_BEATS = 1_000;

/**
 * One process of `troupe worker`: serves, on a port of its own of this machine, until the one that started it is gone
 * or lets it go. Only `troupe worker` starts it. Throws `UsageError`.
 */
export async function workerProcess(): Promise<ExitCode> {
  if (process.send === undefined) throw new UsageError("this command is for troupe worker, which starts its processes with it");
  endWithParent();
  const interrupts = watchEnds();
  const job = await firstJob();
  const serving = await servingOrTold(job);
  if (serving === null) return EXIT.notCompleted;
  await tell({ troupe: "ready", port: portOf(serving), agents: [...serving.agents] });
  const beats = setInterval(() => void tell({ troupe: "alive" }), MS_BETWEEN_BEATS);
  await ended(interrupts.signal);
  clearInterval(beats);
  await serving.worker.close();
  return interrupts.exitCode === EXIT.interrupted ? EXIT.completed : interrupts.exitCode;
}

// Ctrl-C on a terminal reaches every process there; the one that started this one says what is to become of it.
function watchEnds(): Interrupts {
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  return watchInterrupts((text) => void process.stderr.write(`${text}\n`), { what: "the process", signals: ["SIGTERM"] });
}

function firstJob(): Promise<WorkerJob> {
  return new Promise((resolve) => {
    process.on("message", (message) => {
      const job = jobIn(message);
      if (job) resolve(job);
    });
  });
}

async function servingOrTold(job: WorkerJob): Promise<Serving | null> {
  try {
    return await serveJob(job, LOOPBACK);
  } catch (error) {
    const isWrongUsage = error instanceof UsageError;
    await tell({ troupe: "failed", message: isWrongUsage ? error.message : safeLine(describeError(error)), isWrongUsage });
    return null;
  }
}

function portOf({ worker }: Serving): number {
  return Number(new URL(worker.url).port);
}

function tell(word: WorkerWord): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(word, undefined, {}, () => resolve()); // a channel that has just closed is heard of as such
  });
}

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || signal.aborted) return resolve();
    process.once("disconnect", () => resolve());
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

// A thread of its own, because code that never comes back keeps this one from hearing that the channel has closed.
const WATCH = `
const { workerData } = require("node:worker_threads");
let times = 0;
setInterval(() => {
  times = process.ppid === workerData.parent ? 0 : times + 1;
  if (times > 2) process.kill(process.pid, "SIGKILL");
}, 1000);
`;

function endWithParent(): void {
  new Worker(WATCH, { eval: true, workerData: { parent: process.ppid }, execArgv: [] }).unref();
}
