import { z } from "zod";
import { AgentToolError, escapeForTerminal, tool, type Tool } from "../index.ts";
import { linesOf } from "../search/lines.ts";
import { closestNames } from "./closest.ts";
import { readDocument, type Corpus, type Document, type Listing } from "./corpus.ts";

const DEFAULT_LINES = 60;
const MAX_LINES = 400;
const MAX_TEXT_CHARS = 40_000; // lines may be long; an observation of a whole minified file would fill any history
const MAX_NAME_CHARS = 10_000; // a path may be long, and is longer still with its controls written out
const NAMES_SHOWN = 3;

const parameters = z.object({
  file: z.string().min(1).max(MAX_NAME_CHARS).describe("The name of a file, as search shows it, without the line."),
  line: z.number().int().min(1).default(1).describe("The first line to read, counted from 1."),
  lines: z.number().int().min(1).max(MAX_LINES).default(DEFAULT_LINES).describe("How many lines to read."),
});

/** The tool `read`: lines of one document of a corpus, under a heading that says which and of how many. */
export function readTool(corpus: Corpus, what: string): Tool {
  return tool({
    name: "read",
    description: `Read lines of one file of ${what}, to see what search found and what stands around it.`,
    parameters,
    idempotent: true,
    execute: async ({ file, line, lines }, { signal }) => {
      const document = documentNamed(await corpus.list(signal), file);
      const all = linesOf(await readDocument(corpus, document));
      checkHasLine(document, line, all.length);
      return readText(document, line, { shown: fitting(all.slice(line - 1, line - 1 + lines)), total: all.length });
    },
  });
}

/** Names are looked up, never resolved: a path that leads elsewhere is simply no name of a document. */
function documentNamed({ documents }: Listing, file: string): Document {
  const document = documents.get(file) ?? documents.get(file.replace(/^\.\//u, ""));
  if (document) return document;
  const asked = escapeForTerminal(file.length > 200 ? `${file.slice(0, 200)}…` : file);
  throw new AgentToolError(`no document '${asked}'; ${advice(documents, file)}`);
}

function advice(documents: Listing["documents"], file: string): string {
  if (documents.size === 0) return "there are no documents at all";
  const closest = closestNames(file, documents.keys(), NAMES_SHOWN);
  if (closest.length > 0) return `closest: ${closest.join(", ")}`;
  const [first] = documents.keys();
  return `names are those that search shows, such as ${first}`;
}

function checkHasLine({ name }: Document, line: number, total: number): void {
  if (total === 0) throw new AgentToolError(`'${name}' is empty`);
  if (line > total) throw new AgentToolError(`'${name}' has no line ${line}; its last line is ${total}`);
}

interface ReadLines {
  readonly shown: readonly string[];
  readonly total: number;
}

function readText({ name }: Document, line: number, { shown, total }: ReadLines): string {
  return [`${name}, lines ${line}-${line + shown.length - 1} of ${total}:`, ...shown].join("\n");
}

/** As many of the lines as fit into an observation; a first line that alone is too long is cut. */
function fitting(lines: readonly string[]): readonly string[] {
  let chars = 0;
  for (const [position, line] of lines.entries()) {
    chars += line.length + 1;
    if (chars > MAX_TEXT_CHARS) return position > 0 ? lines.slice(0, position) : [cutLine(line)];
  }
  return lines;
}

function cutLine(line: string): string {
  const head = line.slice(0, MAX_TEXT_CHARS).replace(/[\uD800-\uDBFF]$/u, "");
  return `${head} [… the line goes on: it has ${line.length} characters]`;
}
