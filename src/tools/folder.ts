import { corpusOf, listingOf, type Document, type Listing } from "./corpus.ts";
import { isProse, isSource } from "./kinds.ts";
import { leftOutNotes } from "./notes.ts";
import { checkedOptions, type FolderOptions, type Limits } from "./options.ts";
import { searchToolsOver, type SearchTools } from "./search-tools.ts";
import { walk, type FoundFile } from "./walk.ts";

const LIMITS: Limits = { maxFiles: 5000, maxFileBytes: 1_000_000, maxTotalBytes: 20_000_000 };

/**
 * Tools that search and read a folder of documents: Markdown, HTML, plain text and source code, at any depth; not
 * hidden files and not `node_modules`. Nothing outside the folder is ever opened, and no symbolic link below it is
 * followed. The index is made at the first search and kept: later changes to the folder are not searched. Throws
 * `DefinitionError` for a folder that does not exist.
 */
export function folderTools(options: FolderOptions): SearchTools {
  const checked = checkedOptions("folderTools", options, LIMITS);
  const { folder, maxFileBytes } = checked;
  return searchToolsOver(corpusOf({ folder, maxFileBytes, list: (signal) => listFolder(folder, checked, signal) }), "the documents");
}

async function listFolder(folder: string, limits: Limits, signal: AbortSignal): Promise<Listing> {
  const { maxFiles } = limits;
  const { files, links, isCut } = await walk({ folder, start: "", accepts, enters, maxFiles, signal });
  const documents = withinLimits(files, limits);
  return listingOf(documents, leftOutNotes({ documents, links, isCut, limits }));
}

function accepts(name: string): boolean {
  return isProse(name) || isSource(name);
}

function enters(name: string): boolean {
  return name !== "node_modules" && !name.endsWith("/node_modules");
}

function withinLimits(files: readonly FoundFile[], { maxFileBytes, maxTotalBytes }: Limits): Document[] {
  let used = 0;
  return files.map((file) => {
    const fits = file.sizeBytes <= maxFileBytes && used + file.sizeBytes <= maxTotalBytes;
    if (fits) used += file.sizeBytes;
    return { ...file, searchedBytes: fits ? file.sizeBytes : 0, weight: 1 };
  });
}
