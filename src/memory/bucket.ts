import { DefinitionError } from "../core/errors.ts";
import type { Fact, FactChange, FactStore, FactVersion, Provenance } from "./fact-store.ts";

/** One subject's part of a store, or, without a subject, the part that all share. White space around keys does not count. */
export class Bucket {
  readonly subject: string | null;
  readonly #store: FactStore;

  constructor(store: FactStore, subject?: string) {
    this.#store = checkedStore(store);
    this.subject = checkedSubject(subject);
  }

  /** What is known now, sorted by key. */
  async list(): Promise<readonly Fact[]> {
    return sorted(await this.#store.list(this.subject));
  }

  get(key: string): Promise<Fact | undefined> {
    return this.#store.get(this.subject, key.trim());
  }

  history(key?: string): Promise<readonly FactVersion[]> {
    return this.#store.history(this.subject, key?.trim());
  }

  /** Writes one change; resolves to whether it was made. */
  async write(change: Pick<FactChange, "kind" | "key" | "value">, from: Provenance): Promise<boolean> {
    const version = await this.#store.write({ ...change, key: change.key.trim(), subject: this.subject, ...from });
    return version !== null;
  }
}

/** What is known after a history, sorted by key. */
export function knownAfter(history: readonly FactVersion[]): readonly Fact[] {
  const known = new Map<string, Fact>();
  for (const version of history) {
    if (version.value === null) known.delete(version.key);
    else known.set(version.key, { ...version, value: version.value });
  }
  return sorted([...known.values()]);
}

function sorted(facts: readonly Fact[]): readonly Fact[] {
  return [...facts].sort((a, b) => (a.key < b.key ? -1 : 1));
}

function checkedStore(store: unknown): FactStore {
  const given = store as Partial<FactStore> | null | undefined;
  const isStore = [given?.write, given?.get, given?.list, given?.history].every((method) => typeof method === "function");
  if (isStore) return store as FactStore; // the line above has looked
  throw new DefinitionError({
    subject: "facts",
    field: "store",
    value: store,
    allowed: "a FactStore: { write, get, list, history, erase }",
  });
}

// Not null: an id that a program failed to find would otherwise open the bucket that all share.
function checkedSubject(subject: unknown): string | null {
  if (subject === undefined || typeof subject === "string") return subject ?? null;
  throw new DefinitionError({
    subject: "facts",
    field: "subject",
    value: subject,
    allowed: "a text, or nothing for the facts that all share",
  });
}
