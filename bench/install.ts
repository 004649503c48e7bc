import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

const TOP = process.cwd(); // npm runs its scripts at the top of the project
const LIBRARY = pathToFileURL(join(TOP, "dist/src/index.js")).href; // as users get it: bundled
const MEASURE = new URL("measure.js", import.meta.url);

/** Main-thread milliseconds that importing the built library takes in a fresh process. */
export function importMs(): number {
  const read = `import { cpuMs } from ${JSON.stringify(MEASURE)}; const begin = cpuMs();`;
  const code = `${read} await import(${JSON.stringify(LIBRARY)}); console.log(cpuMs() - begin);`;
  return Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" }));
}

/** What a user's `npm install` brings in: this package, its peers, and all that they depend on. */
export function installed(): { readonly packages: number; readonly megabytes: number } {
  const folders = new Set<string>();
  addDependencies(TOP, folders);
  const bytes = [...folders].reduce((sum, folder) => sum + bytesIn(folder), 0);
  return { packages: folders.size + 1, megabytes: bytes / 1e6 };
}

function addDependencies(folder: string, folders: Set<string>): void {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest; // npm wrote it
  const { dependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  for (const name of [...Object.keys(dependencies ?? {}), ...peers]) {
    const found = folderOf(name, folder);
    if (folders.has(found)) continue;
    folders.add(found);
    addDependencies(found, folders);
  }
}

// The nearest one, the way Node looks for it: beside the package that asks, else further up.
function folderOf(name: string, from: string): string {
  for (let at = from; at.startsWith(TOP); at = join(at, "..")) {
    const candidate = join(at, "node_modules", name);
    if (statSync(candidate, { throwIfNoEntry: false })) return candidate;
  }
  throw new Error(`${name}, which ${from} depends on, is not installed`);
}

function bytesIn(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === "node_modules") continue; // packages in there are counted for themselves
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesIn(path) : statSync(path).size;
  }
  return bytes;
}
