import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { agentBehind } from "../src/agent/registry.ts";
import { describeError } from "../src/core/describe.ts";
import type { AgentLogic } from "../src/index.ts";
import { UsageError } from "./usage-error.ts";

/**
 * The agent that a user's module exports as its default. The module is loaded, and so runs. Throws `UsageError` for a
 * module that cannot be loaded and for a default export that is no agent.
 */
export async function agentFromModule(path: string): Promise<AgentLogic> {
  const module = await load(path);
  const exported = (module as { default?: unknown }).default;
  if (agentBehind(exported)) return exported as AgentLogic; // it was made by `fromAgent`
  const found = exported === undefined ? "has no default export" : "has a default export that is no agent";
  const hint = looksLikeAgent(exported) ? "it was made by another copy of troupe" : "export default what fromAgent(...) returns";
  throw new UsageError(`--agent: '${path}' ${found}; ${hint}`);
}

function looksLikeAgent(value: unknown): boolean {
  const logic = value as { agent?: { name?: unknown }; transition?: unknown } | null | undefined;
  return typeof logic?.agent?.name === "string" && typeof logic.transition === "function";
}

async function load(path: string): Promise<object> {
  const file = resolve(path);
  if (!isFile(file)) throw new UsageError(`--agent: there is no file '${path}'`);
  try {
    return (await unlessIdle(import(pathToFileURL(file).href))) as object; // a module is always an object
  } catch (error) {
    throw new UsageError(loadFailure(path, error), { cause: error });
  }
}

function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false; // not there, or a name that can be none: links in a circle, too long
  }
}

// A module that waits for what nothing will bring leaves the process with nothing to do, and Node.js would end it unexplained.
async function unlessIdle<Value>(work: Promise<Value>): Promise<Value> {
  let onIdle: () => void = () => undefined;
  const idle = new Promise<never>((_resolve, reject) => {
    onIdle = () => reject(new Error("it waits for something that never happens"));
    process.once("beforeExit", onIdle);
  });
  try {
    return await Promise.race([work, idle]);
  } finally {
    process.off("beforeExit", onIdle);
  }
}

/** Why a module that is there cannot be loaded, as one sentence. */
export function loadFailure(path: string, error: unknown): string {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  if (code === "ERR_UNKNOWN_FILE_EXTENSION" && /\.[cm]?tsx?$/u.test(path)) {
    return `--agent: '${path}' is TypeScript, which this Node.js (${process.version}) does not load; compile it to .js first`;
  }
  return `--agent: '${path}' cannot be loaded: ${describeError(error)}`;
}
