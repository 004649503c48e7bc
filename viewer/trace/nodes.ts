import type { AgentStep, RunRecord, Step } from "../../src/core/run.ts";
import { standingOfEnd, standingOfStep, type Standing } from "../../src/trace/standing.ts";

/**
 * A run and its steps as numbered nodes, in the order the tree is read: node 0 is the run itself, every subtree is the
 * stretch from its node up to, not including, its `end`. Times are milliseconds from the start of the run.
 */
export interface Nodes {
  readonly count: number;
  /** The step of each node; null for the run itself. */
  readonly steps: readonly (Step | null)[];
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly depth: Int32Array;
  /** When its work began, after any wait. */
  readonly from: Float64Array;
  readonly until: Float64Array;
  /** How long it waited before. */
  readonly waited: Float64Array;
  readonly standing: Uint8Array;
  /** The nodes that are agents which ran, one for each lane: the run itself, then specialists. */
  readonly lanes: Int32Array;
  /** The lane that shows the node: that of the agent whose step it is; for the run itself, its own. */
  readonly lane: Int32Array;
  /** The agent's own lane; -1 for a node that is no agent, or one that never ran. */
  readonly ownLane: Int32Array;
}

// Kept as one byte each: their places in this list.
const STANDINGS: readonly Standing[] = ["good", "bad", "cut", "queued", "running", "waiting"];

/** Numbers the nodes of a run. */
export function nodesOf(run: RunRecord): Nodes {
  const count = 1 + countOf(run.steps);
  const nodes = emptyNodes(count);
  const lanes: number[] = [0];
  const now = Math.max(run.seconds * 1000, 0);
  nodes.parent[0] = -1;
  nodes.until[0] = now;
  nodes.standing[0] = STANDINGS.indexOf(standingOfEnd(run.stopReason));
  const levels: Level[] = [{ steps: run.steps, node: 0, lane: 0, next: 0 }];
  let node = 1;
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const step = level.steps[level.next++];
    if (!step) {
      nodes.end[level.node] = node;
      levels.pop();
      continue;
    }
    place(nodes, node, step, level, { startedAt: run.startedAt, now });
    if (hasLane(step)) {
      nodes.ownLane[node] = lanes.length;
      levels.push({ steps: step.children, node, lane: lanes.length, next: 0 });
      lanes.push(node);
    }
    node += 1;
  }
  return { ...nodes, lanes: Int32Array.from(lanes) };
}

interface Level {
  readonly steps: readonly Step[];
  readonly node: number;
  readonly lane: number;
  next: number;
}

type Unfinished = Omit<Nodes, "steps" | "lanes"> & { steps: (Step | null)[] };

function emptyNodes(count: number): Unfinished {
  return {
    count,
    steps: [null],
    parent: new Int32Array(count),
    end: new Int32Array(count),
    depth: new Int32Array(count),
    from: new Float64Array(count),
    until: new Float64Array(count),
    waited: new Float64Array(count),
    standing: new Uint8Array(count),
    lane: new Int32Array(count),
    ownLane: new Int32Array(count).fill(-1, 1),
  };
}

function place(nodes: Unfinished, node: number, step: Step, level: Level, run: { startedAt: number; now: number }): void {
  const { from, until, waited } = timesOf(step, run);
  nodes.steps[node] = step;
  nodes.parent[node] = level.node;
  nodes.end[node] = node + 1;
  nodes.depth[node] = (nodes.depth[level.node] ?? 0) + 1;
  nodes.from[node] = from;
  nodes.until[node] = until;
  nodes.waited[node] = waited;
  nodes.standing[node] = STANDINGS.indexOf(standingOfStep(step));
  nodes.lane[node] = level.lane;
}

// What has not ended goes on until the last moment the run knows of; what is still queued waits until then.
function timesOf(step: Step, run: { startedAt: number; now: number }): { from: number; until: number; waited: number } {
  const from = step.startedAt - run.startedAt;
  if (step.open === undefined) return { from, until: from + step.seconds * 1000, waited: step.queuedSeconds * 1000 };
  const until = Math.max(from, run.now);
  if (step.open === "queued") return { from: until, until, waited: until - from };
  return { from, until, waited: step.queuedSeconds * 1000 };
}

// A delegation that was refused never had an agent.
function hasLane(step: Step): step is AgentStep {
  return step.kind === "agent" && (step.outcome !== "refused" || step.children.length > 0);
}

function countOf(steps: readonly Step[]): number {
  let count = 0;
  const lists: (readonly Step[])[] = [steps];
  for (let list = lists.pop(); list; list = lists.pop()) {
    count += list.length;
    for (const step of list) if (step.kind === "agent") lists.push(step.children);
  }
  return count;
}

/** The standing of a node, as a word. */
export function standingAt(nodes: Nodes, node: number): Standing {
  return STANDINGS[nodes.standing[node] ?? 0] ?? "good";
}

/** The nodes from the run down to this one, both included. */
export function trailTo(nodes: Nodes, node: number): number[] {
  const trail: number[] = [];
  for (let at = node; at >= 0; at = nodes.parent[at] ?? -1) trail.unshift(at);
  return trail;
}

/** Whether `node` stands in the subtree of `above`, or is it. */
export function isWithin(nodes: Nodes, above: number, node: number): boolean {
  return node >= above && node < (nodes.end[above] ?? 0);
}
