import type { Nodes } from "../trace/nodes.ts";
import type { Span } from "../trace/trace.ts";

/** How much was under way in each of equally long stretches of a span, on average; `most` is the highest sum of all. */
export interface Load {
  readonly models: Float32Array;
  readonly tools: Float32Array;
  readonly waiting: Float32Array;
  readonly most: number;
}

/** Counts, for each of `stretches` parts of the span, the model calls and tool calls under way and the calls that waited. */
export function loadOf(nodes: Nodes, span: Span, stretches: number): Load {
  const perMs = stretches / Math.max(1e-9, span.until - span.from);
  const [models, tools, waiting] = [new Cover(stretches), new Cover(stretches), new Cover(stretches)];
  for (let node = 1; node < nodes.count; node++) {
    const kind = nodes.steps[node]?.kind;
    const from = ((nodes.from[node] ?? 0) - span.from) * perMs;
    const until = ((nodes.until[node] ?? 0) - span.from) * perMs;
    const waited = (nodes.waited[node] ?? 0) * perMs;
    if (waited > 0) waiting.add(from - waited, from);
    if (kind === "model") models.add(from, until);
    if (kind === "tool") tools.add(from, until);
  }
  const load = { models: models.averages(), tools: tools.averages(), waiting: waiting.averages() };
  return { ...load, most: mostOf(load) };
}

/** Adds stretches up without walking along them: changes at their ends, summed once. */
class Cover {
  readonly #size: number;
  readonly #partly: Float64Array;
  readonly #fully: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#partly = new Float64Array(size + 1);
    this.#fully = new Float64Array(size + 2);
  }

  add(from: number, until: number): void {
    const begin = Math.max(0, Math.min(this.#size, from));
    const end = Math.max(begin, Math.min(this.#size, until));
    const first = Math.floor(begin);
    const last = Math.floor(end);
    if (first === last) return bump(this.#partly, first, end - begin);
    bump(this.#partly, first, first + 1 - begin);
    bump(this.#partly, last, end - last);
    bump(this.#fully, first + 1, 1);
    bump(this.#fully, last, -1);
  }

  averages(): Float32Array {
    const sums = new Float32Array(this.#size);
    let full = 0;
    for (let place = 0; place < this.#size; place++) {
      full += this.#fully[place] ?? 0;
      sums[place] = full + (this.#partly[place] ?? 0);
    }
    return sums;
  }
}

function bump(list: Float64Array, place: number, by: number): void {
  list[place] = (list[place] ?? 0) + by;
}

function mostOf({ models, tools, waiting }: Omit<Load, "most">): number {
  let most = 0;
  for (let place = 0; place < models.length; place++) {
    most = Math.max(most, (models[place] ?? 0) + (tools[place] ?? 0) + (waiting[place] ?? 0));
  }
  return most;
}
