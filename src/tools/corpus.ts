import { AgentToolError, escapeForTerminal } from "../index.ts";
import { PassageIndex } from "../search/passage-index.ts";
import { passagesOf } from "../search/passage.ts";
import { withoutSecrets } from "../search/secrets.ts";
import { readInside } from "./inside.ts";
import { formatOf } from "./kinds.ts";
import { shared, type Shared } from "./shared.ts";

/** A file that may be read, and how much of it is searched. */
export interface Document {
  /** The name models know it by, with `/`. */
  readonly name: string;
  /** Where it is, below the folder of the corpus. */
  readonly path: string;
  readonly sizeBytes: number;
  /** How many of its bytes are searched, from its beginning; 0 for a file that can only be read. */
  readonly searchedBytes: number;
  /** Multiplies the score of what is found in it. */
  readonly weight: number;
}

/** Everything that may be read, by the name it is shown under. Nothing else is reachable, whatever name is asked for. */
export interface Listing {
  readonly documents: ReadonlyMap<string, Document>;
  /** Sentences for people, about what was left out and why. */
  readonly notes: readonly string[];
}

/** A folder of documents: listed and indexed once, when first needed. */
export interface Corpus {
  readonly folder: string;
  readonly maxFileBytes: number;
  readonly list: Shared<Listing>;
  readonly index: Shared<PassageIndex>;
}

/** What a corpus is made of. */
export interface CorpusOptions {
  /** A real path. */
  readonly folder: string;
  readonly maxFileBytes: number;
  readonly list: (signal: AbortSignal) => Promise<Listing>;
}

const FILES_AT_ONCE = 16;

/** Makes a corpus; touches no file yet. */
export function corpusOf({ folder, maxFileBytes, list }: CorpusOptions): Corpus {
  const corpus = { folder, maxFileBytes, list: shared(list) };
  return { ...corpus, index: shared((signal) => indexed(corpus, signal)) };
}

/** The listing of documents, each under its name with control characters written out. */
export function listingOf(documents: readonly Document[], notes: readonly string[]): Listing {
  const byName = new Map<string, Document>();
  for (const document of documents) {
    const shown = escapeForTerminal(document.name);
    if (!byName.has(shown)) byName.set(shown, { ...document, name: shown });
  }
  return { documents: byName, notes };
}

async function indexed(corpus: Omit<Corpus, "index">, signal: AbortSignal): Promise<PassageIndex> {
  const { documents } = await corpus.list(signal);
  const searched = [...documents.values()].filter(({ searchedBytes }) => searchedBytes > 0);
  const index = new PassageIndex();
  for (let first = 0; first < searched.length; first += FILES_AT_ONCE) {
    signal.throwIfAborted();
    const batch = searched.slice(first, first + FILES_AT_ONCE);
    const texts = await Promise.all(batch.map((document) => textOrNothing(corpus, document)));
    for (const [position, { name, weight }] of batch.entries()) {
      const text = texts[position] ?? "";
      await index.add(passagesOf({ name, format: formatOf(name), text }), { weight, signal });
    }
  }
  return index;
}

// What cannot be read is not found; asking to read it says why.
async function textOrNothing(corpus: Omit<Corpus, "index">, document: Document): Promise<string> {
  try {
    return await readDocument(corpus, document, document.searchedBytes);
  } catch (error) {
    if (error instanceof AgentToolError) return "";
    throw error;
  }
}

/** The text of a document, or of its first bytes, without secrets. Throws `AgentToolError` saying why it cannot be read. */
export async function readDocument(
  corpus: Pick<Corpus, "folder" | "maxFileBytes">,
  document: Document,
  firstBytes?: number,
): Promise<string> {
  const { folder, maxFileBytes: maxBytes } = corpus;
  const isPart = firstBytes !== undefined && firstBytes < document.sizeBytes;
  return withoutSecrets(
    await readInside({ folder, path: document.path, shownAs: document.name, maxBytes, ...(isPart ? { firstBytes } : {}) }),
  );
}
