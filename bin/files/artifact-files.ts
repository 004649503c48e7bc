import { accessSync, closeSync, constants, fsyncSync, lstatSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import type { Artifact } from "../../src/index.ts";
import { makeFolder } from "../../src/sqlite/folder.ts";
import { UsageError } from "../ending/usage-error.ts";
import { reasonOf } from "../text/reason.ts";
import { segmentsOf } from "./artifact-path.ts";

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** What became of one artifact: the file it was written to, or why it could not be. */
export type WrittenArtifact =
  | { readonly name: string; readonly file: string; readonly problem: null }
  | { readonly name: string; readonly file: null; readonly problem: string };

/** Makes sure of a folder for artifacts before the run, so that nothing is lost. Throws `UsageError` for what can be none. */
export function reserveArtifactFolder(path: string): string {
  const folder = resolve(path);
  try {
    if (path.trim() === "") throw new Error("it is blank");
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw new Error("it is no folder");
    accessSync(folder, constants.W_OK);
    return folder;
  } catch (error) {
    throw new UsageError(`--artifacts: '${path}' cannot be used: ${reasonOf(error)}`);
  }
}

/**
 * Writes artifacts into a folder, each as a file of its own (mode 0600). Their names are data: no file is made outside
 * the folder, nothing that is there is overwritten (`chart.png` becomes `chart-2.png`), and links are not followed.
 */
export function writeArtifacts(folder: string, artifacts: readonly Artifact[]): readonly WrittenArtifact[] {
  return artifacts.map((artifact) => {
    try {
      return { name: artifact.name, file: writeArtifact(folder, artifact), problem: null };
    } catch (error) {
      return { name: artifact.name, file: null, problem: reasonOf(error) };
    }
  });
}

function writeArtifact(folder: string, { name, bytes }: Artifact): string {
  const segments = segmentsOf(name);
  const last = segments.pop() ?? "artifact";
  let at = folder;
  for (const segment of segments) at = subfolder(at, segment);
  const ending = extname(last);
  const stem = last.slice(0, last.length - ending.length);
  for (let number = 1; ; number++) {
    const file = join(at, number === 1 ? last : `${stem}-${number}${ending}`);
    if (writeNew(file, bytes)) return file;
  }
}

// Never through a link, which could lead out of the folder; a file in the way of a folder gets a number like any other.
function subfolder(parent: string, segment: string): string {
  for (let number = 1; ; number++) {
    const folder = join(parent, number === 1 ? segment : `${segment}-${number}`);
    try {
      mkdirSync(folder, { mode: FOLDER_MODE });
      return folder;
    } catch (error) {
      if (!isTaken(error)) throw error;
      if (lstatSync(folder).isDirectory()) return folder;
    }
  }
}

// `wx` refuses whatever is there, links included. A file that could not be written whole is taken away again.
function writeNew(file: string, bytes: Uint8Array): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, "wx", FILE_MODE);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  try {
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(descriptor, bytes, offset);
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === "EEXIST"; // thrown by node:fs
}
