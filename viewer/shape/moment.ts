import type { Standing } from "../../src/trace/standing.ts";
import { standingAt, type Nodes } from "../trace/nodes.ts";

/** How a node stood at a moment of the run; null before it was there. Once it has ended, it stands as it does in the end. */
export function standingAtMoment(nodes: Nodes, node: number, moment: number | null): Standing | null {
  if (moment === null) return standingAt(nodes, node);
  const from = nodes.from[node] ?? 0;
  const until = nodes.until[node] ?? 0;
  if (moment < from - (nodes.waited[node] ?? 0)) return null;
  if (moment < from) return "queued";
  if (moment >= until) return standingAt(nodes, node);
  return hasSpecialistAt(nodes, node, moment) ? "waiting" : "running";
}

// An agent waits while one of its specialists is at work and none of its own calls is.
function hasSpecialistAt(nodes: Nodes, agent: number, moment: number): boolean {
  if ((nodes.ownLane[agent] ?? -1) < 0) return false;
  let waits = false;
  for (let at = agent + 1; at < (nodes.end[agent] ?? 0); at = nodes.end[at] ?? at + 1) {
    const isUnderWay = (nodes.from[at] ?? 0) <= moment && moment < (nodes.until[at] ?? 0);
    if (isUnderWay && (nodes.ownLane[at] ?? -1) < 0) return false;
    waits ||= isUnderWay;
  }
  return waits;
}

/** All moments at which something begins or ends, in order, each once. */
export function eventsOf(nodes: Nodes): Float64Array {
  const all = new Float64Array(2 * nodes.count);
  all.set(nodes.from, 0);
  all.set(nodes.until, nodes.count);
  all.sort();
  let count = 0;
  for (const moment of all) if (count === 0 || moment !== all[count - 1]) all[count++] = moment;
  return all.slice(0, count);
}

/** The next event after a moment, or the one before it; null where there is none. */
export function eventBeside(events: Float64Array, moment: number, direction: 1 | -1): number | null {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const isBefore = direction === 1 ? (events[middle] ?? 0) <= moment : (events[middle] ?? 0) < moment;
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return events[direction === 1 ? low : low - 1] ?? null;
}
