import { isIP } from "node:net";
import { register } from "../../src/restate/register.ts";
import { EXIT, type ExitCode } from "../ending/exit.ts";
import { unlessInterrupted, watchInterrupts, whileWatching } from "../ending/interrupts.ts";
import { carriedOut } from "../run/carried-out.ts";
import type { Streams } from "../terminal/streams.ts";
import { safeLine } from "../text/safe-line.ts";
import type { WorkerFlags } from "./options.ts";
import { planFrom, type WorkerPlan } from "./plan.ts";
import { startPool } from "./pool.ts";
import { checkNode, serveJob } from "./serve-job.ts";
import type { SlotEvent } from "./slot.ts";

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
    return whileWatching(interrupts, async () => {
      const served = await unlessInterrupted(serve(plan, tell), interrupts);
      try {
        await unlessInterrupted(registered(plan, served, say), interrupts);
        warnOfStrangers(plan, warn);
        await interrupted(interrupts.signal);
        return interrupts.exitCode === EXIT.interrupted ? EXIT.completed : interrupts.exitCode; // it has no other end
      } finally {
        await served.end();
      }
    });
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
  if (admin === null) return say(`${serving}; not registered from here: --register <url> tells a server of it`);
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
