import { callStepId, childPath } from "../../src/core/ids.ts";
import { conclusionText, refusedText } from "../../src/core/observation.ts";
import type { StopReason } from "../../src/core/outcome.ts";
import type { AgentStep, ModelStep, Step, ToolStep } from "../../src/core/run.ts";
import { noUsage, ownOnly } from "../../src/core/usage.ts";
import { agentStep, budgetRecord, toolStep } from "./trace.ts";
import { bookAgent, bookShare, bookStep } from "./bookings.ts";
import { plannedCalls, type PlannedCall } from "./planned-calls.ts";
import { thoughtOf } from "./thought.ts";
import { prose } from "./filler.ts";
import { timesOf, type Seedling, type World } from "./world.ts";

/** A grown agent: its steps, when it ended and how. */
export interface Grown {
  readonly steps: Step[];
  readonly endedAt: number;
  readonly stopReason: StopReason;
  readonly output: string;
}

/** Grows an agent, turn by turn, down to its specialists. */
export function grown(world: World, seedling: Seedling): Grown {
  const steps: Step[] = [];
  let left = seedling.steps;
  let now = seedling.startedAt;
  let contextTokens = 120;
  for (let turn = 1; left > 0; turn++) {
    const calls = left === 1 ? [] : plannedCalls(world, seedling, turn, left);
    const thought = thoughtOf(world, seedling, { turn, calls, startedAt: now, contextTokens, isLast: left === 1, steps });
    steps.push({ ...thought, index: steps.length });
    now = endOf(thought);
    const acts = calls.map((call, index) =>
      act(world, seedling, { turn, index, call, startedAt: now, record: thought.calls[index] }),
    );
    for (const step of acts) {
      steps.push({ ...step, index: steps.length });
      contextTokens += Math.ceil(step.observation.length / 4);
      now = Math.max(now, endOf(step));
    }
    left -= 1 + calls.reduce((sum, { steps: below }) => sum + below, 0);
  }
  return { steps, endedAt: now, ...endingOf(seedling, steps) };
}

function endOf(step: Step): number {
  return step.startedAt + step.seconds * 1000;
}

function endingOf({ fails }: Seedling, steps: readonly Step[]): Pick<Grown, "stopReason" | "output"> {
  const turns = steps.filter(({ kind }) => kind === "model");
  const last = steps.at(-1);
  if (fails && last?.error) return { stopReason: "error", output: last.error };
  if (last?.kind === "model") return { stopReason: "completed", output: last.output };
  return { stopReason: "max_steps", output: turns.findLast(({ output }) => output !== "")?.output ?? "" };
}

interface Act {
  readonly turn: number;
  readonly index: number;
  readonly call: PlannedCall;
  readonly startedAt: number;
  readonly record: ModelStep["calls"][number] | undefined;
}

function act(world: World, seedling: Seedling, given: Act): Step {
  const { turn, index, call, record } = given;
  const called = { id: callStepId(seedling.path, turn, index), callId: record?.id ?? null, arguments: record?.arguments ?? null };
  const name = record?.name ?? "unknown";
  bookStep(world.bookings, given.startedAt);
  return call.kind === "tool" ? toolCall(world, name, given, called) : delegation(world, seedling, name, given, called);
}

type Called = Pick<Step, "id" | "callId" | "arguments">;

function toolCall(world: World, name: string, { startedAt }: Act, called: Called): ToolStep {
  const { chance } = world;
  const times = timesOf(world, startedAt, [0.02, 1.4]);
  if (chance.happens(world.failures)) {
    const error = `AgentToolError: ${name} found nothing by that name`;
    return toolStep(name, { ...called, ...times, error, observation: error });
  }
  const output = prose(chance, Math.ceil(chance.between(0.4, 1.6) * world.contentChars));
  return toolStep(name, { ...called, ...times, output, observation: output });
}

function delegation(
  world: World,
  seedling: Seedling,
  name: string,
  { turn, index, call, startedAt }: Act,
  called: Called,
): AgentStep {
  const agent = name.slice("ask_".length);
  const path = childPath(seedling.path, turn, index);
  const goal = (called.arguments as { goal: string }).goal; // made by recordOf
  const shared = { ...called, runId: `${world.runId}:${path}`, instructions: `You are a careful ${agent}.` };
  if (call.kind === "refused") return refusal(world, agent, startedAt, shared);
  const { queuedSeconds, startedAt: begins } = timesOf(world, startedAt, [0, 0]);
  const hasShare = world.chance.happens(0.3);
  const account = hasShare ? path : seedling.account;
  bookAgent(world.bookings, begins);
  const booked = world.bookings.length;
  const child = {
    path,
    name: agent,
    goal,
    level: seedling.level + 1,
    steps: call.steps - 1,
    isSpine: call.isSpine,
    fails: call.fails,
    account,
  };
  const { steps, endedAt, stopReason, output } = grown(world, { ...child, startedAt: begins });
  const step = agentStep(agent, steps, {
    ...shared,
    name,
    goal,
    output,
    stopReason,
    startedAt: begins,
    queuedSeconds,
    seconds: (endedAt - begins) / 1000,
    observation: conclusionText(stopReason, output),
    error: stopReason === "error" ? output : null,
    limit: stopReason === "max_steps" ? { name: "maxSteps", scope: "budget", value: steps.length } : null,
  });
  const { inputTokens, outputTokens, cost } = step.usage.subtree;
  const { toolCalls, delegations } = step.usage.own;
  const spent = { steps: steps.length, seconds: step.seconds, toolCalls, delegations, tokens: inputTokens + outputTokens, cost };
  if (hasShare)
    bookShare(world.bookings, { path, above: seedling.account, from: begins, to: endedAt, spent: spent.tokens, booked });
  return {
    ...step,
    budget: budgetRecord({ maxSteps: stopReason === "max_steps" ? steps.length : 2 * steps.length + 12, spent }),
  };
}

function refusal(world: World, agent: string, startedAt: number, shared: Partial<AgentStep>): AgentStep {
  const error = refusedText(`already ${world.depth} levels deep (max ${world.depth})`);
  const nothing = { goal: "", outcome: "refused" as const, stopReason: null, usage: ownOnly(noUsage()), totalSteps: 1 };
  return agentStep(agent, [], { ...shared, ...nothing, startedAt, error, observation: error });
}
