import type { RunSnapshot } from "../core/run.ts";
import { countOf, moneyText, ownOfNoun, secondsText, tokensOf } from "./amounts.ts";
import { inLine } from "./in-line.ts";
import { MARKS, STANDING_ROLES } from "./marks.ts";
import type { Canvas } from "./tree.ts";
import { cutToWidth, widthOf } from "./width.ts";
import { limitText, type Standing } from "./words.ts";

/** What stands above a tree. */
export interface Heading {
  readonly standing: Standing;
  readonly agent: string;
  readonly goal: string;
  /** Escaped texts; they share lines as far as the width allows. */
  readonly facts: readonly string[];
  readonly error: string | null;
  /** Whether a tree follows, to which the lines are joined. */
  readonly hasTree: boolean;
}

/** The heading of a run: who was asked what, how it ended, and what it took. */
export function headingOf(run: RunSnapshot): Heading {
  const { stopReason, limit, seconds, error } = run;
  const isOver = stopReason !== null;
  const end = stopReason ?? "running";
  const tokens = tokensOf(run.usage);
  const facts = [limit ? `${end}, ${limitText(limit)}` : end, secondsText(seconds)];
  facts.push(ownOfNoun(run.steps.length, run.totalSteps, "step"), ownOfNoun(tokens.own, tokens.subtree, "token"));
  if (run.pool.spent.agents > 0) facts.push(countOf(run.pool.spent.agents, "specialist"));
  if (run.usage.subtree.cost !== null) facts.push(`cost ${moneyText(run.usage.subtree.cost)}`);
  const standing = isOver ? (run.succeeded ? "good" : standingOfEnd(stopReason)) : "running";
  return { standing, agent: run.agent, goal: run.goal, facts, error: error === stopReason ? null : error, hasTree: run.steps.length > 0 };
}

function standingOfEnd(stopReason: string): Standing {
  return stopReason === "error" || stopReason === "blocked" ? "bad" : "cut";
}

const JOINT = " · ";

/** Draws a heading, none of its lines wider than the canvas. */
export function drawnHeading(heading: Heading, { width, paint }: Canvas): string[] {
  const { standing, agent, goal, facts, error, hasTree } = heading;
  const role = STANDING_ROLES[standing];
  const name = cutToWidth(inLine(agent, width), Math.floor(width / 2));
  const asked = cutToWidth(` "${inLine(goal, width)}"`, width - widthOf(name) - 2);
  const side = hasTree ? "│ " : "  ";
  const lines = [`${paint(role, MARKS[standing])} ${paint("strong", name)}${asked}`];
  for (const fact of joined(facts, width - side.length)) lines.push(paint("quiet", side) + fact);
  if (error !== null) lines.push(paint("quiet", side) + paint(role, cutToWidth(inLine(error, width), width - side.length)));
  return lines;
}

/** Facts in as few lines as they fit into. */
function joined(facts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : last + JOINT + fact;
    if (last === undefined || widthOf(longer) > width) lines.push(cutToWidth(fact, width));
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
