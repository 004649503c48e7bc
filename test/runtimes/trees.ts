import {
  AgentToolError,
  delegate,
  ModelError,
  type AgentLogic,
  type BudgetOptions,
  type Delegation,
  type ModelPrice,
  type PoolOptions,
  type ScriptedReply,
  type Share,
} from "../../src/index.ts";
import { ask, asks, type Asked } from "../agent/conformance/cast.ts";
import { chanceFrom, type Chance } from "../support/chance.ts";
import type { RuntimeCase } from "./support/case.ts";
import { agent, doing, echo, played } from "./support/cast.ts";

/** Trees of agents by chance: whoever stands in them, whatever they ask for, and whichever ceilings they meet. */

const PRICE: ModelPrice = { input: 1, output: 2, cached: 0.5 };
const MOST_TURNS = 12;
const DEEPEST = 3;

const draw = doing("draw", () => ({ text: "drawn", artifacts: [{ name: "chart.txt", data: "a chart" }] }));
const fail = doing("fail", () => {
  throw new AgentToolError("out of order");
});
const tools = [echo, draw, fail];

/** How trees are grown. `most` is how many specialists an agent may ask in one turn. */
interface Growth {
  readonly seed: number;
  readonly count: number;
  readonly most: number;
}

/** A run without a story: of trees by chance nobody knows it beforehand. */
export type Tree = Omit<RuntimeCase, "expected" | "onWorkers">;

function trees({ seed, count, most }: Growth): readonly Tree[] {
  const chance = chanceFrom(seed);
  return Array.from({ length: count }, (_, index) => {
    const lead = member({ chance, most, name: `tree-${most}-${index}`, depth: 0 });
    return { title: lead.agent.name, lead, options: { pool: poolBy(chance), maxDepth: chance.whole(1, DEEPEST) } };
  });
}

interface Seedling {
  readonly chance: Chance;
  readonly most: number;
  readonly name: string;
  readonly depth: number;
}

function member({ chance, most, name, depth }: Seedling): AgentLogic {
  const below = depth === DEEPEST ? 0 : chance.whole(0, 2);
  const team = Array.from({ length: below }, (_, index) => lent(
    chance,
    member({ chance, most, name: `${name}-${index}`, depth: depth + 1 }),
  ));
  const names = team.map(({ specialist }) => specialist.agent.name);
  const turns = Array.from({ length: chance.whole(0, 3) }, () => turn(chance, names, most));
  const rest = Array.from({ length: MOST_TURNS }, () => ({
    text: `${name} is done`,
    usage: { inputTokens: 60, outputTokens: 20 },
  }));
  return agent(name, played([...turns, ...rest], PRICE), {
    tools,
    team,
    instructions: "Be quick.",
    budget: budgetBy(chance),
    maxOutputTokens: chance.whole(50, 400),
  });
}

function turn(chance: Chance, names: readonly string[], most: number): ScriptedReply {
  if (chance.happens(0.05)) return { error: new ModelError("backend is down") };
  const calls: Asked[] = Array.from({ length: chance.whole(0, 2) }, () => chance.pick(["echo", "echo", "draw", "fail"]));
  for (let asked = names.length === 0 ? 0 : chance.whole(0, most); asked > 0; asked--) calls.splice(
    chance.whole(0, calls.length),
    0,
    ask(chance.pick(names)),
  );
  const usage = { inputTokens: chance.whole(20, 200), outputTokens: chance.whole(5, 200), cachedTokens: chance.whole(0, 20) };
  return { text: chance.pick(["", "half of it"]), ...asks(...calls), ...(chance.happens(0.8) ? { usage } : {}) };
}

function lent(chance: Chance, specialist: AgentLogic): Delegation {
  return delegate(specialist, {
    artifacts: chance.pick(["share", "share", "private"]),
    ...(chance.happens(0.5) ? { share: shareBy(chance) } : {}),
  });
}

function shareBy(chance: Chance): Share {
  if (chance.happens(0.5)) return chance.whole(1, 10) / 10;
  return given({
    maxSteps: chance.whole(1, 8),
    maxTokens: maybe(chance, 0.5, () => chance.whole(200, 2_000)),
    maxCost: maybe(chance, 0.3, () => chance.whole(200, 3_000) / 1e6),
    maxToolCalls: maybe(chance, 0.3, () => chance.whole(0, 3)),
  });
}

function budgetBy(chance: Chance): BudgetOptions {
  return {
    maxSteps: chance.whole(2, MOST_TURNS),
    wrapUp: chance.happens(0.3),
    ...given({
      maxToolCalls: maybe(chance, 0.25, () => chance.whole(0, 4)),
      maxDelegations: maybe(chance, 0.2, () => chance.whole(0, 3)),
      maxTokens: maybe(chance, 0.3, () => chance.whole(300, 2_500)),
      maxCost: maybe(chance, 0.25, () => chance.whole(300, 4_000) / 1e6),
    }),
  };
}

function poolBy(chance: Chance): PoolOptions {
  return given({
    maxSteps: maybe(chance, 0.6, () => chance.whole(4, 40)),
    maxAgents: maybe(chance, 0.4, () => chance.whole(1, 5)),
    maxTokens: maybe(chance, 0.4, () => chance.whole(400, 6_000)),
    maxCost: maybe(chance, 0.4, () => chance.whole(400, 9_000) / 1e6),
    maxToolCalls: maybe(chance, 0.3, () => chance.whole(0, 8)),
  });
}

function maybe(chance: Chance, probability: number, value: () => number): number | undefined {
  return chance.happens(probability) ? value() : undefined;
}

type Given<Options> = { readonly [Name in keyof Options]: Exclude<Options[Name], undefined> };

// What is left out is not there at all.
function given<Options extends Record<string, number | undefined>>(options: Options): Partial<Given<Options>> {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as Partial<Given<Options>>; // only absent keys are missing
}

const SEED = 20260101;

/** Trees in which nobody asks two specialists at once: on workers, too, each finds everything free that is. */
export const narrow = trees({ seed: SEED, count: 40, most: 1 });

/** Trees in which specialists stand beside one another. */
export const wide = trees({ seed: SEED, count: 20, most: 3 });
