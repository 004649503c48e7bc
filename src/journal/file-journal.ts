import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { checked } from "../core/check.ts";
import { DefinitionError } from "../core/errors.ts";
import type { JournalStore, RunHeader, RunJournal, StoredRun } from "../core/journal.ts";
import { StoreError } from "../sqlite/errors.ts";
import { makeFolder, syncFolder } from "../sqlite/folder.ts";
import { filed, journalError } from "./journal-error.ts";
import { KeptRun, type Keeper } from "./kept-run.ts";
import { isLeased, takeLease, type Lease } from "./lease.ts";
import { NO_LINES, writeLine } from "./line.ts";
import { readRunFile, RunFile, type ReadRun, type RunFileStart, type Sync } from "./run-file.ts";
import { runKey } from "./run-key.ts";
import { RunLog } from "./run-log.ts";
import { damagedRun, newestFirst, storedRun } from "./stored-run.ts";

/** How runs are kept in files. */
export interface FileJournalOptions {
  /**
   * `none` (the default): what was recorded outlives the process, however it ends. `each`: it also outlives a power
   * failure, for one more wait for the disk per line; a call writes two lines.
   */
  readonly sync?: Sync;
  /**
   * How long a process on another machine or in another container may be silent before its run can be taken over.
   * Default 60. A process that is seen to be gone does not need to be waited for.
   */
  readonly leaseSeconds?: number;
}

const SECONDS = "a number of seconds above 0";
const optionsSchema = z.strictObject(
  { sync: z.enum(["none", "each"], "'none' or 'each'").default("none"), leaseSeconds: z.number(SECONDS).positive(SECONDS).default(60) },
  "{ sync, leaseSeconds }",
);

type Settings = z.output<typeof optionsSchema>;

/**
 * Keeps runs in a folder, each in a file of its own: JSON lines, one for each thing that happened, numbered and with a
 * checksum that takes in the line before. Files are only appended to; a last line that a crash has torn is cut off when
 * the run is taken up again, damage anywhere else is a `StoreError` that names the file and the line. Folder (mode 0700)
 * and files (0600) are made by the first run. Any number of processes of one machine may use the folder at once.
 */
export function fileJournal(folder: string, options: FileJournalOptions = {}): JournalStore {
  if (typeof folder !== "string" || folder === "" || folder.includes("\0")) {
    throw new DefinitionError({ subject: "a file journal", field: "folder", value: folder, allowed: "the path of a folder" });
  }
  return new FileStore(resolve(folder), checked("a file journal", optionsSchema, options));
}

const PRIVATE_FILE = 0o600;

class FileStore implements JournalStore {
  readonly #folder: string;
  readonly #settings: Settings;

  constructor(folder: string, settings: Settings) {
    this.#folder = folder;
    this.#settings = settings;
  }

  create(header: RunHeader): RunJournal {
    filed(this.#folder, () => makeFolder(this.#folder));
    const path = this.#pathOf(header.runId);
    return this.#leased(path, (lease) => {
      if (existsSync(path)) throw journalError(path, "exists", `exists already: there is a run ${header.runId}`);
      const start = filed(path, () => this.#begin(path, header));
      return this.#journal({ path, lease, header, log: new RunLog(), start });
    });
  }

  open(runId: string): RunJournal {
    const path = this.#pathOf(runId);
    if (!existsSync(path)) throw journalError(path, "missing", `does not exist: there is no run ${runId}`);
    return this.#leased(path, (lease) => {
      const { header, log, lines, checksum, sizeBytes } = readOf(path, runId);
      return this.#journal({ path, lease, header, log, start: { lines, checksum, sizeBytes, sync: this.#settings.sync } });
    });
  }

  list(): readonly StoredRun[] {
    return newestFirst(this.#files().flatMap((name) => this.#stored(join(this.#folder, name))));
  }

  #stored(path: string): readonly StoredRun[] {
    const state = isLeased(path, this.#settings.leaseSeconds) ? "running" : "interrupted";
    try {
      return [storedRun({ ...readRunFile(path), state })];
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (error.problem === "missing") return []; // removed meanwhile
      const [, runId = path] = /run[-=]([^/\\]+)\.jsonl$/u.exec(path) ?? [];
      return [damagedRun(runId, 0, error)];
    }
  }

  #files(): readonly string[] {
    try {
      return readdirSync(this.#folder).filter((name) => RUN_FILE.test(name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
      return filed(this.#folder, () => {
        throw error;
      });
    }
  }

  #leased(path: string, use: (lease: Lease) => RunJournal): RunJournal {
    const lease = takeLease(path, this.#settings.leaseSeconds);
    try {
      return use(lease);
    } catch (error) {
      lease.release();
      throw error;
    }
  }

  // Written beside its place and then moved there: there is a whole header, or there is no such run.
  #begin(path: string, header: RunHeader): RunFileStart {
    const { sync } = this.#settings;
    const { text, end } = writeLine({ type: "header", header }, NO_LINES);
    const draft = `${path}.draft`;
    try {
      writeFileSync(draft, `${text}\n`, { mode: PRIVATE_FILE, flush: sync === "each" });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
    if (sync === "each") syncFolder(this.#folder);
    return { ...end, sizeBytes: Buffer.byteLength(text) + 1, sync };
  }

  #journal({ path, lease, header, log, start }: Opened): RunJournal {
    return new KeptRun(header, log, new FileKeeper(new RunFile(path, start), lease));
  }

  #pathOf(runId: string): string {
    return join(this.#folder, fileNameOf(runId));
  }
}

interface Opened {
  readonly path: string;
  readonly lease: Lease;
  readonly header: RunHeader;
  readonly log: RunLog;
  readonly start: RunFileStart;
}

class FileKeeper implements Keeper {
  readonly #file: RunFile;
  readonly #lease: Lease;
  #isReleased = false;

  constructor(file: RunFile, lease: Lease) {
    this.#file = file;
    this.#lease = lease;
  }

  append(entry: Parameters<Keeper["append"]>[0]): void {
    this.#lease.check();
    this.#file.append(entry);
  }

  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#file.close();
    this.#lease.release();
  }
}

const RUN_FILE = /^run[-=].+\.jsonl$/u;

function fileNameOf(runId: string): string {
  return `run${runKey(runId)}.jsonl`;
}

function readOf(path: string, runId: string): ReadRun {
  const read = readRunFile(path);
  if (read.header.runId === runId) return read;
  throw journalError(path, "damaged", `holds the run ${read.header.runId} in the place of ${runId}`);
}
