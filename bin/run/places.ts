import type { Run } from "../../src/index.ts";
import { reserveArtifactFolder } from "../files/artifact-files.ts";
import { reserveFile, type ReservedFile } from "../files/reserved-file.ts";
import type { RunFlags } from "../options/run-options.ts";
import { pagesFor, type Pages } from "../pages/pages.ts";
import type { Streams } from "../terminal/streams.ts";
import { keepRun } from "./deliver.ts";

/** The options that say where a run is kept. */
export type PlaceFlags = Pick<RunFlags, "trace" | "artifacts" | "html" | "watch">;

/** The places where a run is to be kept, each made sure of before the run so that nothing is lost. End them with `release`. */
export class Places {
  readonly #flags: PlaceFlags;
  readonly #file: ReservedFile | null;
  readonly #folder: string | null;
  #pages: Pages | null = null;

  /** Makes sure of the file for the trace and of the folder for artifacts. Throws `UsageError` for one that cannot be. */
  constructor(flags: PlaceFlags) {
    const { trace, artifacts } = flags;
    this.#flags = flags;
    this.#folder = artifacts === undefined ? null : reserveArtifactFolder(artifacts);
    this.#file = trace === undefined ? null : reserveFile(trace, "--trace");
  }

  /** Opens the pages of the run. Rejects with `UsageError` for one that cannot be. */
  async openPages(tell: (line: string) => void): Promise<Pages> {
    return (this.#pages = await pagesFor(this.#flags, tell));
  }

  /** Keeps the run in every place. False when one did not take it, which is said. */
  keep(run: Run, tell: (line: string) => void, streams: Streams): Promise<boolean> {
    return keepRun(run, { file: this.#file, folder: this.#folder, pages: this.#pages }, tell, streams);
  }

  /** Leaves nothing behind of what was not kept, and closes the pages. */
  release(): void {
    this.#file?.discard();
    this.#pages?.close();
  }
}
