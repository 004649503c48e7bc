/** The entry `troupe/tools`: tools for specialists that look things up, calculate, read the web, write files and ask. */
export { folderTools } from "./folder.ts";
export { dependencyTools } from "./dependencies.ts";
export { documentsOf, type DocumentSummary, type SearchTools } from "./search-tools.ts";
export type { FolderOptions } from "./options.ts";
export { fetchPage } from "./fetch-page.ts";
export type { FetchPageOptions } from "./page-options.ts";
export type { AllowAddress } from "./web/address.ts";
export { calculate } from "./calculate.ts";
export { runJavaScript, type RunJavaScriptOptions } from "./run-javascript.ts";
export { writeFile } from "./write-file.ts";
export { editFile } from "./edit-file.ts";
export type { WritingOptions } from "./writing.ts";
export { shell, type ShellOptions } from "./shell.ts";
export { askPerson, type AskedBy, type AskPersonOptions } from "./ask-person.ts";
