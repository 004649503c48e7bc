import type { Dirent } from "node:fs";
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";

/** Where to look for files, and for which. Names are relative to `start` and written with `/`. */
export interface WalkOptions {
  /** The folder that is never left: a real path. */
  readonly folder: string;
  /** Where to begin below it; empty for the folder itself. */
  readonly start: string;
  readonly accepts: (name: string) => boolean;
  readonly enters: (name: string) => boolean;
  readonly maxFiles: number;
  readonly signal: AbortSignal;
}

/** A file that was found. */
export interface FoundFile {
  /** Relative to where the walk began, with `/`. */
  readonly name: string;
  /** Relative to the folder, with the system's separator. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** What a walk came back with. */
export interface Walked {
  /** Upper folders first, then by name. */
  readonly files: readonly FoundFile[];
  /** How many symbolic links were passed over. */
  readonly links: number;
  /** There was more than the walk may look at. */
  readonly isCut: boolean;
}

const MAX_LEVELS = 100; // each is looked up from the top, so a chain of thousands would take minutes
const MAX_ENTRIES = 200_000; // a folder like `/`, given by mistake, must come to an end

/**
 * Finds regular files, level by level. Symbolic links, hidden files, what cannot be listed and what lies more than 100
 * folders deep are passed over.
 */
export async function walk(options: WalkOptions): Promise<Walked> {
  const files: FoundFile[] = [];
  const folders = [""];
  let links = 0;
  let entries = 0;
  for (const below of folders) {
    options.signal.throwIfAborted();
    const names: string[] = [];
    for (const entry of await entriesOf(options, below)) {
      const name = below === "" ? entry.name : `${below}/${entry.name}`;
      entries += 1;
      if (entry.isSymbolicLink()) links += 1;
      else if (entry.isDirectory() && isEntered(options, name)) folders.push(name);
      else if (entry.isFile() && options.accepts(name)) names.push(name);
    }
    files.push(...(await measured(options, names)));
    if (files.length > options.maxFiles || entries > MAX_ENTRIES) return { files: files.slice(0, options.maxFiles), links, isCut: true };
  }
  return { files, links, isCut: false };
}

function isEntered({ enters }: WalkOptions, name: string): boolean {
  return name.split("/").length <= MAX_LEVELS && enters(name);
}

async function entriesOf({ folder, start }: WalkOptions, below: string): Promise<Dirent[]> {
  const path = join(folder, start, below);
  try {
    // A folder that has become a link since its parent was listed must not lead the walk elsewhere.
    if ((await realpath(path)) !== path) return [];
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith(".")).sort(byName);
  } catch {
    return [];
  }
}

function byName(one: Dirent, other: Dirent): number {
  return one.name < other.name ? -1 : 1;
}

async function measured({ folder, start }: WalkOptions, names: readonly string[]): Promise<FoundFile[]> {
  const files = names.map(async (name): Promise<FoundFile[]> => {
    const path = join(start, name);
    try {
      return [{ name, path, sizeBytes: (await lstat(join(folder, path))).size }];
    } catch {
      return [];
    }
  });
  return (await Promise.all(files)).flat();
}
