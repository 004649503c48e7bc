import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  delegate,
  ModelError,
  runSchema,
  scripted,
  type AgentLogic,
  type AgentStep,
  type Delegation,
  type Run,
  type ScriptedReply,
  type Share,
  type Step,
} from "../../../src/index.ts";
import { agent, asks, echo, play, type Asked } from "./cast.ts";

/** Whatever a team looks like and whatever its models ask for: every run ends, adds up, and stays inside its ceilings. */

const PRICE = { input: 1, output: 2 };

interface Member {
  readonly turns: readonly { readonly calls: readonly number[]; readonly delaySeconds: number; readonly tokens: number | null }[];
  readonly fails: boolean;
  readonly share: Share | undefined;
  readonly budget: {
    readonly maxSteps?: number;
    readonly maxSeconds?: number;
    readonly maxTokens?: number;
    readonly maxCost?: number;
    readonly wrapUp?: boolean;
  };
  readonly team: readonly Member[];
}

const seldom = <Value>(values: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values });
const tokens = fc.integer({ min: 1, max: 9000 });
const money = fc.integer({ min: 1, max: 20_000 }).map((micro) => micro / 1e6);
const turn = fc.record({
  calls: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
  delaySeconds: fc.nat(3),
  tokens: fc.option(fc.nat(600)),
});
const share: fc.Arbitrary<Share> = fc.oneof(
  fc.double({ min: 0.05, max: 1, noNaN: true }),
  fc.record({ maxTokens: tokens, maxSteps: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ maxCost: money }),
);
const budget = fc
  .record({
    maxSteps: seldom(fc.integer({ min: 1, max: 9 })),
    maxSeconds: seldom(fc.integer({ min: 1, max: 5 })),
    maxTokens: seldom(tokens),
    maxCost: seldom(money),
    wrapUp: fc.boolean(),
  })
  .map((ceilings) => Object.fromEntries(Object.entries(ceilings).filter(([, value]) => value !== undefined)));

const memberOver = (levels: number): fc.Arbitrary<Member> =>
  fc.record({
    turns: fc.array(turn, { minLength: 1, maxLength: 3 }),
    fails: fc.nat(4).map((chance) => chance === 0),
    share: seldom(share),
    budget,
    team: levels === 0 ? fc.constant([]) : fc.array(memberOver(levels - 1), { minLength: 1, maxLength: 3 }),
  });

/** The replies of a member: its turns, then an answer or a failure, as often as it is asked. */
function repliesOf({ turns, fails, team }: Member, name: string): ScriptedReply[] {
  const callOf = (index: number): Asked =>
    index < team.length ? [`ask_${name}-${index}`, { goal: "Help." }] : index === 3 ? "ghost" : "echo";
  const usageOf = (used: number | null) => (used === null ? {} : { usage: { inputTokens: used, outputTokens: used } });
  const asking = turns.map(({ calls, delaySeconds, tokens: used }) => ({
    ...asks(...calls.map(callOf)),
    delaySeconds,
    ...usageOf(used),
  }));
  return [...asking, fails ? { error: new ModelError("down") } : "done"];
}

function build(root: Member, name = "m"): AgentLogic {
  const team = root.team.map((each, index): Delegation => {
    const specialist = build(each, `${name}-${index}`);
    return delegate(specialist, each.share === undefined ? {} : { share: each.share });
  });
  const model = scripted.byPath({ "*": repliesOf(root, name) }, { price: PRICE, repeatLast: true });
  return agent(name, model, { tools: [echo], team, budget: root.budget, maxOutputTokens: 500 });
}

/** Every place where a run breaks what holds of all of them. */
function faultsOf(run: Run): string[] {
  const faults = run.totalSteps > run.pool.maxSteps ? [`${run.totalSteps} steps in a pool of ${run.pool.maxSteps}`] : [];
  if (run.pool.spent.agents > run.pool.maxAgents)
    faults.push(`${run.pool.spent.agents} agents in a pool of ${run.pool.maxAgents}`);
  return [...faults, ...faultsOfAgent(run.path, run), ...run.steps.flatMap(faultsOfStep)];
}

function faultsOfAgent(
  at: string,
  { budget: { maxSteps, spent }, steps }: { readonly budget: Run["budget"]; readonly steps: readonly Step[] },
): string[] {
  const faults = spent.steps > maxSteps ? [`${at}: ${spent.steps} steps of ${maxSteps}`] : [];
  return spent.steps === steps.length ? faults : [...faults, `${at}: ${spent.steps} steps counted, ${steps.length} there`];
}

function faultsOfStep(step: Step): string[] {
  const faults = step.open === undefined ? [] : [`${step.id} is still ${step.open}`];
  if (step.kind !== "agent") return faults;
  if (step.outcome === null) faults.push(`${step.id} has no outcome`);
  return [
    ...faults,
    ...errorFault(step),
    ...faultsOfAgent(step.id, step.outcome === "refused" ? { ...step, steps: [] } : { ...step, steps: step.children }),
    ...step.children.flatMap(faultsOfStep),
  ];
}

function errorFault({ id, outcome, error }: AgentStep): string[] {
  const isClean = outcome === "answered" || outcome === "partial";
  return isClean === (error === null) ? [] : [`${id} is ${outcome} with error ${error}`];
}

function outcomesOf(steps: readonly Step[]): string[] {
  return steps.flatMap((step) => (step.kind === "agent" ? [String(step.outcome), ...outcomesOf(step.children)] : []));
}

describe("any tree of agents", () => {
  test("ends, adds up at every node, leaves no step open and no delegation without an outcome, and exceeds no count", async () => {
    const ceilings = fc.record({ maxSteps: fc.integer({ min: 1, max: 200 }), maxAgents: fc.integer({ min: 1, max: 30 }) });
    const seen = { reasons: new Set<string>(), outcomes: new Set<string>() };

    await fc.assert(
      fc.asyncProperty(memberOver(3), ceilings, fc.integer({ min: 1, max: 3 }), async (root, pool, slots) => {
        const run = await play(build(root), { pool, concurrency: { model: slots } });

        seen.reasons.add(run.stopReason);
        outcomesOf(run.steps).forEach((outcome) => seen.outcomes.add(outcome));
        expect(faultsOf(run)).toEqual([]);
        expect(runSchema.parse(JSON.parse(JSON.stringify(run)))).toEqual(JSON.parse(JSON.stringify(run)));
      }),
      { seed: 20260101, numRuns: 100 },
    );

    expect([...seen.reasons].sort()).toEqual(["completed", "error", "max_cost", "max_steps", "max_tokens", "timeout"]);
    expect([...seen.outcomes].sort()).toEqual(["answered", "failed", "partial", "refused", "timed_out"]);
  });
});
