import { isBuiltin } from "node:module";
import { posix } from "node:path";
import { ARROWS, HOMES, LOADERS, PURE, PURE_BUILTINS, STYLED, type Arrow } from "./arrows.ts";
import { importsOf } from "./imports.ts";

/** The text of TypeScript files by their path from the top of the project. */
export type Files = ReadonlyMap<string, string>;

/** Every import that the direction rule forbids, one sentence each. */
export function forbiddenImports(files: Files): string[] {
  const found: string[] = [];
  for (const [file, text] of files) {
    const arrow = arrowOf(file);
    if (!arrow) found.push(`${file} has no row in the table of arrows`);
    for (const { line, specifier } of arrow ? importsOf(file, text) : []) {
      const wrong = specifier === null ? wrongComputed(file) : wrongImport(files, file, specifier);
      if (wrong !== null) found.push(`${file}:${line} ${wrong}`);
    }
  }
  return found;
}

/** Every cycle among folders, written `a -> b -> a`; types count as much as values. */
export function folderCycles(files: Files): string[] {
  const graph = new Map<string, Set<string>>();
  for (const [file, text] of files) {
    const folder = posix.dirname(file);
    const edges = graph.get(folder) ?? new Set<string>();
    graph.set(folder, edges);
    for (const { specifier } of importsOf(file, text)) {
      const target = specifier?.startsWith(".") ? posix.dirname(posix.join(folder, specifier)) : folder;
      if (target !== folder) edges.add(target);
    }
  }
  return cyclesOf(graph);
}

/** Whether `place`, a folder or a file, holds `file`. */
export function holds(place: string, file: string): boolean {
  return file === place || file.startsWith(`${place}/`);
}

function wrongImport(files: Files, file: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return wrongFile(files, file, posix.join(posix.dirname(file), specifier));
  return isBuiltin(specifier) ? wrongBuiltin(file, specifier) : wrongPackage(file, specifier);
}

function wrongComputed(file: string): string | null {
  return isIn(LOADERS, file) ? null : `imports a computed name; only ${LOADERS.join(", ")} may`;
}

function wrongFile(files: Files, file: string, target: string): string | null {
  if (target.endsWith(".css") && isIn(STYLED, file)) return null;
  if (!files.has(target)) return `imports ${target}, which is no TypeScript file of the project`;
  const arrow = arrowOf(file);
  if (!arrow || arrowOf(target) === arrow || isIn(arrow.to, target)) return null;
  return `imports ${target}; ${arrow.from} may import ${arrow.to.join(", ") || "no other folder"}`;
}

function wrongBuiltin(file: string, specifier: string): string | null {
  if (!specifier.startsWith("node:")) return `imports ${specifier} without node: in front`;
  if (!isIn(PURE, file) || PURE_BUILTINS.includes(specifier)) return null;
  return `imports ${specifier}; ${PURE.join(" and ")} only compute`;
}

function wrongPackage(file: string, specifier: string): string | null {
  const name = specifier.split("/").slice(0, specifier.startsWith("@") ? 2 : 1).join("/");
  const homes = HOMES[name];
  if (!homes) return `imports ${name}, a package without a home`;
  return isIn(homes, file) ? null : `imports ${name}; its home is ${homes.join(", ")}`;
}

// The most specific place that holds the file.
function arrowOf(file: string): Arrow | undefined {
  return ARROWS.filter((arrow) => holds(arrow.from, file)).sort((a, b) => b.from.length - a.from.length)[0];
}

function isIn(places: readonly string[], file: string): boolean {
  return places.some((place) => holds(place, file));
}

function cyclesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const cycles: string[] = [];
  const finished = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): void => {
    const start = trail.indexOf(folder);
    if (start >= 0) cycles.push([...trail.slice(start), folder].join(" -> "));
    if (start >= 0 || finished.has(folder)) return;
    for (const next of graph.get(folder) ?? []) visit(next, [...trail, folder]);
    finished.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return cycles;
}
