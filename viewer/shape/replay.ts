import type { Nodes } from "../trace/nodes.ts";

/** A run at a moment. */
export interface Summary {
  readonly begun: number;
  readonly ended: number;
  /** What the model turns that had ended used. */
  readonly tokens: number;
  readonly cost: number;
  /** What was queued or under way, the deepest last; not more than asked for. */
  readonly underWay: readonly number[];
  readonly underWayCount: number;
  /** What ended last before the moment, the latest first; not more than asked for. */
  readonly endedLast: readonly number[];
}

/** Sums a run up as it was at a moment. */
export function summaryAt(nodes: Nodes, moment: number, most: number): Summary {
  const underWay: number[] = [];
  const endedLast = new Latest(nodes, most);
  const sums = { begun: 0, ended: 0, tokens: 0, cost: 0 };
  for (let node = 1; node < nodes.count; node++) {
    const from = nodes.from[node] ?? 0;
    if (from - (nodes.waited[node] ?? 0) > moment) continue;
    if (from <= moment) sums.begun += 1;
    if ((nodes.until[node] ?? 0) > moment || nodes.steps[node]?.open !== undefined) underWay.push(node);
    else {
      sums.ended += 1;
      endedLast.add(node);
      addUse(nodes, node, sums);
    }
  }
  return { ...sums, underWay: underWay.slice(0, most), underWayCount: underWay.length, endedLast: endedLast.nodes };
}

/** The few nodes that ended last, the latest first, without sorting all of them for every frame of a replay. */
class Latest {
  readonly nodes: number[] = [];
  readonly #until: Float64Array;
  readonly #most: number;

  constructor({ until }: Nodes, most: number) {
    this.#until = until;
    this.#most = most;
  }

  add(node: number): void {
    const last = this.nodes.at(-1);
    if (this.nodes.length === this.#most && last !== undefined && this.#ended(node) < this.#ended(last)) return;
    const place = this.nodes.findIndex((at) => this.#ended(at) <= this.#ended(node));
    this.nodes.splice(place < 0 ? this.nodes.length : place, 0, node);
    if (this.nodes.length > this.#most) this.nodes.pop();
  }

  #ended(node: number): number {
    return this.#until[node] ?? 0;
  }
}

function addUse({ steps }: Nodes, node: number, sums: { tokens: number; cost: number }): void {
  const step = steps[node];
  if (step?.kind !== "model") return;
  const { inputTokens, outputTokens, cost } = step.usage.own;
  sums.tokens += inputTokens + outputTokens;
  sums.cost += cost ?? 0;
}
