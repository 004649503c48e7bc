import { turnId } from "../../src/core/ids.ts";
import type { AgentStep, ModelStep, Step } from "../../src/core/run.ts";
import { ownOnly } from "../../src/core/usage.ts";
import { modelStep, tokens } from "./trace.ts";
import { bookModelCall, bookStep } from "./bookings.ts";
import type { PlannedCall } from "./planned-calls.ts";
import { prose, question, sentence, topic } from "./filler.ts";
import { timesOf, type Seedling, type World } from "./world.ts";

const SPECIALISTS = ["researcher", "reader", "checker", "writer", "planner", "librarian"];
const TOOLS = ["search", "read_page", "query_table", "run_code"];
const MILLION = 1_000_000;

/** A model turn to make: what it asks for, and what stands before it. */
export interface Turn {
  readonly turn: number;
  readonly calls: readonly PlannedCall[];
  readonly startedAt: number;
  readonly contextTokens: number;
  readonly isLast: boolean;
  readonly steps: readonly Step[];
}

/** Makes one model turn. The last turn of an agent that fails is its failure. */
export function thoughtOf(
  world: World,
  seedling: Seedling,
  { turn, calls, startedAt, contextTokens, isLast, steps }: Turn,
): ModelStep {
  const { chance } = world;
  const fails = isLast && seedling.fails;
  const output = fails ? "" : isLast ? answerFrom(world, steps) : chance.happens(0.6) ? sentence(chance) : "";
  const outputTokens = fails ? 0 : 20 + Math.ceil(output.length / 4) + 15 * calls.length;
  const times = timesOf(world, startedAt, [0.3, 2.8]);
  const reasoningTokens = chance.happens(0.3) ? Math.floor(outputTokens / 3) : 0;
  const cost = (3 * contextTokens + 15 * outputTokens) / MILLION;
  const used = {
    ...tokens(contextTokens, outputTokens, cost),
    cachedTokens: turn > 1 ? Math.floor(contextTokens * 0.8) : 0,
    reasoningTokens,
  };
  bookStep(world.bookings, startedAt);
  bookModelCall(world.bookings, seedling.account, times, contextTokens + outputTokens);
  return modelStep({
    id: turnId(seedling.path, turn),
    arguments: null,
    ...times,
    output,
    calls: calls.map((call, index) => recordOf(world, call, `call_${turn}_${index}`)),
    error: fails ? "ModelError: 529 overloaded" : null,
    attempts: attemptsOf(world, fails),
    finishReason: fails ? null : calls.length > 0 ? "tool_calls" : "stop",
    reasoning: reasoningTokens > 0 ? prose(chance, reasoningTokens * 3) : null,
    model: chance.pick(["large-1", "large-1", "small-2"]),
    usage: ownOnly(used),
    requestHash: `hash-${seedling.path}-${turn}`.padEnd(22, "x").slice(-22),
  });
}

// Some answers carry on what a specialist concluded, so that some conclusions are used and others are not.
function answerFrom({ chance, contentChars }: World, steps: readonly Step[]): string {
  const conclusions = steps.filter((step): step is AgentStep => step.kind === "agent" && step.outcome === "answered");
  const quoted = conclusions
    .filter(() => chance.happens(0.6))
    .slice(0, 3)
    .map(({ output }) => `${output.split(". ")[0]}.`);
  return [...quoted, prose(chance, contentChars)].join(" ");
}

function attemptsOf({ chance, retries }: World, fails: boolean): ModelStep["attempts"] {
  const count = fails ? 2 : chance.happens(retries) ? chance.whole(1, 2) : 0;
  return Array.from({ length: count }, (_, index) => ({
    error: "ModelError: 529 overloaded",
    status: 529,
    waitSeconds: 0.5 * 2 ** index,
  }));
}

function recordOf({ chance }: World, call: PlannedCall, id: string): ModelStep["calls"][number] {
  const delegated =
    call.kind === "tool" ? null : { name: `ask_${chance.pick(SPECIALISTS)}`, arguments: { goal: question(chance) } };
  const used = delegated ?? { name: chance.pick(TOOLS), arguments: { query: topic(chance), limit: chance.whole(1, 5) } };
  return { id, ...used, status: "run", reason: null };
}
