import type { BudgetRecord, Limit, RunRecord } from "../../src/core/run.ts";
import type { Nodes } from "../trace/nodes.ts";

/** How much of one ceiling was used. */
export interface CeilingUse {
  readonly word: string;
  readonly spent: number;
  readonly most: number;
  readonly share: number;
}

/** An agent and its ceilings: the two it came nearest to, and the one that cut it. */
export interface AgentBudget {
  readonly node: number;
  readonly uses: readonly CeilingUse[];
  readonly hit: Limit | null;
}

const NEAREST = 2;

/** The budgets of all agents: those that were cut first, then those that came nearest to a ceiling. */
export function budgetsOf(run: RunRecord, nodes: Nodes): AgentBudget[] {
  const budgets = Array.from(nodes.lanes, (node): AgentBudget => {
    const step = nodes.steps[node];
    const { budget, limit } = step?.kind === "agent" ? step : run;
    return { node, uses: usesOf(budget).slice(0, NEAREST), hit: limit };
  });
  const nearness = ({ uses }: AgentBudget): number => uses[0]?.share ?? 0;
  return budgets.sort((a, b) => Number(b.hit !== null) - Number(a.hit !== null) || nearness(b) - nearness(a) || a.node - b.node);
}

function usesOf({ maxSteps, maxSeconds, maxToolCalls, maxDelegations, maxTokens, maxCost, spent }: BudgetRecord): CeilingUse[] {
  const all = [
    ["steps", spent.steps, maxSteps],
    ["seconds", spent.seconds, maxSeconds],
    ["tool calls", spent.toolCalls, maxToolCalls],
    ["delegations", spent.delegations, maxDelegations],
    ["tokens", spent.tokens, maxTokens],
    ["cost", spent.cost, maxCost],
  ] as const;
  const uses = all.flatMap(([word, used, most]) =>
    most === null || used === null || most === 0 ? [] : [{ word, spent: used, most, share: used / most }],
  );
  return uses.sort((a, b) => b.share - a.share);
}
