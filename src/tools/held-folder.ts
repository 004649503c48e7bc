import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AgentToolError } from "../index.ts";
import { lookAlike } from "./file-name.ts";
import { linked } from "./inside.ts";

// Windows has neither flag.
const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** Where a folder stands, and what it is called in messages. */
interface Place {
  /** A real path: no symbolic link in it. */
  readonly path: string;
  /** The file that all this is about. */
  readonly shownAs: string;
  /** The path of an open file as the system knows it, or null where it does not tell. */
  readonly pathOf: (fileDescriptor: number) => Promise<string | null>;
}

/**
 * A folder kept open, so that what is done in it is done in this very folder, whatever is renamed or linked meanwhile.
 * Where the system lets files be named through an open folder (Linux) that holds strictly. Elsewhere names are used, and
 * `check` finds out whether the folder has been swapped.
 */
export class HeldFolder {
  readonly #place: Place;
  readonly #handle: FileHandle | null;
  readonly #isNamed: boolean;

  private constructor(place: Place, handle: FileHandle | null, isNamed: boolean) {
    this.#place = place;
    this.#handle = handle;
    this.#isNamed = isNamed;
  }

  /** Opens a folder by its real path. Close it. */
  static async open(place: Place): Promise<HeldFolder> {
    return HeldFolder.#held(place, place.path);
  }

  // `reachedBy` names the folder for the system, `place` says where it then has to stand.
  static async #held(place: Place, reachedBy: string): Promise<HeldFolder> {
    const handle = await open(reachedBy, FOLDER_FLAGS).catch(noFolderHandles);
    try {
      const isNamed = handle !== null && (await place.pathOf(handle.fd)) !== null;
      const folder = new HeldFolder(place, handle, isNamed);
      await folder.check();
      return folder;
    } catch (error) {
      await handle?.close();
      throw error;
    }
  }

  /** The path that leads to a name in this folder, for the system's calls and for nobody to see. */
  child(name: string): string {
    return this.#isNamed ? `/proc/self/fd/${this.#handle?.fd}/${name}` : join(this.#place.path, name);
  }

  /** Opens a folder in this one, made when it is missing. Refuses a link and anything else that is no folder. */
  async enter(name: string): Promise<HeldFolder> {
    const { shownAs, path } = this.#place;
    const present = await lstat(this.child(name)).catch(noneIfMissing);
    if (present?.isSymbolicLink()) throw linked(shownAs);
    if (present && !present.isDirectory()) throw new AgentToolError(`'${shownAs}' leads through '${name}', which is no folder`);
    await this.refuseLookAlike(name);
    if (!present) await this.#make(name);
    return HeldFolder.#held({ ...this.#place, path: join(path, name) }, this.child(name));
  }

  async #make(name: string): Promise<void> {
    await mkdir(this.child(name)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error; // somebody else was faster; it is checked like any other
    });
  }

  /** Refuses a name that a system without upper and lower case takes for another one that is there. */
  async refuseLookAlike(name: string): Promise<void> {
    const other = lookAlike(name, await readdir(this.child(".")));
    if (other === undefined) return;
    throw new AgentToolError(
      `'${this.#place.shownAs}' differs from '${other}', which is there, in no more than case: the same name on some systems`,
    );
  }

  /** Throws when this folder no longer stands where it stood. */
  async check(): Promise<void> {
    const { path, shownAs, pathOf } = this.#place;
    const stands = this.#isNamed && this.#handle ? await pathOf(this.#handle.fd) : await realpath(path);
    if (stands !== path) throw moved(shownAs);
    if (this.#isNamed || !this.#handle) return;
    const [held, present] = await Promise.all([this.#handle.stat({ bigint: true }), lstat(path, { bigint: true })]);
    if (held.ino !== present.ino || held.dev !== present.dev) throw moved(shownAs);
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }
}

/** Where files open by their handle in every other way, a folder does not on Windows; names must do there. */
function noFolderHandles(error: unknown): null {
  const { code } = error as { code?: unknown };
  if (process.platform === "win32" && (code === "EISDIR" || code === "EPERM" || code === "EACCES")) return null;
  throw error;
}

function moved(shownAs: string): AgentToolError {
  return new AgentToolError(`'${shownAs}' was not written: a folder on the way to it was moved or replaced meanwhile`);
}

/** For a look at something that may not be there. */
export function noneIfMissing(error: unknown): null {
  if ((error as { code?: unknown }).code === "ENOENT") return null;
  throw error;
}
