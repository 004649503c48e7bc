import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { headerOf, recordOf } from "./headers.ts";
import { storeAt, type StoreName } from "./stores.ts";

// A process that may not write all it wants: it says how many records were kept, and what the store said then.

interface Hindrance {
  readonly store: StoreName;
  readonly path: string;
  readonly hindrance: "full" | "read-only";
}

const { store, path, hindrance } = JSON.parse(process.argv[2] ?? "") as Hindrance;
process.stdout.write(JSON.stringify(hindrance === "full" ? fill() : writeWithoutRight()));

// Files may not become larger than the limit with which this process was started.
function fill(): unknown {
  const journal = storeAt(store, path).create(headerOf("one"));
  for (let kept = 0; ; kept++) {
    const problem = problemOf(() => journal.record(recordOf(kept, "x".repeat(4_000))));
    if (problem !== null) return { kept, problem, again: problemOf(() => journal.record(recordOf(kept, "x".repeat(40_000)))) === null };
  }
}

// Root may write everything, so it first becomes somebody else.
function writeWithoutRight(): unknown {
  const nobody = 65_534;
  const inside = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
  const all = [dirname(path), path, ...inside];
  for (const owned of all) {
    chmodSync(owned, statSync(owned).mode & 0o555);
    if (process.getuid?.() === 0) chownSync(owned, nobody, nobody);
  }
  if (process.getuid?.() === 0) process.setuid?.(nobody);
  const problem = problemOf(() => storeAt(store, path).open("one"));
  for (const owned of all) chmodSync(owned, statSync(owned).mode | 0o200);
  return { problem };
}

function problemOf(act: () => unknown): string | null {
  try {
    act();
    return null;
  } catch (error) {
    return `${(error as Error).name} ${(error as { problem?: string }).problem}: ${(error as Error).message}`;
  }
}
