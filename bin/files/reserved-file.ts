import { randomBytes } from "node:crypto";
import { closeSync, lstatSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { makeFolder } from "../../src/sqlite/folder.ts";
import { UsageError } from "../ending/usage-error.ts";
import { reasonOf } from "../text/reason.ts";

const FILE_MODE = 0o600;

/** A place for what is still to be made, made sure of beforehand so that nothing is lost. End it with `save` or `discard`. */
export interface ReservedFile {
  /** Puts the text in its place, whole or not at all. Throws when the disk refuses. */
  save(text: string): void;
  /** Leaves no trace of the reservation. Does nothing after `save`. */
  discard(): void;
}

/**
 * Reserves a path for a file: makes missing folders (mode 0700) and an empty file beside the path (mode 0600), which
 * takes the path's place in one move when it is saved. Throws `UsageError` for a path that cannot be written; `option`
 * says in messages where the path came from.
 */
export function reserveFile(path: string, option: string): ReservedFile {
  const target = targetOf(path, option);
  const draft = join(dirname(target), `.troupe-${randomBytes(6).toString("hex")}.tmp`);
  attempt({ path, option }, () => {
    makeFolder(dirname(target));
    closeSync(openSync(draft, "wx", FILE_MODE));
  });
  const discard = (): void => rmSync(draft, { force: true });
  process.on("exit", discard);
  const release = (): void => void process.off("exit", discard);
  return {
    save(text) {
      writeFileSync(draft, text, { mode: FILE_MODE });
      renameSync(draft, target);
      release();
    },
    discard() {
      discard();
      release();
    },
  };
}

// A link is followed, so that the file it names is replaced and not the link. Devices and folders are no place for it.
function targetOf(path: string, option: string): string {
  const target = resolve(path);
  let isFile: boolean;
  try {
    isFile = statSync(target).isFile();
  } catch {
    if (isLink(target)) throw new UsageError(`${option}: '${path}' is a link that leads nowhere`);
    return target;
  }
  if (path.trim() === "" || !isFile) throw new UsageError(`${option}: '${path}' is no file`);
  return realpathSync(target);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function attempt({ path, option }: { readonly path: string; readonly option: string }, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new UsageError(`${option}: '${path}' cannot be written: ${reasonOf(error)}`);
  }
}
