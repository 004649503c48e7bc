import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { identifiersIn } from "./identifiers.ts";
import type { Passage } from "./passage.ts";
import { queryTerms, termsOf } from "./terms.ts";

/** A passage that a query found; `terms` are the terms of the passage that matched. */
export interface Hit {
  readonly passage: Passage;
  readonly score: number;
  readonly terms: ReadonlySet<string>;
}

interface Entry {
  readonly id: number;
  readonly document: string;
  readonly heading: string;
  readonly identifiers: string;
  readonly text: string;
}

const BOOST = { document: 3, heading: 2.5, identifiers: 1.5, text: 1 };
const MIN_PREFIX_CHARS = 3;
const MIN_FUZZY_CHARS = 5;
const CHARS_PER_TURN = 20_000; // some 10 ms of work, then the event loop gets its turn

/** Passages, found by their words: whole, begun (`prior` finds priority) or with one letter wrong. */
export class PassageIndex {
  readonly #passages: Passage[] = [];
  readonly #weights: number[] = [];
  readonly #index: MiniSearch<Entry>;
  #charsThisTurn = 0;

  constructor() {
    this.#index = new MiniSearch<Entry>({
      fields: Object.keys(BOOST),
      tokenize: termsOf,
      processTerm: (term) => term,
      searchOptions: {
        boost: BOOST,
        tokenize: (query) => queryTerms(query, (term) => this.#isKnown(term)),
        prefix: (term) => term.length >= MIN_PREFIX_CHARS,
        fuzzy: (term) => (term.length >= MIN_FUZZY_CHARS ? 1 : false),
        boostDocument: (id) => this.#weights[id as number] ?? 1, // ids are the positions given below
      },
    });
  }

  /** How many passages there are to find. */
  get size(): number {
    return this.#passages.length;
  }

  /** Adds passages; `weight` multiplies their score. Yields to the event loop as it goes; rejects with the signal's reason. */
  async add(
    passages: readonly Passage[],
    { weight = 1, signal }: { readonly weight?: number; readonly signal?: AbortSignal } = {},
  ): Promise<void> {
    for (const passage of passages) {
      this.#addOne(passage, weight);
      this.#charsThisTurn += passage.text.length;
      if (this.#charsThisTurn < CHARS_PER_TURN) continue;
      this.#charsThisTurn = 0;
      await setImmediate();
      signal?.throwIfAborted();
    }
  }

  /** The best passages first, at most `limit` of them; none when no word of the query occurs. */
  search(query: string, limit: number): Hit[] {
    return this.#index
      .search(query)
      .slice(0, limit)
      .flatMap(({ id, score, terms }) => {
        const passage = this.#passages[id as number]; // ids are the positions given below
        return passage ? [{ passage, score, terms: new Set(terms) }] : [];
      });
  }

  #isKnown(term: string): boolean {
    return this.#index.search(term, { tokenize: () => [term], prefix: false, fuzzy: false }).length > 0;
  }

  #addOne(passage: Passage, weight: number): void {
    const { document, heading, text } = passage;
    const id = this.#passages.push(passage) - 1;
    this.#weights.push(weight);
    this.#index.add({ id, document, heading, identifiers: identifiersIn(text), text });
  }
}
