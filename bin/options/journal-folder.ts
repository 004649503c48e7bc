import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { JournalStore, RunHeader } from "../../src/core/journal.ts";
import { isObject } from "../../src/core/json.ts";
import { scrubberFor } from "../../src/core/secrets.ts";
import { fileJournal } from "../../src/journal/file-journal.ts";
import { UsageError } from "../ending/usage-error.ts";
import type { RunFlags } from "./run-options.ts";

/** Options that say who runs. They are kept with a run, so that it can be taken up again without naming them once more. */
const KEPT = ["agent", "docs", "team", "model", "baseUrl", "price", "rate"] as const;
const PATHS: readonly string[] = ["agent", "docs"];

type KeptFlags = Pick<RunFlags, (typeof KEPT)[number]>;

/** The store in a folder, where each run is kept with the options that say who runs. What holds a secret is not kept. */
export function keepingStore(folder: string, flags: RunFlags): JournalStore {
  const store = storeIn(folder);
  const command = keptFrom(flags);
  return {
    create: (header) => store.create({ ...header, options: { ...header.options, command } }),
    open: (runId) => store.open(runId),
    list: () => store.list(),
  };
}

/** The store in a folder that is there already. Throws `UsageError` where there is none. */
export function existingStore(folder: string | undefined): JournalStore {
  if (folder === undefined) throw new UsageError("--journal <dir> says in which folder the runs are kept");
  if (!isFolder(folder)) throw new UsageError(`--journal: there is no folder '${folder}'`);
  return storeIn(folder);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false; // not there, or a name that can be none: links in a circle, too long
  }
}

/** The options with which a stored run was started, as far as they say who runs. */
export function keptFlags({ options }: RunHeader): KeptFlags {
  const { command } = options;
  if (!isObject(command)) return {};
  return Object.fromEntries(KEPT.flatMap((key) => (typeof command[key] === "string" ? [[key, command[key]]] : [])));
}

function storeIn(folder: string): JournalStore {
  if (folder.trim() === "") throw new UsageError("--journal is blank; name a folder");
  return fileJournal(folder);
}

// A path is kept whole, because the run may be taken up again in another folder.
function keptFrom(flags: RunFlags): Record<string, string> {
  const scrub = scrubberFor(process.env);
  const pairs = KEPT.flatMap((key) => {
    const given = flags[key];
    if (given === undefined) return [];
    const value = PATHS.includes(key) ? resolve(given) : given;
    return scrub.text(value) === value ? [[key, value] as const] : [];
  });
  return Object.fromEntries(pairs);
}
