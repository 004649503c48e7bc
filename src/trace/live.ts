import { secondsBetween } from "../core/clock.ts";
import type { RunEvent } from "../core/event.ts";
import { ROOT_PATH } from "../core/ids.ts";
import type { RunSnapshot } from "../core/run.ts";
import { countOf, countWithOwn, moneyText, secondsText, tokensOf } from "./amounts.ts";
import { drawnHeading, endText, joined, type Heading } from "./heading.ts";
import { countsText, liveBranches, type Folding, type LiveScene } from "./live-branches.ts";
import { leftOf } from "./live-left.ts";
import { agentCounts, standingOfAgent, takeIn, type LiveAgent, type LiveAgents } from "./live-state.ts";
import { paintFor } from "./paint.ts";
import { standingOfEnd } from "./standing.ts";
import { drawn, placed, type Canvas, type Placed } from "./tree.ts";

/** What a live tree knows from the start: when the run began and what its ceilings are. A snapshot of the run has it. */
export type LiveStart = Pick<RunSnapshot, "startedAt" | "budget" | "pool">;

/** One look at a run under way. */
export interface LiveView {
  /** This moment, in milliseconds since the epoch, by the run's own clock. */
  readonly now: number;
  /** Columns of the terminal, at least 20. Default 100. */
  readonly width?: number;
  /** Rows of the terminal; no frame has more lines. Default 24. */
  readonly height?: number;
  /** Terminal colours. Default false. */
  readonly color?: boolean;
}

/** The tree of a run while it grows: events in, frames of text out. Holds no timer and writes nothing. */
export interface LiveTree {
  /** Takes in one event of the run, in order. */
  see(event: RunEvent): void;
  /** The tree at this moment, no wider and no higher than the view. */
  frame(view: LiveView): string;
}

// From showing everything to showing next to nothing: a frame takes the first of these that fits.
const FOLDINGS: readonly Folding[] = [
  { ended: Infinity, leaves: true, open: Infinity },
  { ended: 3, leaves: true, open: Infinity },
  { ended: 1, leaves: true, open: Infinity },
  { ended: 0, leaves: true, open: Infinity },
  ...[Infinity, 32, 24, 16, 12, 8, 5, 3, 2, 1].map((open) => ({ ended: 0, leaves: false, open })),
];

/**
 * Follows a run by its events and draws it as the tree that `render` draws, growing: what runs, what waits for
 * specialists and what is queued are told apart, delegations that have ended are folded to one line, and the last line
 * says what is left of the budget. Where a frame would be higher than the view, more is folded, the liveliest last.
 */
export function liveTree(start: LiveStart): LiveTree {
  const agents: LiveAgents = new Map();
  return {
    see: (event) => takeIn(agents, event),
    frame: ({ now, width = 100, height = 24, color = false }) => {
      const root = agents.get(ROOT_PATH);
      if (!root) return "";
      return frameOf(root, { agents, now, columns: width }, { start, height, canvas: { width, paint: paintFor(color) } });
    },
  };
}

interface Frame {
  readonly start: LiveStart;
  readonly height: number;
  readonly canvas: Canvas;
}

function frameOf(root: LiveAgent, scene: LiveScene, { start, height, canvas }: Frame): string {
  const heading = drawnHeading(headingOfRoot(root, scene, start), canvas);
  const left = root.ending ? [] : joined(leftOf(root, scene, start), canvas.width).slice(0, 1);
  const lines = linesThatFit(root, scene, height - heading.length - left.length);
  const quietLeft = left.map((line) => canvas.paint("quiet", line));
  return [...heading, ...drawn(lines, canvas), ...quietLeft].slice(0, Math.max(1, height)).join("\n");
}

function headingOfRoot(root: LiveAgent, { agents, now }: LiveScene, { startedAt }: LiveStart): Heading {
  const { ending, name: agent, goal, steps, subtreeSteps, own, subtree } = root;
  const facts = [ending ? endText(ending.stopReason, ending.limit) : countsText(agentCounts(agents))];
  facts.push(secondsText(ending?.seconds ?? secondsBetween(startedAt, now)));
  facts.push(countWithOwn({ own: steps.size, subtree: subtreeSteps }, "step"), countWithOwn(tokensOf({ own, subtree }), "token"));
  if (agents.size > 1) facts.push(countOf(agents.size - 1, "specialist"));
  if (subtree.cost !== null) facts.push(`cost ${moneyText(subtree.cost)}`);
  const standing = ending ? standingOfEnd(ending.stopReason) : standingOfAgent(root);
  return { standing, agent, goal, facts, error: null, hasTree: steps.size > 0 };
}

function linesThatFit(root: LiveAgent, scene: LiveScene, room: number): readonly Placed[] {
  if (room <= 0) return [];
  let lines: readonly Placed[] = [];
  for (const folding of FOLDINGS) {
    lines = placed(liveBranches(root, { ...folding, ended: Math.min(folding.ended, room) }, scene));
    if (lines.length <= room) return lines;
  }
  const text = `… ${countOf(lines.length - room + 1, "line")} more`;
  return [...lines.slice(0, room - 1), { line: { kind: "remark", text }, isLast: [true] }];
}
