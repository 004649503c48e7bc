import { agentBehind } from "../src/agent/registry.ts";
import { describeError } from "../src/core/describe.ts";
import { offline, type AgentLogic, type Model } from "../src/index.ts";
import { defaultExportOf } from "./module.ts";
import { UsageError } from "./usage-error.ts";

/** What a module for `--agent` may export as its default besides an agent: a function that makes one on a model. */
export type AgentMaker = (options: { readonly model: Model }) => AgentLogic | Promise<AgentLogic>;

/** The agent of a user's module, and whether it took the model that was offered. */
export interface ModuleAgent {
  readonly agent: AgentLogic;
  readonly takesModel: boolean;
}

/**
 * The agent that a user's module exports as its default, or that the function makes which it exports there; such a
 * function is given `model`, or the embedded model. The module is loaded, and so runs. Throws `UsageError` for a module
 * that cannot be loaded, for a default export that is neither, and for a model that an agent cannot take.
 */
export async function agentFromModule(path: string, model: Model | null): Promise<ModuleAgent> {
  const exported = await defaultExportOf("--agent", path);
  if (agentBehind(exported)) return { agent: exported as AgentLogic, takesModel: false }; // it was made by `fromAgent`
  if (typeof exported !== "function") throw notAnAgent(path, exported, "has");
  const made = await madeBy(exported as AgentMaker, path, model ?? offline());
  if (agentBehind(made)) return { agent: made as AgentLogic, takesModel: true };
  throw notAnAgent(path, made, "makes");
}

async function madeBy(make: AgentMaker, path: string, model: Model): Promise<unknown> {
  try {
    return await make({ model });
  } catch (error) {
    throw new UsageError(`--agent: the default export of '${path}' makes no agent: ${describeError(error)}`, { cause: error });
  }
}

const HINT = "export default what fromAgent(...) returns, or a function of { model } that returns it";

function notAnAgent(path: string, value: unknown, how: "has" | "makes"): UsageError {
  const found = how === "makes" ? "makes by its default export what is no agent" : value === undefined ? "has no default export" : "has a default export that is no agent";
  return new UsageError(`--agent: '${path}' ${found}; ${looksLikeAgent(value) ? "it was made by another copy of troupe" : HINT}`);
}

function looksLikeAgent(value: unknown): boolean {
  const logic = value as { agent?: { name?: unknown }; transition?: unknown } | null | undefined;
  return typeof logic?.agent?.name === "string" && typeof logic.transition === "function";
}
