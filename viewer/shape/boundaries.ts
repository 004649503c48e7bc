import type { Nodes } from "../trace/nodes.ts";

/** What passed the boundary between an agent and its specialist, in tokens; those of texts are estimated, 4 characters each. */
export interface Boundary {
  readonly node: number;
  /** The goal, the arguments and the instructions: all that the specialist was given. */
  readonly inTokens: number;
  /** What it and everyone below it used. */
  readonly insideTokens: number;
  /** What its parent's model read of it. */
  readonly outTokens: number;
  /** Tokens inside for each token out; null where nothing came out, or nothing was used. */
  readonly smaller: number | null;
}

const CHARACTERS_PER_TOKEN = 4;

/** The boundary of every delegation, in the order of the tree; refused ones included. */
export function boundariesOf(nodes: Nodes): Boundary[] {
  const found: Boundary[] = [];
  for (let node = 1; node < nodes.count; node++) {
    const step = nodes.steps[node];
    if (step?.kind !== "agent") continue;
    const { inputTokens, outputTokens } = step.usage.subtree;
    const given = step.goal === "" ? JSON.stringify(step.arguments ?? "") : step.goal;
    const inTokens = tokensOf(given) + tokensOf(step.instructions);
    const insideTokens = inputTokens + outputTokens;
    const outTokens = tokensOf(step.observation);
    found.push({
      node,
      inTokens,
      insideTokens,
      outTokens,
      smaller: outTokens === 0 || insideTokens === 0 ? null : insideTokens / outTokens,
    });
  }
  return found;
}

function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/** How boundaries may be put in order. */
export const BOUNDARY_ORDERS = ["trace", "tokens", "seconds", "smaller"] as const;

/** How boundaries are put in order: as the trace has them, or the largest first. */
export type BoundaryOrder = (typeof BOUNDARY_ORDERS)[number];

/** The boundaries in an order. */
export function orderedBoundaries(nodes: Nodes, boundaries: readonly Boundary[], order: BoundaryOrder): readonly Boundary[] {
  const figure = (boundary: Boundary): number => {
    switch (order) {
      case "trace":
        return -boundary.node;
      case "tokens":
        return boundary.insideTokens;
      case "seconds":
        return (nodes.until[boundary.node] ?? 0) - (nodes.from[boundary.node] ?? 0);
      case "smaller":
        return boundary.smaller ?? 0;
    }
  };
  return [...boundaries].sort((a, b) => figure(b) - figure(a) || a.node - b.node);
}
