import type { AgentDiff, RunDiff, StepDiff } from "../../src/trace/diff/run-diff.ts";

/** A row of a diff: an agent in both runs, or one of its steps that is not the same. */
export type DiffRow =
  | { readonly kind: "agent"; readonly depth: number; readonly agent: AgentDiff }
  | { readonly kind: "step"; readonly depth: number; readonly step: StepDiff };

/** The rows of a diff in the order of the tree; without what is the same, unless that is asked for. */
export function diffRowsOf(diff: RunDiff, withSame: boolean): DiffRow[] {
  const rows: DiffRow[] = [];
  const open: { agent: AgentDiff; depth: number }[] = [{ agent: diff.root, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { agent, depth } = next;
    if (agent.status === "same" && depth > 0 && !withSame) continue;
    rows.push({ kind: "agent", depth, agent });
    for (const step of agent.steps) rows.push({ kind: "step", depth: depth + 1, step });
    for (let place = agent.below.length - 1; place >= 0; place--) {
      const below = agent.below[place];
      if (below) open.push({ agent: below, depth: depth + 1 });
    }
  }
  return rows;
}
