import { lowerCeiling } from "../core/budget.ts";
import { secondsBetween } from "../core/clock.ts";
import type { RunSnapshot } from "../core/run.ts";
import { countText, moneyText, secondsText } from "./amounts.ts";
import type { LiveScene } from "./live-branches.ts";
import type { LiveAgent } from "./live-state.ts";

type Ceilings = Pick<RunSnapshot, "startedAt" | "budget" | "pool">;

/** What is left of the root's budget and of the pool, ceiling by ceiling: `left: 9 of 12 steps`, `87.0 s of 120 s`, ... */
export function leftOf(root: LiveAgent, { agents, now }: LiveScene, start: Ceilings): string[] {
  const { startedAt, budget, pool } = start;
  const secondsLeft = budget.maxSeconds - secondsBetween(startedAt, now);
  const tokens = root.subtree.inputTokens + root.subtree.outputTokens;
  const facts = [
    `left: ${countLeft(budget.maxSteps, root.steps.size, "steps")}`,
    `${secondsText(Math.max(0, secondsLeft))} of ${secondsText(budget.maxSeconds)}`,
    countLeft(budget.maxToolCalls, root.own.toolCalls, "tool calls"),
    countLeft(lowerCeiling(budget.maxTokens, pool.maxTokens), tokens, "tokens"),
    moneyLeft(lowerCeiling(budget.maxCost, pool.maxCost), root.subtree.cost ?? 0),
    `pool: ${countLeft(pool.maxSteps, root.subtreeSteps, "steps")}`,
    countLeft(pool.maxAgents, agents.size - 1, "specialists"),
    countLeft(pool.maxToolCalls, root.subtree.toolCalls, "tool calls"),
  ];
  return facts.filter((fact) => fact !== "");
}

function countLeft(ceiling: number | null, used: number, noun: string): string {
  return ceiling === null ? "" : `${countText(Math.max(0, ceiling - used))} of ${countText(ceiling)} ${noun}`;
}

function moneyLeft(ceiling: number | null, used: number): string {
  return ceiling === null ? "" : `cost ${moneyText(Math.max(0, ceiling - used))} of ${moneyText(ceiling)}`;
}
