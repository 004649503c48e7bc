import { fileURLToPath } from "node:url";
import { startBalancer } from "../../../bin/worker/balancer.ts";
import { startGuarded, type GuardedProcess } from "./guarded-process.ts";

/** One worker process, on a Node of its own, that serves handlers on 127.0.0.1. */
export interface Worker extends GuardedProcess {
  readonly port: number;
  readonly url: string;
}

/** How a worker is started. */
export interface WorkerOptions {
  readonly nodePath: string;
  /** The TypeScript module to run; it listens on `PORT` of its environment (0: a free one) and then writes its ready line. */
  readonly module: string;
  readonly args?: readonly string[];
  /** Default 0. A fixed one lets a worker come back where it was. */
  readonly port?: number;
  /** All of its environment besides `PORT`: no key of the developer reaches it. */
  readonly env?: Readonly<Record<string, string>>;
  /** The line that says it serves; its first group is the port. Default: `ready ... :<port>`. */
  readonly ready?: RegExp;
}

/** Several workers behind one address. */
export interface Workers {
  readonly url: string;
  /** One each, killed and looked at by itself; `revive` replaces its entry. */
  readonly workers: readonly Worker[];
  /** Starts this one again on its port: the address hands it connections as before. */
  revive(index: number): Promise<Worker>;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const READY = /^ready\b.*:(\d+)\b/;
const MAX_READY_SECONDS = 30;

/** Starts a worker from TypeScript sources and comes back when it serves. */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { nodePath, module, args = [], port = 0, env = {}, ready = READY } = options;
  const worker = startGuarded(nodePath, ["--import", "tsx", "-C", "troupe-source", module, ...args], {
    cwd: ROOT, // where tsx is found
    env: { ...env, PORT: `${port}` },
  });
  try {
    const [, served] = await worker.line(ready, MAX_READY_SECONDS);
    return { ...worker, port: Number(served), url: `http://127.0.0.1:${served}` };
  } catch (error) {
    await worker.kill();
    throw error;
  }
}

/** Starts workers one beside the other; `WORKER` in their environment is `w1`, `w2` and so on. */
export async function startWorkers(count: number, options: Omit<WorkerOptions, "port">): Promise<Workers> {
  const start = (index: number, port: number) =>
    startWorker({ ...options, port, env: { ...options.env, WORKER: `w${index + 1}` } });
  const started = await Promise.allSettled(Array.from({ length: count }, (_, index) => start(index, 0)));
  const workers = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
  const failed = started.find((result) => result.status === "rejected");
  if (failed) {
    await Promise.all(workers.map((worker) => worker.kill()));
    throw failed.reason;
  }
  const balancer = await startBalancer(workers.length, { host: "127.0.0.1", port: 0 });
  workers.forEach(({ port }, index) => balancer.places[index]?.open(port));
  return {
    url: `http://127.0.0.1:${balancer.port}`,
    workers,
    revive: async (index) => {
      const before = workers[index];
      if (!before) throw new RangeError(`There is no worker ${index}; there are ${count}, counted from 0.`);
      await before.kill();
      return (workers[index] = await start(index, before.port));
    },
    stop: async () => {
      await Promise.all(workers.map((worker) => worker.kill()));
      await balancer.close();
    },
  };
}

/** Tells the server of an address with handlers; the names of the services found there. */
export async function register(adminUrl: string, url: string): Promise<readonly string[]> {
  const response = await fetch(`${adminUrl}/deployments`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ uri: url }),
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The server did not take ${url}: ${response.status} ${answer}`);
  const { services } = JSON.parse(answer) as { services: readonly { name: string }[] };
  return services.map(({ name }) => name);
}
