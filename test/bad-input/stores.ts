import { facts, runStore, sqliteFactStore } from "../../src/index.ts";
import { ended } from "../journal/run-store-cast.ts";

/** A store in a file as these tests see it: things with names, each of some kilobytes. */
export interface NamedThings {
  /** Resolves when the thing is on the disk. */
  write(name: string): Promise<unknown>;
  /** The names of all things, sorted. */
  names(): Promise<readonly string[]>;
}

/** The kinds of stores that keep things in a file. */
export type StoreName = "facts" | "runs";

const FACT = "x".repeat(1_900);
const BUSY_SECONDS = 0.02;

/** What is kept at a path, by its kind. */
export const STORES: Readonly<Record<StoreName, (path: string) => NamedThings>> = {
  facts(path) {
    const known = facts(sqliteFactStore(path, { busyTimeoutSeconds: BUSY_SECONDS }));
    return { write: (name) => known.remember(name, FACT), names: async () => (await known.list()).map(({ key }) => key).sort() };
  },
  runs(path) {
    const store = runStore({ path, keep: 10_000, busyTimeoutSeconds: BUSY_SECONDS });
    return {
      write(name) {
        store.runEnded(ended(name));
        return store.settled();
      },
      names: async () => (await store.list()).map(({ id }) => id).sort(),
    };
  },
};
