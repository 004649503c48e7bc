import { readFileSync } from "node:fs";
import { getSystemErrorMap } from "node:util";
import { DefinitionError } from "../../src/core/errors.ts";
import type { AgentWorker, ServeOptions } from "../../src/restate/serve.ts";
import { UsageError } from "../ending/usage-error.ts";
import { agentsFromModule } from "../modules/agent-module.ts";
import { slotsFrom } from "../options/ceilings.ts";
import { packageFolder } from "../text/version.ts";
import type { WorkerJob } from "./word.ts";

/** Where somebody listens. */
export interface Listener {
  readonly host: string;
  readonly port: number;
}

/** What serves, in this process. */
export interface Serving {
  readonly worker: AgentWorker;
  /** The names of its agents, sorted. */
  readonly agents: readonly string[];
}

/** Serves the agents of a job. Throws `UsageError` for whatever is wrong with the job, the address or what is installed. */
export async function serveJob(job: WorkerJob, { host, port }: Listener): Promise<Serving> {
  const { serve } = await sdkLoaded(() => import("../../src/restate/serve.ts"));
  const { modelFrom } = await import("../options/model.ts");
  const { agents, takesModel } = await agentsFromModule(job.agent, await modelFrom(job));
  if (job.isModelGiven && !takesModel) {
    throw new UsageError(
      "--model does not go with agents that have their own: for some that take it, export default a function of { model }",
    );
  }
  const worker = await listening({ host, port }, () => serve(agents, { host, port, ...termsOf(job) }));
  return { worker, agents: agents.map(({ agent }) => agent.name).sort() };
}

function termsOf({ name, concurrency, identityKeys }: WorkerJob): ServeOptions {
  return {
    name,
    ...(concurrency === undefined ? {} : { concurrency: { model: slotsFrom(concurrency) } }),
    ...(identityKeys.length === 0 ? {} : { identityKeys }),
  };
}

/** Listens, or says in one sentence why not. Throws `UsageError`. */
export async function listening<Value>({ host, port }: Listener, listen: () => Promise<Value>): Promise<Value> {
  try {
    return await listen();
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(error.message, { cause: error });
    const { syscall, errno, message } = error as NodeJS.ErrnoException; // whatever it is, it was thrown by code of ours or of Node.js
    if (syscall === undefined) throw error;
    const reason = getSystemErrorMap().get(errno ?? 0)?.[1] ?? message;
    throw new UsageError(`port ${port} of ${host} cannot be listened on: ${reason}`, { cause: error });
  }
}

const SDK = "@restatedev/restate-sdk";
const NODE = 22;

/** Throws `UsageError` on a Node.js that Restate's SDK does not run on. */
export function checkNode(version = process.versions.node): void {
  if (Number(version.split(".")[0]) >= NODE) return;
  throw new UsageError(
    `a worker needs Node.js ${NODE} or later, because Restate's SDK does, and this is ${version}; all other commands run here`,
  );
}

/** Loads what needs Restate's SDK. Throws `UsageError` with the command that installs it where it is missing. */
export async function sdkLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UsageError(`a worker needs Restate's SDK, which is not installed here: npm install "${SDK}@${sdkRange()}"`, { cause: error });
  }
}

function isMissing(error: unknown): boolean {
  const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
  return code === "ERR_MODULE_NOT_FOUND" && message.includes(`'${SDK}'`);
}

function sdkRange(): string {
  const manifest = JSON.parse(readFileSync(`${packageFolder()}/package.json`, "utf8")) as {
    readonly peerDependencies: Readonly<Record<string, string>>;
  }; // our own file
  return manifest.peerDependencies[SDK] ?? "latest";
}
