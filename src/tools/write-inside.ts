import { randomBytes } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { lstat, open, rename, unlink, type FileHandle } from "node:fs/promises";
import { AgentToolError } from "../index.ts";
import { partsOf, shownName } from "./file-name.ts";
import { HeldFolder, noneIfMissing } from "./held-folder.ts";
import { bytesInside, pathOnLinux } from "./inside.ts";

/** A file to be written below a folder. */
export interface FileToWrite {
  /** The folder's real path, with no symbolic link in it. */
  readonly folder: string;
  /** The file's name below the folder, with `/` between folders, as a model gave it. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What the file must still hold when it is replaced; without it whatever is there is replaced. */
  readonly replaces?: Uint8Array;
  /** Nothing is changed any more once it has fired. */
  readonly signal: AbortSignal;
  /** Called between the steps, for tests that change the folder there. */
  readonly onStep?: (step: "checked" | "opened" | "written") => void;
  /** The path of an open file as the system knows it, or null where it does not tell. Default: what Linux says. */
  readonly pathOf?: (fileDescriptor: number) => Promise<string | null>;
}

// Never an existing file, and no link in the last place.
const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const PERMISSIONS = 0o777; // of a mode; no bit that lends a program its owner's rights is passed on

/**
 * Writes a whole file, making the folders that are missing: first beside its place, then in one step into it, so that
 * nobody ever sees half of it. A file that is replaced keeps its permissions. Follows no symbolic link and replaces
 * nothing but regular files. Throws `AgentToolError`, and leaves everything as it was, where it cannot.
 */
export async function writeInside(file: FileToWrite): Promise<"created" | "replaced"> {
  const parts = partsOf(file.name);
  const folders = parts.slice(0, -1);
  const name = parts.at(-1) ?? "";
  file.signal.throwIfAborted();
  try {
    const place = { path: file.folder, shownAs: shownName(file.name), pathOf: file.pathOf ?? pathOnLinux };
    const folder = await entered(await HeldFolder.open(place), folders);
    try {
      return await writeIn(folder, name, file);
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw readableError(file, error);
  }
}

async function entered(top: HeldFolder, names: readonly string[]): Promise<HeldFolder> {
  let folder = top;
  for (const name of names) {
    try {
      const inner = await folder.enter(name);
      await folder.close();
      folder = inner;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }
  return folder;
}

async function writeIn(folder: HeldFolder, name: string, file: FileToWrite): Promise<"created" | "replaced"> {
  const present = await lstat(folder.child(name)).catch(noneIfMissing);
  if (present) checkMayBeReplaced(file, present);
  await folder.refuseLookAlike(name);
  file.onStep?.("checked");
  const temporary = `.${randomBytes(12).toString("hex")}.tmp`;
  try {
    await writeTemporary(folder, temporary, file, present);
    file.onStep?.("written");
    if (file.replaces) await checkHolds(file, file.replaces);
    await folder.check();
    file.signal.throwIfAborted();
    await rename(folder.child(temporary), folder.child(name));
  } catch (error) {
    await unlink(folder.child(temporary)).catch(() => undefined); // there is none when it could not be made
    throw error;
  }
  return present ? "replaced" : "created";
}

function checkMayBeReplaced({ name }: FileToWrite, present: Stats): void {
  if (present.isSymbolicLink()) throw new AgentToolError(`'${shownName(name)}' is a symbolic link, which is neither followed nor replaced`);
  if (!present.isFile()) throw new AgentToolError(`'${shownName(name)}' is not a regular file`);
  if ((present.mode & 0o200) === 0) throw new AgentToolError(`'${shownName(name)}' is read-only`);
}

async function writeTemporary(folder: HeldFolder, temporary: string, file: FileToWrite, present: Stats | null): Promise<void> {
  const handle = await open(folder.child(temporary), NEW_FILE, 0o666); // less what the process masks
  try {
    file.onStep?.("opened");
    await folder.check(); // nothing is written before it is sure where to
    await handle.writeFile(file.bytes);
    if (present) await keepPermissions(handle, present);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function keepPermissions(handle: FileHandle, { mode }: Stats): Promise<void> {
  await handle.chmod(mode & PERMISSIONS);
}

async function checkHolds({ folder, name, pathOf }: FileToWrite, expected: Uint8Array): Promise<void> {
  const file = {
    folder,
    path: partsOf(name).join("/"),
    shownAs: shownName(name),
    maxBytes: expected.length,
    ...(pathOf ? { pathOf } : {}),
  };
  const present = await bytesInside(file).catch(() => null); // a link, a folder, a longer file: not the one that was read
  if (present && Buffer.from(present).equals(expected)) return;
  throw new AgentToolError(`'${shownName(name)}' was not written: it was changed by somebody else meanwhile`);
}

// The system's own messages carry paths of this machine, which are no business of a model.
function readableError({ name }: FileToWrite, error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (error instanceof AgentToolError || typeof code !== "string") return error;
  if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") {
    return new AgentToolError(`'${shownName(name)}' was not written: what stood there is gone`);
  }
  return new AgentToolError(`'${shownName(name)}' cannot be written: ${code}`);
}
