import type { StopReason } from "../core/outcome.ts";
import type { Limit, RunSnapshot } from "../core/run.ts";
import { countOf, countWithOwn, moneyText, secondsText, tokensOf } from "./amounts.ts";
import { inLine } from "./in-line.ts";
import { MARKS, STANDING_ROLES } from "./marks.ts";
import { standingOfEnd, type Standing } from "./standing.ts";
import type { Canvas } from "./tree.ts";
import { cutToWidth, widthOf } from "./width.ts";
import { limitText, totalStepsIn } from "./words.ts";

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
  const { agent, goal, stopReason, limit, seconds, steps, usage, pool } = run;
  const totalSteps = steps.reduce((total, step) => total + totalStepsIn(step), 0);
  const facts = [endText(stopReason, limit), secondsText(seconds)];
  facts.push(countWithOwn({ own: steps.length, subtree: totalSteps }, "step"), countWithOwn(tokensOf(usage), "token"));
  if (pool.spent.agents > 0) facts.push(countOf(pool.spent.agents, "specialist"));
  if (usage.subtree.cost !== null) facts.push(`cost ${moneyText(usage.subtree.cost)}`);
  const error = run.error === stopReason ? null : run.error;
  return { standing: standingOfEnd(stopReason), agent, goal, facts, error, hasTree: steps.length > 0 };
}

/** Why a run ended, and by whose ceiling: `max_steps: 4 steps of its budget`; `running` while it has not. */
export function endText(stopReason: StopReason | null, limit: Limit | null): string {
  return `${stopReason ?? "running"}${limit ? `: ${limitText(limit)}` : ""}`;
}

/** A run in one line: how it ended and what it took. Escaped. */
export function summaryOf(run: RunSnapshot): string {
  return headingOf(run).facts.join(JOINT);
}

/** What went wrong in a run, in one line and escaped; null where the stop reason says it all. */
export function errorOf({ error, stopReason }: RunSnapshot): string | null {
  return error === null || error === stopReason ? null : inLine(error, LONGEST_ERROR);
}

const LONGEST_ERROR = 400; // columns
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
  const told = inLine(error ?? "", width);
  if (told !== "") lines.push(paint("quiet", side) + paint(role, cutToWidth(told, width - side.length)));
  return lines;
}

/** Facts in as few lines as they fit into, a longer one cut. */
export function joined(facts: readonly string[], width: number): string[] {
  const lines: string[] = [];
  for (const fact of facts) {
    const last = lines.at(-1);
    const longer = last === undefined ? fact : last + JOINT + fact;
    if (last === undefined || widthOf(longer) > width) lines.push(cutToWidth(fact, width));
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
