import type { Document } from "./corpus.ts";
import { isChangeLog, isDeclaration } from "./kinds.ts";
import type { Limits } from "./options.ts";
import type { FoundFile } from "./walk.ts";

/** A file of an installed package. */
export interface PackageFile extends FoundFile {
  readonly package: string;
  /** The project names the package itself; others came with it. */
  readonly isNamed: boolean;
}

const COMMON_JS = /(?:^|\/)cjs\/|\.d\.cts$/u; // the same declarations stand elsewhere, too

/** How much of one package is searched, so that no package crowds out the others. */
const PROSE_PER_PACKAGE = { maxFiles: 40, maxBytes: 200_000, maxFileBytes: 100_000 };
const DECLARATIONS_PER_PACKAGE = { maxFiles: 8, maxBytes: 60_000, maxFileBytes: 40_000 };

const CHANGE_LOG_WEIGHT = 0.4;
const DECLARATION_WEIGHT = 0.7;
const UNNAMED_WEIGHT = 0.9;

/**
 * Decides how much of each file is searched. Packages that the project names come before those that came with them,
 * prose before declarations, main files before others; every file stays readable.
 */
export function searchedParts(files: readonly PackageFile[], { maxFileBytes, maxTotalBytes }: Limits): Document[] {
  const rooms = new Map<string, Room>();
  let left = maxTotalBytes;
  const ordered = files.filter((file) => file.sizeBytes <= maxFileBytes).sort((one, other) => orderOf(one) - orderOf(other));
  const searched = new Map<PackageFile, number>();
  for (const file of ordered) {
    const bytes = roomFor(rooms, file).take(file, left);
    left -= bytes;
    searched.set(file, bytes);
  }
  return files.map((file) => {
    const { path, sizeBytes } = file;
    return { name: `${file.package}/${file.name}`, path, sizeBytes, searchedBytes: searched.get(file) ?? 0, weight: weightOf(file) };
  });
}

function weightOf({ name, isNamed }: PackageFile): number {
  return kindWeight(name) * (isNamed ? 1 : UNNAMED_WEIGHT);
}

function kindWeight(name: string): number {
  if (isDeclaration(name)) return DECLARATION_WEIGHT;
  return isChangeLog(name) ? CHANGE_LOG_WEIGHT : 1;
}

/** Smaller comes first. Each criterion weighs more than all that follow it. */
function orderOf(file: PackageFile): number {
  const depth = Math.min(file.name.split("/").length, 9);
  const criteria = [!file.isNamed, isDeclaration(file.name), isChangeLog(file.name) || COMMON_JS.test(file.name), !isMain(file)];
  return criteria.reduce((order, isLater) => order * 2 + (isLater ? 1 : 0), 0) * 10 + depth;
}

function isMain({ name, package: packageName }: PackageFile): boolean {
  const stem = (name.split("/").at(-1) ?? "").replace(/\..*$/u, "").toLowerCase();
  return ["readme", "index", "main", packageName.split("/").at(-1)].includes(stem);
}

function roomFor(rooms: Map<string, Room>, file: PackageFile): Room {
  const key = `${isDeclaration(file.name) ? "declarations" : "prose"} ${file.package}`;
  const room = rooms.get(key) ?? new Room(isDeclaration(file.name) ? DECLARATIONS_PER_PACKAGE : PROSE_PER_PACKAGE);
  rooms.set(key, room);
  return room;
}

/** What one package may still have searched of one kind of file. */
class Room {
  readonly #seen = new Set<string>();
  readonly #maxFileBytes: number;
  #files: number;
  #bytes: number;

  constructor({ maxFiles, maxBytes, maxFileBytes }: typeof PROSE_PER_PACKAGE) {
    this.#maxFileBytes = maxFileBytes;
    this.#files = maxFiles;
    this.#bytes = maxBytes;
  }

  take(file: PackageFile, left: number): number {
    const bytes = Math.min(file.sizeBytes, this.#maxFileBytes, this.#bytes, left);
    if (bytes <= 0 || this.#files === 0 || this.#isTwin(file)) return 0;
    this.#files -= 1;
    this.#bytes -= bytes;
    return bytes;
  }

  // Packages often carry the same declarations twice: `index.d.ts` and `index.d.cts`, `esm/` and `cjs/`.
  #isTwin({ name, sizeBytes }: PackageFile): boolean {
    const stem = name.replace(/\.d\.[cm]?ts$/iu, "");
    const keys = [stem, `${stem.split("/").at(-1)} ${sizeBytes}`];
    const isTwin = keys.some((key) => this.#seen.has(key));
    for (const key of keys) this.#seen.add(key);
    return isTwin;
  }
}
