import { DefinitionError, type Tool } from "../index.ts";
import type { Corpus } from "./corpus.ts";
import { readTool } from "./read-tool.ts";
import { searchTool } from "./search-tool.ts";

/** The two tools of a specialist that looks things up. Give an agent both: `tools: [search, read]`. */
export interface SearchTools {
  readonly search: Tool;
  readonly read: Tool;
}

/** How much there is to search. */
export interface DocumentSummary {
  /** How many documents are searched. */
  readonly count: number;
  /** What was left out and why, one sentence each; safe to show on a terminal. */
  readonly notes: readonly string[];
}

const corpora = new WeakMap<SearchTools, Corpus>();

/** The tools over a corpus. `what` names it in their descriptions, as in "Search <what>". */
export function searchToolsOver(corpus: Corpus, what: string): SearchTools {
  const tools: SearchTools = Object.freeze({ search: searchTool(corpus, what), read: readTool(corpus, what) });
  corpora.set(tools, corpus);
  return tools;
}

/**
 * Says how many documents the tools search, before anything is searched: it lists the folder and reads no document.
 * Rejects with the signal's reason, and with `DefinitionError` for anything but what this entry's functions made.
 */
export async function documentsOf(tools: SearchTools, signal?: AbortSignal): Promise<DocumentSummary> {
  const corpus = corpora.get(tools);
  if (!corpus) {
    const allowed = "what folderTools or dependencyTools returned, itself and no copy";
    throw new DefinitionError({ subject: "documentsOf", field: "tools", value: tools, allowed });
  }
  const { documents, notes } = await corpus.list(signal);
  const count = [...documents.values()].filter(({ searchedBytes }) => searchedBytes > 0).length;
  return { count, notes };
}
