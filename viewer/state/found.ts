import { matchingSteps } from "../../src/trace/find/matching-steps.ts";
import { readQuery } from "../../src/trace/find/query.ts";
import type { Trace } from "../trace/trace.ts";

/** What a query finds: nodes, or what is wrong with it; neither for a query without words. */
export interface Found {
  readonly found: ReadonlySet<number> | null;
  readonly problem: string | null;
}

const NOT_ASKED: Found = { found: null, problem: null };

let latest: { readonly trace: Trace; readonly query: string; readonly result: Found } | null = null;

/** Looks for steps. The last answer is kept, because everything on the page asks the same question. */
export function foundIn(trace: Trace, query: string): Found {
  if (latest?.trace !== trace || latest.query !== query) latest = { trace, query, result: search(trace, query) };
  return latest.result;
}

function search(trace: Trace, text: string): Found {
  if (text.trim() === "") return NOT_ASKED;
  const query = readQuery(text);
  if (!query.ok) return { found: null, problem: `“${query.problem.part}”: allowed are ${query.problem.allowed}` };
  return { found: nodesOf(trace, matchingSteps(trace.run, query.terms)), problem: null };
}

// Both lists are in the order of the tree, so one walk along them is enough.
function nodesOf({ nodes }: Trace, steps: ReturnType<typeof matchingSteps>): Set<number> {
  const found = new Set<number>();
  let next = 0;
  for (let node = 1; node < nodes.count && next < steps.length; node++) {
    if (nodes.steps[node] !== steps[next]?.step) continue;
    found.add(node);
    next += 1;
  }
  return found;
}
