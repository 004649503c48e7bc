import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder that all workers of one test run share. */
    readonly runFolder: string;
  }
}

const READABLE = 0o755; // some tests start a process that becomes somebody else

/** Makes the folder of a test run before its first file; the function that is returned removes it after the last. */
export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "troupe-test-run-"));
  chmodSync(folder, READABLE);
  symlinkSync(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(folder, "node_modules"));
  project.provide("runFolder", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * The path of a folder that is made once in a test run, however many files ask for it. Two workers that ask at the same
 * moment both make one, and the one that is ready first is kept: waiting would take as long.
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const place = join(inject("runFolder"), name);
  if (existsSync(place)) return place;
  const draft = mkdtempSync(`${place}-`);
  chmodSync(draft, READABLE);
  await make(draft);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error;
  }
  return place;
}
