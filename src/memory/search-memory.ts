import type { PassageIndex } from "../search/passage-index.ts";
import type { RecallHit, RecallMemory } from "./recall.ts";

/** A text to be found again, with where it comes from. */
export interface MemoryText {
  readonly text: string;
  readonly source?: string;
}

/** A fuzzy memory in this process. */
export interface SearchMemory extends RecallMemory {
  /** Adds texts, which every later search finds. */
  add(texts: Iterable<string | MemoryText>): void;
  search(query: string, limit: number): Promise<readonly RecallHit[]>;
}

/**
 * Makes a memory that finds texts by their words: whole, begun, or with one letter wrong. It knows words, not meanings;
 * for meanings, give `recall` a memory of your own over an embedding store. The search is loaded when it is first used.
 */
export function searchMemory(texts: Iterable<string | MemoryText> = []): SearchMemory {
  const memory = new IndexedMemory();
  memory.add(texts);
  return memory;
}

class IndexedMemory implements SearchMemory {
  readonly #texts: MemoryText[] = [];
  #indexed = 0;
  #index: Promise<PassageIndex> | undefined;

  add(texts: Iterable<string | MemoryText>): void {
    for (const text of texts) this.#texts.push(typeof text === "string" ? { text } : { ...text });
  }

  async search(query: string, limit: number): Promise<readonly RecallHit[]> {
    this.#index = this.#upToDate(this.#index ?? emptyIndex());
    const index = await this.#index;
    return index.search(query, limit).flatMap(({ passage, score }) => {
      const found = this.#texts[passage.line];
      return found ? [{ ...found, score }] : [];
    });
  }

  // Each text is a passage whose line is its place in the list.
  async #upToDate(loading: Promise<PassageIndex>): Promise<PassageIndex> {
    const index = await loading;
    const added = this.#texts
      .slice(this.#indexed)
      .map(({ text }, place) => ({ document: "", heading: "", line: this.#indexed + place, text }));
    this.#indexed = this.#texts.length;
    await index.add(added);
    return index;
  }
}

async function emptyIndex(): Promise<PassageIndex> {
  const { PassageIndex } = await import("../search/passage-index.ts");
  return new PassageIndex();
}
