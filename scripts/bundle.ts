import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const TOP = new URL("../", import.meta.url);

const READING_THEIR_OWN_FILES = ["node-sqlite3-wasm"];

/** Modules that run in threads of their own and are found beside the chunk that starts them. */
const THREADS = ["src/tools/sandbox/interpreter", "src/tools/web/reader"];

/**
 * Bundles the entries of the package and its command into a folder, `dist/` unless another is given, with what they share
 * in chunks: a file for each module would more than double the time that importing the library takes. Packages stay outside.
 */
export async function bundle(folder = fileURLToPath(new URL("dist/", TOP))): Promise<void> {
  const built = await rolldown({
    cwd: fileURLToPath(TOP),
    platform: "node",
    input: inputs(),
    external: (id) => !id.startsWith(".") && !id.startsWith("/"),
  });
  await built.write({
    dir: folder,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    keepNames: true, // errors are called after their classes
  });
  await built.close();
}

/**
 * Bundles one program of the project, a path from its top, into `program.mjs` of a folder, packages included: a process
 * that starts from it loads one file. A package that reads files of its own stays outside, and must be found from there.
 */
export async function bundleProgram(path: string, folder: string): Promise<void> {
  const input = { program: fileURLToPath(new URL(path, TOP)) };
  const built = await rolldown({ cwd: fileURLToPath(TOP), platform: "node", input, external: READING_THEIR_OWN_FILES });
  await built.write({ dir: folder, format: "esm", entryFileNames: "[name].mjs", keepNames: true });
  await built.close();
}

function inputs(): Record<string, string> {
  const named = [...entries(), "bin/troupe"].map((name) => [name, `${name}.ts`] as const);
  return Object.fromEntries([...named, ...THREADS.map((name) => [`chunks/${lastOf(name)}`, `${name}.ts`] as const)]);
}

function entries(): readonly string[] {
  const manifest = JSON.parse(readFileSync(new URL("package.json", TOP), "utf8")) as {
    readonly exports: Readonly<Record<string, unknown>>;
  };
  return Object.values(manifest.exports).flatMap((entry) => {
    const source = (entry as { readonly "troupe-source"?: string })["troupe-source"]; // a text has none
    return source === undefined ? [] : [source.replace(/^\.\//u, "").replace(/\.ts$/u, "")];
  });
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
