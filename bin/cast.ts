import { lead, researcher } from "../actors/index.ts";
import { DefinitionError, type AgentLogic } from "../src/index.ts";
import { dependencyTools, documentsOf, folderTools, type SearchTools } from "../src/tools/index.ts";
import { UsageError } from "./usage-error.ts";

/** Who runs, and what to tell the user about the documents it has. */
export interface Cast {
  readonly agent: AgentLogic;
  /** One sentence each: documents that were left out, or that there are none. */
  readonly remarks: readonly string[];
}

/**
 * The lead and its researcher over a folder of documents, or, without a folder, over the documentation of the packages
 * under `./node_modules`. Throws `UsageError` for a folder that does not exist.
 */
export async function defaultCast(docs: string | undefined): Promise<Cast> {
  const tools = docs === undefined ? dependencyTools({ root: process.cwd() }) : toolsOver(docs);
  const { count, notes } = await documentsOf(tools);
  const { search, read } = tools;
  const agent = lead({ team: [researcher({ tools: [search, read] })] });
  return { agent, remarks: count === 0 ? [nothingIn(docs), ...notes] : notes };
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
