import type { Life, Placed, Places } from "../../analyse/places/places.ts";

/** A call in a lane, in milliseconds since the epoch. */
export interface Slice {
  readonly placed: Placed;
  readonly startedAt: number;
  readonly endedAt: number;
}

/** One agent's model calls and tool calls, none of which overlap; what runs side by side has lanes of its own. */
export interface Lane {
  readonly life: Life;
  /** 0 for the agent's main lane; the others hold calls that ran beside those of the main one. */
  readonly row: number;
  /** What the lane covers: the agent's life, longer where clocks differ. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** In order of time. Each ends before the next one starts. */
  readonly slices: readonly Slice[];
}

/** The lanes of a run, an agent's own together and before those of its specialists. */
export function lanesOf({ lives }: Places): Lane[] {
  return lives.flatMap(lanesOfLife);
}

/** The instant from which all lanes count. */
export function originOf(lanes: readonly Lane[]): number {
  return lanes.reduce((earliest, { startedAt }) => Math.min(earliest, startedAt), lanes[0]?.startedAt ?? 0);
}

function lanesOfLife(life: Life): Lane[] {
  const calls = life.steps.filter(({ step }) => step.kind !== "agent").sort(({ span: one }, { span: other }) => {
    return one.startedAt - other.startedAt || one.endedAt - other.endedAt; // what took no time finds room before what did
  });
  const rows = new Rows();
  for (const call of calls) rows.add(call);
  const startedAt = calls.reduce((earliest, { span }) => Math.min(earliest, span.startedAt), life.span.startedAt);
  const endedAt = calls.reduce((latest, { span }) => Math.max(latest, span.endedAt), life.span.endedAt);
  return rows.slices.map((slices, row) => ({ life, row, startedAt, endedAt, slices }));
}

const NOISE_MS = 0.002; // a call that begins when another ends may seem to begin a moment before: times are kept to the microsecond

class Rows {
  readonly slices: Slice[][] = [[]];
  /** The rows beside the main one, the one that is free last first. */
  readonly #lastFirst: { readonly row: number; readonly freeAt: number }[] = [];
  #mainFreeAt = -Infinity;

  add(placed: Placed): void {
    const { startedAt, endedAt } = placed.span;
    const isMainFree = this.#mainFreeAt <= startedAt + NOISE_MS;
    const free = isMainFree ? { row: 0, freeAt: this.#mainFreeAt } : this.#besideFrom(startedAt);
    const from = Math.max(startedAt, free.freeAt);
    const to = Math.max(from, endedAt);
    this.slices[free.row]?.push({ placed, startedAt: from, endedAt: to });
    if (free.row === 0) this.#mainFreeAt = to;
    else this.#keep({ row: free.row, freeAt: to });
  }

  #besideFrom(startedAt: number): { readonly row: number; readonly freeAt: number } {
    const first = this.#lastFirst.at(-1);
    if (first && first.freeAt <= startedAt + NOISE_MS) {
      this.#lastFirst.pop();
      return first;
    }
    return { row: this.slices.push([]) - 1, freeAt: -Infinity };
  }

  #keep(row: { readonly row: number; readonly freeAt: number }): void {
    let [low, high] = [0, this.#lastFirst.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#lastFirst[middle]?.freeAt ?? 0) > row.freeAt) low = middle + 1;
      else high = middle;
    }
    this.#lastFirst.splice(low, 0, row);
  }
}
