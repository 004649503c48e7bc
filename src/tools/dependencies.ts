import { join } from "node:path";
import { corpusOf, listingOf, type Listing } from "./corpus.ts";
import { searchedParts, type PackageFile } from "./dependency-plan.ts";
import { isDeclaration, isLegal, isProse } from "./kinds.ts";
import { leftOutNotes } from "./notes.ts";
import { checkedOptions, type FolderOptions, type Limits } from "./options.ts";
import { installedPackages, namedPackages, type InstalledPackage } from "./packages.ts";
import { searchToolsOver, type SearchTools } from "./search-tools.ts";
import { walk } from "./walk.ts";

const LIMITS: Limits = { maxFiles: 20_000, maxFileBytes: 1_000_000, maxTotalBytes: 2_000_000 };
const PACKAGES_AT_ONCE = 8;
const MAX_DEPTH = 6;
const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", "test", "tests", "__tests__", "fixtures", "bench", "benchmark"]);
const DOCUMENTATION = /^(?:[^/]+|(?:doc|docs|documentation)\/.+)$/u;
const WHAT = "the documentation and type declarations of the installed packages";

/**
 * Tools that search and read the packages under `<root>/node_modules`: their READMEs, their documentation (in the
 * package's own folder and under `docs`) and their type declarations, called `p-queue/readme.md` or
 * `@scope/name/index.d.ts`. Packages that `<root>/package.json` names come first when not all can be searched; of
 * long declaration files the beginning is searched. Nothing outside `node_modules` is opened; the only links followed
 * are those from a package's name to its folder inside `node_modules`, as pnpm makes them. The index is made at the
 * first search and kept. Throws `DefinitionError` for a root that does not exist; without `node_modules` there are
 * simply no documents (`documentsOf` says so).
 */
export function dependencyTools(options: FolderOptions): SearchTools {
  const limits = checkedOptions("dependencyTools", options, LIMITS);
  const { folder: root, maxFileBytes } = limits;
  const list = (signal: AbortSignal): Promise<Listing> => listDependencies(root, limits, signal);
  return searchToolsOver(corpusOf({ folder: join(root, "node_modules"), maxFileBytes, list }), WHAT);
}

async function listDependencies(root: string, limits: Limits, signal: AbortSignal): Promise<Listing> {
  const { packages, links, note } = await installedPackages(root);
  if (note !== null) return listingOf([], [note]);
  const named = await namedPackages(root);
  const ordered = [...packages.filter(({ name }) => named.has(name)), ...packages.filter(({ name }) => !named.has(name))];
  const search: PackageSearch = { folder: join(root, "node_modules"), named, maxFiles: limits.maxFiles, signal };
  const found = await filesOfAll(search, ordered);
  const documents = searchedParts(found.files, limits);
  return listingOf(documents, leftOutNotes({ documents, links: links + found.links, isCut: found.isCut, limits }));
}

interface PackageSearch {
  readonly folder: string;
  readonly named: ReadonlySet<string>;
  readonly maxFiles: number;
  readonly signal: AbortSignal;
}

interface PackageFiles {
  readonly files: readonly PackageFile[];
  readonly links: number;
  readonly isCut: boolean;
}

async function filesOfAll(search: PackageSearch, packages: readonly InstalledPackage[]): Promise<PackageFiles> {
  const { maxFiles } = search;
  const files: PackageFile[] = [];
  let links = 0;
  let isCut = false;
  for (let first = 0; first < packages.length && files.length <= maxFiles; first += PACKAGES_AT_ONCE) {
    const batch = packages.slice(first, first + PACKAGES_AT_ONCE);
    for (const found of await Promise.all(batch.map((one) => filesOf(search, one)))) {
      files.push(...found.files);
      links += found.links;
      isCut ||= found.isCut;
    }
  }
  return { files: files.slice(0, maxFiles), links, isCut: isCut || files.length > maxFiles };
}

async function filesOf({ folder, named, maxFiles, signal }: PackageSearch, { name, path }: InstalledPackage): Promise<PackageFiles> {
  const walked = await walk({ folder, start: path, accepts, enters, maxFiles, signal });
  return { ...walked, files: walked.files.map((file) => ({ ...file, package: name, isNamed: named.has(name) })) };
}

function accepts(name: string): boolean {
  return isDeclaration(name) || (isProse(name) && DOCUMENTATION.test(name) && !isLegal(name));
}

function enters(name: string): boolean {
  const segments = name.split("/");
  return segments.length <= MAX_DEPTH && !PASSED_OVER.has(segments.at(-1) ?? "");
}
