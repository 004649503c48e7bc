import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const TOP = fileURLToPath(new URL("../../../", import.meta.url));
const RELATIVE = /(?:from|import\()\s*"(\.{1,2}\/[^"]+\.ts)"/gu;

/**
 * Writes a program of the project as plain JavaScript into a folder, with all it imports, and returns its path: hundreds
 * of processes start it, and compiling in each of them would take longer than everything else they do.
 */
export function compiled(program: string, folder: string): string {
  symlinkSync(join(TOP, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const waiting = [program];
  const seen = new Set(waiting);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const text = readFileSync(join(TOP, path), "utf8");
    write(join(folder, path.replace(/ts$/u, "js")), text);
    for (const [, specifier = ""] of text.matchAll(RELATIVE)) {
      const imported = join(dirname(path), specifier);
      if (!seen.has(imported)) waiting.push(imported);
      seen.add(imported);
    }
  }
  return join(folder, program.replace(/ts$/u, "js"));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022, rewriteRelativeImportExtensions: true };
  writeFileSync(path, ts.transpileModule(text, { compilerOptions }).outputText);
}
