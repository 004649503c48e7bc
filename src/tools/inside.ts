import { constants, type BigIntStats } from "node:fs";
import { lstat, open, readlink, realpath, type FileHandle } from "node:fs/promises";
import { join, sep } from "node:path";
import { AgentToolError } from "../index.ts";

/** A file below a folder, and what of it may be read. */
export interface InsideFile {
  /** The folder's real path, with no symbolic link in it. */
  readonly folder: string;
  /** The file's path below the folder. */
  readonly path: string;
  /** What the file is called in messages; never its path on this machine. */
  readonly shownAs: string;
  /** A larger file is refused. */
  readonly maxBytes: number;
  /** Reads only the beginning, this many bytes. Default: all of it. */
  readonly firstBytes?: number;
  /** Called between the steps, for tests that change the folder there. */
  readonly onStep?: (step: "checked" | "opened") => void;
  /** The path of an open file as the system knows it, or null where it does not tell. Default: what Linux says. */
  readonly pathOf?: (fileDescriptor: number) => Promise<string | null>;
}

// Not blocked by a FIFO without a writer, and no link in the last place. Windows has neither flag.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a text file that must lie in the folder itself, like `bytesInside`. Bytes that are no UTF-8 become `\uFFFD`.
 * Throws `AgentToolError` for anything but a regular text file of a fitting size.
 */
export async function readInside(file: InsideFile): Promise<string> {
  return textOf(file, await bytesInside(file));
}

/**
 * The bytes of a file that must lie in the folder itself: no symbolic link anywhere below the folder is followed, and
 * what was opened is compared with what was checked, so that a file or folder swapped in between is caught. Throws
 * `AgentToolError` for anything but a regular file of a fitting size.
 */
export async function bytesInside(file: InsideFile): Promise<Uint8Array> {
  try {
    checkIsFile(file, await statInside(file));
    file.onStep?.("checked");
    const handle = await open(join(file.folder, file.path), OPEN_FLAGS);
    try {
      file.onStep?.("opened");
      return await readChecked(file, handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw readableError(file, error);
  }
}

async function readChecked(file: InsideFile, handle: FileHandle): Promise<Uint8Array> {
  const opened = await handle.stat({ bigint: true });
  checkIsFile(file, opened);
  const present = await statInside(file);
  if (present.dev !== opened.dev || present.ino !== opened.ino) throw swapped(file.shownAs);
  await checkOpenedPath(file, handle);
  return bytesOf(handle, Math.min(Number(opened.size), file.firstBytes ?? file.maxBytes));
}

/** The state of what stands at the path; refuses a path that a link leads elsewhere. */
async function statInside({ folder, path, shownAs }: InsideFile): Promise<BigIntStats> {
  const whole = join(folder, path);
  const isBelow = whole.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  if (!isBelow) throw new AgentToolError(`'${shownAs}' leads out of the folder`);
  if ((await realpath(whole)) !== whole) throw linked(shownAs);
  return lstat(whole, { bigint: true });
}

function checkIsFile({ shownAs, maxBytes }: InsideFile, stats: BigIntStats): void {
  if (!stats.isFile()) throw new AgentToolError(`'${shownAs}' is not a regular file`);
  if (stats.size <= BigInt(maxBytes)) return;
  throw new AgentToolError(`'${shownAs}' has ${stats.size} bytes; files of at most ${maxBytes} bytes can be read`);
}

// Comparing paths before and after can be fooled by folders swapped back and forth at the right moments. Where the
// system tells which file a handle belongs to, its word is final.
async function checkOpenedPath({ folder, path, shownAs, pathOf = pathOnLinux }: InsideFile, handle: FileHandle): Promise<void> {
  const opened = await pathOf(handle.fd);
  if (opened !== null && opened !== join(folder, path)) throw swapped(shownAs);
}

/** The path of an open file as Linux knows it; null on systems that do not tell. */
export async function pathOnLinux(fileDescriptor: number): Promise<string | null> {
  try {
    return await readlink(`/proc/self/fd/${fileDescriptor}`);
  } catch {
    return null;
  }
}

/** What is said of a path with a symbolic link in it. */
export function linked(shownAs: string): AgentToolError {
  return new AgentToolError(`'${shownAs}' is reached through a symbolic link, which is not followed`);
}

function swapped(shownAs: string): AgentToolError {
  return new AgentToolError(`'${shownAs}' was replaced while it was being opened`);
}

async function bytesOf(handle: FileHandle, size: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

function textOf({ shownAs, firstBytes }: InsideFile, bytes: Uint8Array): string {
  if (bytes.includes(0)) throw new AgentToolError(`'${shownAs}' is a binary file`);
  // As a stream, a character cut off at the end of a partial read is left out instead of replaced.
  return new TextDecoder().decode(bytes, { stream: firstBytes !== undefined });
}

// The system's own messages carry paths of this machine, which are no business of a model.
function readableError({ shownAs }: InsideFile, error: unknown): unknown {
  if (error instanceof AgentToolError) return error;
  const { code } = error as { code?: unknown };
  if (code === "ENOENT" || code === "ENOTDIR") return new AgentToolError(`'${shownAs}' is not there any more`);
  if (code === "ELOOP") return linked(shownAs);
  return typeof code === "string" ? new AgentToolError(`'${shownAs}' cannot be read: ${code}`) : error;
}
