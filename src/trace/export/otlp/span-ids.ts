/** Gives out ids in hexadecimal that depend on the texts alone, no two of one maker the same. */
export class SpanIds {
  readonly traceId: string;
  readonly #runId: string;
  readonly #given = new Set<string>();
  readonly #next = new Map<string, number>(); // of a key that was given before: so a trace whose ids are all one takes no longer

  constructor(runId: string) {
    this.#runId = runId;
    this.traceId = hexOf(runId, 4);
  }

  /** 16 digits, never all zero. The same key again, as a trace whose ids are not unique may have it, gets another id. */
  spanId(key: string): string {
    let id = hexOf(`${this.#runId}\n${key}`, 2);
    if (this.#given.has(id)) id = this.#another(key);
    this.#given.add(id);
    return id;
  }

  #another(key: string): string {
    for (let again = this.#next.get(key) ?? 1; ; again++) {
      const id = hexOf(`${this.#runId}\n${key}\n${again}`, 2);
      if (this.#given.has(id)) continue;
      this.#next.set(key, again + 1);
      return id;
    }
  }
}

const SEEDS = [0x9e3779b9, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];
const MULTIPLIERS = [0x01000193, 0x5bd1e995, 0x2c1b3c6d, 0x297a2d39];

// A fingerprint, not a signature: it has to tell texts apart, and to run where there is no crypto module.
function hexOf(text: string, lanes: number): string {
  let hex = "";
  for (let lane = 0; lane < lanes; lane++) hex += mixed(text, SEEDS[lane] ?? 0, MULTIPLIERS[lane] ?? 0).toString(16).padStart(8, "0");
  return /^0+$/u.test(hex) ? hex.replace(/0$/u, "1") : hex;
}

function mixed(text: string, seed: number, multiplier: number): number {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), multiplier);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
