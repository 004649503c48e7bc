import type { RunRecord, Step } from "../../src/core/run.ts";
import { nodesOf, type Nodes } from "./nodes.ts";
import { odditiesOf } from "./oddities.ts";
import { repaired } from "./repair.ts";

/** A time window, in milliseconds from the start of the run. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A run, opened: what it holds, its nodes, how far it reaches in time, and what is odd about it. */
export interface Trace {
  /** Where it came from: the name of a file, or the run's id. */
  readonly name: string;
  readonly run: RunRecord;
  readonly nodes: Nodes;
  /** From the first moment of anything in it to the last; never empty. */
  readonly span: Span;
  readonly notes: readonly string[];
  /** The first node that has this id. */
  readonly nodeOf: (id: string) => number | null;
}

/** Opens what JSON holds as a trace; null when it is none. `notes` are what was already found out about it. */
export function openedTrace(value: unknown, name: string, notes: readonly string[] = []): Trace | null {
  const found = repaired(value);
  if (!found) return null;
  const { run } = found;
  const nodes = nodesOf(run);
  return {
    name: name || run.id,
    run,
    nodes,
    span: spanOf(nodes),
    notes: [...notes, ...found.notes, ...odditiesOf(run, nodes)],
    nodeOf: lookup(nodes),
  };
}

function spanOf({ count, from, until, waited }: Nodes): Span {
  let first = 0;
  let last = 0;
  for (let node = 0; node < count; node++) {
    first = Math.min(first, (from[node] ?? 0) - (waited[node] ?? 0));
    last = Math.max(last, until[node] ?? 0);
  }
  return { from: first, until: Math.max(last, first + 1) };
}

// Made when the first link is followed: most readers of a large trace follow none.
function lookup(nodes: Nodes): Trace["nodeOf"] {
  let known: Map<string, number> | null = null;
  return (id) => {
    if (!known) {
      known = new Map();
      for (let node = nodes.count - 1; node > 0; node--) known.set((nodes.steps[node] as Step).id, node); // only node 0 has none
    }
    return known.get(id) ?? null;
  };
}
