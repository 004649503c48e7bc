import { MemoryRunRows } from "../../src/journal/run-store-memory.ts";
import { QueuedRunStore, type RunStore } from "../../src/journal/run-store.ts";
import { ENGINES, temporaryPath } from "../sqlite/engines.ts";
import { storeAt } from "./run-store-cast.ts";

/** A kind of run store, to be made anew in each test. */
export interface Kind {
  readonly kind: string;
  readonly make: (keep?: number) => RunStore;
}

const KEEP = 100;

/** Every kind there is: in memory, and in a file with each SQLite of this runtime. */
export const KINDS: readonly Kind[] = [
  { kind: "in memory", make: (keep = KEEP) => new QueuedRunStore(new MemoryRunRows(keep), keep) },
  ...ENGINES.map((engine) => ({ kind: `in a file, with ${engine.name}`, make: (keep = KEEP) => storeAt(temporaryPath("runs.db"), engine, { keep }) })),
];
