import { realpathSync } from "node:fs";
import { lead, researcher } from "../actors/index.ts";
import { DefinitionError, type AgentLogic } from "../src/index.ts";
import { dependencyTools, documentsOf, folderTools, type SearchTools } from "../src/tools/index.ts";
import { installedPackages } from "../src/tools/packages.ts";
import { countOf } from "../src/trace/amounts.ts";
import { UsageError } from "./usage-error.ts";

/** Who runs, and what to tell the user about the documents it has. */
export interface Cast {
  /** Null where there is nothing to read, so that nothing needs to run. */
  readonly agent: AgentLogic | null;
  /** One sentence each: what is searched, documents that were left out, or that there are none. */
  readonly remarks: readonly string[];
}

const SEARCHED_MEGABYTES = 2;

/**
 * The lead and its researcher over a folder of documents, or, without a folder, over the documentation of the packages
 * under `./node_modules`; nobody where there is no document. Throws `UsageError` for a folder that does not exist.
 */
export async function defaultCast(docs: string | undefined): Promise<Cast> {
  const tools = docs === undefined ? dependencyTools({ root: process.cwd(), maxTotalBytes: SEARCHED_MEGABYTES * 1_000_000 }) : toolsOver(docs);
  const { count, notes } = await documentsOf(tools);
  if (count === 0) return { agent: null, remarks: [nothingIn(docs), ...notes] };
  const { search, read } = tools;
  const agent = lead({ team: [researcher({ tools: [search, read] })] });
  return { agent, remarks: docs === undefined ? [await packagesText()] : notes };
}

// Of packages there is always something left out, and nobody has chosen them file by file: how many there are is enough.
async function packagesText(): Promise<string> {
  const { packages } = await installedPackages(realpathSync(process.cwd()));
  const much = `at most ${SEARCHED_MEGABYTES} MB of it; the packages of package.json first`;
  return `searching the documentation of ${countOf(packages.length, "package")} (${much})`;
}

function toolsOver(docs: string): SearchTools {
  try {
    return folderTools({ root: docs });
  } catch (error) {
    if (error instanceof DefinitionError) throw new UsageError(`--docs is '${docs}'; allowed: ${error.allowed}`);
    throw error;
  }
}

function nothingIn(docs: string | undefined): string {
  return docs === undefined
    ? "there are no packages with documents under ./node_modules; give a folder of documents with --docs <dir>"
    : `there are no documents in '${docs}'`;
}
