import type { Document } from "./corpus.ts";
import type { Limits } from "./options.ts";

/** What a listing came to. */
export interface LeftOut {
  readonly documents: readonly Document[];
  readonly links: number;
  readonly isCut: boolean;
  readonly limits: Limits;
}

/** Sentences about what is not searched, without those that have nothing to say. */
export function leftOutNotes({ documents, links, isCut, limits }: LeftOut): string[] {
  const { maxFiles, maxFileBytes, maxTotalBytes } = limits;
  const tooLarge = documents.filter(({ sizeBytes }) => sizeBytes > maxFileBytes).length;
  const beyond = documents.filter(({ sizeBytes, searchedBytes }) => sizeBytes <= maxFileBytes && searchedBytes < sizeBytes).length;
  return [
    isCut ? `there are more files than are looked at (${maxFiles}); the rest is left out` : "",
    tooLarge > 0 ? `left out for their size (more than ${inMegabytes(maxFileBytes)}): ${files(tooLarge)}` : "",
    beyond > 0 ? `searched in part or not at all (at most ${inMegabytes(maxTotalBytes)} are searched): ${files(beyond)}` : "",
    links > 0 ? `symbolic links, which are not followed: ${links}` : "",
  ].filter((note) => note !== "");
}

function files(count: number): string {
  return count === 1 ? "1 file" : `${count} files`;
}

function inMegabytes(bytes: number): string {
  return bytes >= 1_000_000 ? `${bytes / 1_000_000} MB` : `${bytes} bytes`;
}
