import { z } from "zod";
import { AgentToolError, escapeForTerminal, tool, type Tool } from "../index.ts";
import { excerptOf } from "../search/excerpt.ts";
import type { Hit } from "../search/passage-index.ts";
import type { Corpus } from "./corpus.ts";

const DEFAULT_LIMIT = 5;
const MAX_LIMIT = 20;
const MAX_QUERY_CHARS = 2000;
const SHOWN_QUERY_CHARS = 200;
const EXCERPT_CHARS = 300;

const parameters = z.object({
  query: z.string().trim().min(1).max(MAX_QUERY_CHARS).describe("The words to look for; names and terms of the subject find most."),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT).describe("How many passages at most."),
});

/** The tool `search`: the best passages of a corpus, each as `file:line` and an excerpt of one line. */
export function searchTool(corpus: Corpus, what: string): Tool {
  return tool({
    name: "search",
    description: `Search ${what}. Gives the best passages, each with its file and line, to be read on with the tool read.`,
    parameters,
    idempotent: true,
    execute: async ({ query, limit }, { signal }) => {
      await checkHasDocuments(corpus, signal);
      const index = await corpus.index(signal);
      return searchText(query, index.search(query, limit));
    },
  });
}

async function checkHasDocuments(corpus: Corpus, signal: AbortSignal): Promise<void> {
  const { documents, notes } = await corpus.list(signal);
  if (documents.size === 0) throw new AgentToolError(["there is no document to search", ...notes].join("; "));
}

function searchText(query: string, hits: readonly Hit[]): string {
  const asked = `"${shownQuery(query)}"`;
  if (hits.length === 0) return `no passage for ${asked}`;
  const heading = `${hits.length} ${hits.length === 1 ? "passage" : "passages"} for ${asked}:`;
  return [heading, ...hits.map(hitText)].join("\n");
}

function shownQuery(query: string): string {
  const line = query.replace(/\s+/gu, " ");
  return escapeForTerminal(line.length > SHOWN_QUERY_CHARS ? `${line.slice(0, SHOWN_QUERY_CHARS - 1)}…` : line);
}

function hitText({ passage, terms }: Hit, position: number): string {
  return `${position + 1}. ${passage.document}:${passage.line}\n   ${excerptOf(passage.text, terms, EXCERPT_CHARS)}`;
}
