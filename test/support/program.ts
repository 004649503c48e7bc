import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "../../scripts/bundle.ts";
import { madeOnce } from "./run-folder.ts";

const QUICK_START = ["--liftoff-only"]; // SQLite is WebAssembly, and to optimise it takes longer than the whole process
const TOP = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The words that start a program of these tests, `new URL("./name.ts", import.meta.url)`, in a process of its own. It is
 * bundled once in a test run: to compile it in each process would take longer than all that it does.
 */
export async function programAt(source: URL): Promise<readonly string[]> {
  const path = relative(TOP, fileURLToPath(source));
  const folder = await madeOnce(path.replaceAll("/", "-"), (draft) => bundleProgram(path, draft));
  return [process.execPath, ...QUICK_START, join(folder, "program.mjs")];
}
