import { chmodSync, mkdirSync } from "node:fs";
import { findEngine } from "./engine.ts";
import { freePorts } from "./ports.ts";
import { startGuarded, type GuardedProcess } from "./guarded-process.ts";

/** A Restate server of a test's own, with all its listeners on 127.0.0.1. */
export interface RestateServer {
  /** Where runs are started and awaited. */
  readonly ingressUrl: string;
  /** Where workers are registered and runs are cancelled and looked at. */
  readonly adminUrl: string;
  /** Where it would talk to other servers and serves its metrics. */
  readonly nodePort: number;
  readonly pid: number;
  output(): string;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Kills it, if it still runs, and starts it on the same ports and data: registrations and runs are what they were. */
  restart(): Promise<void>;
}

/** `settings` are further environment variables of the server, such as `RESTATE_WORKER__INVOKER__INACTIVITY_TIMEOUT`. */
export interface ServerOptions {
  /** Made, readable by this user only, if it is not there. */
  readonly dataFolder: string;
  /** Default: the server that `findEngine` finds. */
  readonly serverPath?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

interface Ports {
  readonly ingress: number;
  readonly admin: number;
  readonly node: number;
}

const MAX_READY_SECONDS = 30;
const MAX_STARTS = 3; // a port that was free may be taken by the time it is used

/** Starts a server on free ports and comes back when it answers. */
export async function startServer(options: ServerOptions): Promise<RestateServer> {
  mkdirSync(options.dataFolder, { recursive: true, mode: 0o700 });
  chmodSync(options.dataFolder, 0o700);
  const serverPath = options.serverPath ?? installedServer();
  const { ports, process: first } = await startOnFreePorts(serverPath, options);
  let current = first;
  return {
    ingressUrl: `http://127.0.0.1:${ports.ingress}`,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
    nodePort: ports.node,
    get pid() {
      return current.pid;
    },
    output: () => current.output(),
    stop: () => current.stop(),
    kill: () => current.kill(),
    restart: async () => {
      await current.kill();
      current = await startOn(ports, serverPath, options);
    },
  };
}

function installedServer(): string {
  const engine = findEngine();
  if ("missing" in engine) throw new Error(engine.missing);
  return engine.serverPath;
}

async function startOnFreePorts(serverPath: string, options: ServerOptions) {
  for (let start = 1; ; start++) {
    const [ingress, admin, node] = await freePorts(3);
    const ports = { ingress, admin, node };
    try {
      return { ports, process: await startOn(ports, serverPath, options) };
    } catch (error) {
      if (start === MAX_STARTS) throw error;
    }
  }
}

async function startOn(ports: Ports, serverPath: string, options: ServerOptions): Promise<GuardedProcess> {
  const flags = ["--no-logo", "--log-format", "compact", "--log-disable-ansi-codes", "true", "--node-name", "test"];
  const server = startGuarded(serverPath, [...flags, "--base-dir", options.dataFolder], {
    env: { ...settingsFor(ports), ...options.settings },
  });
  const health = [`http://127.0.0.1:${ports.admin}/health`, `http://127.0.0.1:${ports.ingress}/restate/health`];
  try {
    await untilHealthy(health, server);
  } catch (error) {
    await server.kill();
    throw error;
  }
  return server;
}

function settingsFor({ ingress, admin, node }: Ports): Record<string, string> {
  return {
    RESTATE_LISTEN_MODE: "tcp", // no sockets in the file system, whose paths may be too long
    RESTATE_BIND_IP: "127.0.0.1",
    RESTATE_ADVERTISED_HOST: "127.0.0.1",
    RESTATE_INGRESS__BIND_PORT: `${ingress}`,
    RESTATE_ADMIN__BIND_PORT: `${admin}`,
    RESTATE_BIND_PORT: `${node}`,
    RESTATE_DISABLE_TELEMETRY: "true",
    RESTATE_ROCKSDB_TOTAL_MEMORY_SIZE: "256MiB",
    RESTATE_SHUTDOWN_TIMEOUT: "3s",
  };
}

async function untilHealthy(urls: readonly string[], server: GuardedProcess): Promise<void> {
  let end: string | undefined;
  void server.ended.then((how) => (end = how));
  const deadline = Date.now() + MAX_READY_SECONDS * 1000;
  for (const url of urls) {
    while (!(await answers(url))) {
      if (end !== undefined) throw new Error(
        `The Restate server ended before it was ready: ${end}. Its output:\n${server.output()}`,
      );
      if (Date.now() > deadline) throw new Error(
        `${url} did not answer within ${MAX_READY_SECONDS} s. Its output:\n${server.output()}`,
      );
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}
