import { AgentToolError } from "../index.ts";

/** A tool and the packages it cannot work without, which a project that does not use it need not have. */
export interface Needs {
  readonly tool: string;
  readonly packages: readonly string[];
}

/** Loads what needs packages. Throws `AgentToolError` with the command that installs them when one is missing. */
export async function needed<Loaded>({ tool, packages }: Needs, load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    return await load();
  } catch (error) {
    if (!isMissing(error, packages)) throw error;
    throw new AgentToolError(`${tool} needs packages that are not installed here: npm install ${packages.join(" ")}`);
  }
}

function isMissing(error: unknown, packages: readonly string[]): boolean {
  if (!(error instanceof Error) || (error as { code?: unknown }).code !== "ERR_MODULE_NOT_FOUND") return false;
  return packages.some((name) => error.message.includes(`'${name}'`));
}
