import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { AgentLogic, Run } from "../../src/index.ts";
import { runOn, type RunOnOptions, type ServeOptions } from "../../src/restate/index.ts";
import { CallLog } from "./call-log.ts";
import { cast, type Plan } from "./cast.ts";
import { findEngine, type Engine } from "./support/engine.ts";
import { startServer, type RestateServer } from "./support/server.ts";
import { register, startWorker, startWorkers, type Worker, type Workers } from "./support/workers.ts";

const found = findEngine();

/** Why the tests that need the engine are skipped here; empty where they run. */
export const MISSING = "missing" in found ? found.missing : "";

const [first] = cast({ begin: () => undefined, end: () => undefined, abort: () => undefined });

/** The agent that is run, as the client has it. */
export const planner = first as AgentLogic; // the cast begins with it

/** A server and workers of a test file, with the log that their calls write. */
export interface Cluster {
  readonly server: RestateServer;
  readonly workers: Workers;
  readonly log: CallLog;
  /** Runs a plan under the name that the plan gives its run. */
  run(plan: Plan, options?: RunOnOptions): Promise<Run>;
  /** Starts a worker with other definitions of the same agents where one is that has died. */
  startInPlaceOf(index: number, version: string): Promise<Worker>;
  /** Registers workers that have other definitions of the same agents; what begins from now on begins there. */
  replaceBy(version: string): Promise<void>;
  /** Asks the server's own tables. */
  query(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** How the workers of a cluster serve; `approves` lets them approve every call. */
export interface ClusterOptions {
  readonly workers?: number;
  readonly serve?: ServeOptions & { readonly approves?: boolean };
}

/** Starts a cluster before the tests of a file and ends it after them. */
export function useCluster({ workers: count = 3, serve = {} }: ClusterOptions = {}): Cluster {
  const folder = mkdtempSync(join(tmpdir(), "troupe-restate-"));
  const log = new CallLog(join(folder, "calls"));
  let server: RestateServer | undefined;
  let workers: Workers | undefined;
  let newer: Workers | undefined;
  const terms = (version: string, name = "") => {
    const { nodePath } = found as Engine; // tests that need it do not run without
    const env = { LOG: log.path, VERSION: version, WORKER: name, OPTIONS: JSON.stringify(serve), PATH: process.env.PATH ?? "" };
    return { nodePath, module: "test/restate/worker.ts", env };
  };
  beforeAll(async () => {
    [server, workers] = await Promise.all([startServer({ dataFolder: join(folder, "data") }), startWorkers(count, terms("1"))]);
    await register(server.adminUrl, workers.url);
  }, 120_000);
  afterAll(async () => {
    await Promise.all([workers?.stop(), newer?.stop(), server?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    get server() {
      return server as RestateServer; // it is there once the tests run
    },
    get workers() {
      return workers as Workers;
    },
    log,
    run: (plan, options = {}) => {
      const { ingressUrl } = server as RestateServer;
      return runOn(ingressUrl, planner, JSON.stringify(plan), { ids: () => plan.run, ...options });
    },
    startInPlaceOf: (index, version) => {
      const { port = 0 } = (workers as Workers).workers[index] ?? {};
      return startWorker({ ...terms(version, `w${index + 1}`), port });
    },
    replaceBy: async (version) => {
      newer = await startWorkers(1, terms(version));
      await register((server as RestateServer).adminUrl, newer.url);
    },
    query: (sql) => queried((server as RestateServer).adminUrl, sql),
  };
}

async function queried(adminUrl: string, query: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  const response = await fetch(`${adminUrl}/query`, { method: "POST", headers, body: JSON.stringify({ query }) });
  if (!response.ok) throw new Error(`${query}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly rows: readonly Readonly<Record<string, unknown>>[] }).rows;
}
