/** The entry `troupe/tools`: tools for specialists that look things up in folders of documents. */
export { folderTools } from "./folder.ts";
export { dependencyTools } from "./dependencies.ts";
export { documentsOf, type DocumentSummary, type SearchTools } from "./search-tools.ts";
export type { FolderOptions } from "./options.ts";
