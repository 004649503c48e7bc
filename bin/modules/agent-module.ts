import { agentBehind } from "../../src/agent/definition/team.ts";
import { describeError } from "../../src/core/describe.ts";
import { offline, type AgentLogic, type Model } from "../../src/index.ts";
import { UsageError } from "../ending/usage-error.ts";
import { defaultExportOf } from "./module.ts";
import { unlessIdle } from "./unless-idle.ts";

type Exported = AgentLogic | readonly AgentLogic[];

/** What a module for `--agent` may export besides an agent: a function that makes one on a model. A worker takes lists as well. */
export type AgentMaker = (options: { readonly model: Model }) => Exported | Promise<Exported>;

/** The agent of a user's module, and whether it took the model that was offered. */
export interface ModuleAgent {
  readonly agent: AgentLogic;
  readonly takesModel: boolean;
}

/** The agents of a user's module, at least one, and whether they took the model that was offered. */
export interface ModuleAgents {
  readonly agents: readonly AgentLogic[];
  readonly takesModel: boolean;
}

/**
 * The agent that a user's module exports as its default, or that the function makes which it exports there; such a
 * function is given `model`, or the embedded model. The module is loaded, and so runs. Throws `UsageError` for a module
 * that cannot be loaded, for a default export that is neither, and for a model that an agent cannot take.
 */
export async function agentFromModule(path: string, model: Model | null): Promise<ModuleAgent> {
  const { value, takesModel } = await exportedBy(path, model);
  if (agentBehind(value)) return { agent: value as AgentLogic, takesModel }; // it was made by `fromAgent`
  throw notAnAgent(path, value, takesModel);
}

/** The agents of a module that exports, or makes, one or a list of them, as `agentFromModule` finds one. An empty list throws, too. */
export async function agentsFromModule(path: string, model: Model | null): Promise<ModuleAgents> {
  const { value, takesModel } = await exportedBy(path, model);
  const listed: readonly unknown[] = Array.isArray(value) ? value : [value];
  const other = listed.findIndex((each) => !agentBehind(each));
  if (other !== -1) throw notAnAgent(path, listed[other], takesModel);
  if (listed.length === 0) throw new UsageError(`--agent: '${path}' has an empty list of agents`);
  return { agents: listed as readonly AgentLogic[], takesModel }; // each was made by `fromAgent`
}

async function exportedBy(path: string, model: Model | null): Promise<{ readonly value: unknown; readonly takesModel: boolean }> {
  const exported = await defaultExportOf("--agent", path);
  if (typeof exported !== "function") return { value: exported, takesModel: false };
  return { value: await madeBy(exported as AgentMaker, path, model ?? offline()), takesModel: true };
}

async function madeBy(make: AgentMaker, path: string, model: Model): Promise<unknown> {
  try {
    return await unlessIdle(Promise.resolve(make({ model })));
  } catch (error) {
    throw new UsageError(`--agent: the default export of '${path}' makes no agent: ${describeError(error)}`, { cause: error });
  }
}

const HINT = "export default what fromAgent(...) returns, or a function of { model } that returns it";

function notAnAgent(path: string, value: unknown, isMade: boolean): UsageError {
  const found = isMade
    ? "makes by its default export what is no agent"
    : value === undefined
      ? "has no default export"
      : "has a default export that is no agent";
  return new UsageError(`--agent: '${path}' ${found}; ${looksLikeAgent(value) ? "it was made by another copy of troupe" : HINT}`);
}

function looksLikeAgent(value: unknown): boolean {
  const logic = value as { agent?: { name?: unknown }; transition?: unknown } | null | undefined;
  return typeof logic?.agent?.name === "string" && typeof logic.transition === "function";
}
