import type { Fact, FactChange, FactStore, FactVersion } from "./fact-store.ts";

/** A fact store in memory: serves one process, for as long as the object lives. */
export function memoryFactStore(): FactStore {
  return new MemoryFactStore();
}

class MemoryFactStore implements FactStore {
  readonly #versions = new Map<string | null, FactVersion[]>();
  readonly #current = new Map<string | null, Map<string, Fact>>();
  #sequence = 0;

  async write(change: FactChange): Promise<FactVersion | null> {
    const { subject, key, kind, value } = change;
    const current = this.#current.get(subject) ?? new Map<string, Fact>();
    const versions = this.#versions.get(subject) ?? [];
    if (kind !== "remembered" && !current.has(key)) return null;
    const version = Object.freeze({ ...change, sequence: ++this.#sequence });
    this.#versions.set(subject, versions);
    versions.push(version);
    this.#current.set(subject, current);
    if (value === null) current.delete(key);
    else current.set(key, Object.freeze({ ...version, value }));
    return version;
  }

  async get(subject: string | null, key: string): Promise<Fact | undefined> {
    return this.#current.get(subject)?.get(key);
  }

  async list(subject: string | null): Promise<readonly Fact[]> {
    return [...(this.#current.get(subject)?.values() ?? [])];
  }

  async history(subject: string | null, key?: string): Promise<readonly FactVersion[]> {
    const versions = this.#versions.get(subject) ?? [];
    return versions.filter((version) => key === undefined || version.key === key);
  }

  async erase(subject: string | null): Promise<number> {
    const { length } = this.#versions.get(subject) ?? [];
    this.#versions.delete(subject);
    this.#current.delete(subject);
    return length;
  }
}
