import { DefinitionError } from "../core/errors.ts";
import type { AgentLogic } from "../agent/definition/contract.ts";
import type { AgentWorker, ServeOptions } from "./serve.ts";

const SDK = "@restatedev/restate-sdk";

/**
 * Serves agents, and every specialist they may call, to a Restate server: runs are started with `runOn`, and each
 * delegation is picked up by any worker that serves the same agents. Several processes behind one address are one
 * worker to the server. Needs Node 22 or later and the server's SDK, which is loaded when this is called: clients do
 * without it. Rejects with `DefinitionError`.
 */
export async function serveAgents(agents: readonly AgentLogic[], options: ServeOptions = {}): Promise<AgentWorker> {
  const { serve } = await loaded();
  return serve(agents, options);
}

async function loaded(): Promise<{ readonly serve: typeof serveAgents }> {
  try {
    return await import("./serve.ts");
  } catch (error) {
    const { code, message } = (error ?? {}) as NodeJS.ErrnoException;
    if (code !== "ERR_MODULE_NOT_FOUND" || !message.includes(`'${SDK}'`)) throw error;
    throw new DefinitionError({ subject: "a worker", field: SDK, value: "not installed", allowed: `npm install "${SDK}@~1.17"` });
  }
}
