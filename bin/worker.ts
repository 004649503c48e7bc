import { isIP } from "node:net";
import { register } from "../src/restate/register.ts";
import { EXIT, type ExitCode } from "./exit.ts";
import { InterruptedError, unlessInterrupted, watchInterrupts } from "./interrupts.ts";
import { carriedOut } from "./run.ts";
import { safeLine } from "./safe-line.ts";
import { checkNode, serveJob } from "./serve-job.ts";
import type { Streams } from "./terminal.ts";
import type { WorkerFlags } from "./worker-options.ts";
import { planFrom, type WorkerPlan } from "./worker-plan.ts";
import { startPool } from "./worker-pool.ts";
import type { SlotEvent } from "./worker-slot.ts";

/**
 * `troupe worker`: serves agents to a Restate server until it is interrupted, in one process or in several behind one
 * port. Says on standard output which processes are ready and where they are registered, and all else on standard
 * error. Throws `UsageError`, and `EngineError` where the server does not take the worker.
 */
export async function serveWorker(given: WorkerFlags, streams: Streams): Promise<ExitCode> {
  checkNode();
  return carriedOut(streams, async ({ write, config }) => {
    const plan = planFrom(given, config.flags);
    const say = (line: string): void => void write(`${safeLine(line)}\n`).catch(() => undefined);
    const warn = (line: string): void => void streams.stderr.write(`${safeLine(line)}\n`);
    const tell = ({ type, text }: SlotEvent): void => (type === "ready" ? say(text) : warn(text));
    const interrupts = watchInterrupts(warn, { what: "the worker" });
    let served: Served | null = null;
    try {
      served = await unlessInterrupted(serve(plan, tell), interrupts);
      await unlessInterrupted(registered(plan, served, say), interrupts);
      warnOfStrangers(plan, warn);
      await interrupted(interrupts.signal);
      return interrupts.exitCode === EXIT.interrupted ? EXIT.completed : interrupts.exitCode; // it has no other end
    } catch (error) {
      if (error instanceof InterruptedError) return interrupts.exitCode;
      throw error;
    } finally {
      await served?.end();
      interrupts.stop();
    }
  });
}

interface Served {
  readonly port: number;
  readonly agents: readonly string[];
  readonly end: () => Promise<void>;
}

async function serve(plan: WorkerPlan, tell: (event: SlotEvent) => void): Promise<Served> {
  const [job, another] = plan.jobs;
  if (another !== undefined || job === undefined) return startPool(plan, tell);
  const { worker, agents } = await serveJob(job, plan);
  tell({ type: "ready", text: `${worker.name} is ready (process ${process.pid})` });
  return { port: Number(new URL(worker.url).port), agents, end: () => worker.close() };
}

async function registered({ host, admin, reachedAt }: WorkerPlan, { port, agents }: Served, say: (line: string) => void): Promise<void> {
  const address = reachedAt ?? `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const serving = `serving ${agents.join(", ")} at ${address}`;
  if (admin === null) return say(`${serving}; no server knows of it yet: --register <url> tells one`);
  await register(admin, address);
  say(`${serving}, registered at ${admin}`);
}

function warnOfStrangers({ host, jobs: [job] }: WorkerPlan, warn: (line: string) => void): void {
  const isPrivate = host === "localhost" || host === "::1" || /^127\./u.test(host);
  if (isPrivate || (job && job.identityKeys.length > 0)) return;
  warn(`whoever reaches ${host} may have this worker run its agents; --identity-key lets it take requests of your server alone`);
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
