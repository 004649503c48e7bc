import { z } from "zod";
import { delegate, fromAgent, scripted, tool, type AgentLogic, type Model, type RunOptions, type ScriptedCall, type Tool, type ToolContext } from "../../src/index.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import type { VirtualClock } from "../../src/testing/index.ts";

/** One model call, tool call or question for approval, told at the moment it starts; `signal` is the call's own. */
export interface StartedCall {
  readonly kind: "model" | "tool" | "approval";
  readonly path: string;
  readonly signal: AbortSignal;
  isSettled: boolean;
}

/** A cast whose every call is told to the test. */
export interface RichTree {
  readonly lead: AgentLogic;
  readonly options: RunOptions;
  /** Every call that started, in order. */
  readonly started: readonly StartedCall[];
}

/**
 * Three levels with something of everything: tools that answer at once, later, never alone (exclusive), too late, by
 * throwing and after an approval; specialists side by side, with a share, with a last turn kept; unknown and wrong
 * calls; two slots of each kind. New on each call, because a script plays one run. `onStart` is called inside each
 * call as it starts.
 */
export function richTree(clock: VirtualClock, onStart: OnStart = () => undefined): RichTree {
  const { started, begin } = startedCalls(onStart);
  const model = told(scripted.byPath(SCRIPT, { price: { input: 1, output: 2 } }), begin);
  const tools = toolsOf(clock, begin);
  const digger = fromAgent({ name: "digger", description: "Digs.", model, tools: [tools.write] });
  const researcher = fromAgent({ name: "researcher", description: "Reads.", model, tools: [tools.fetch, tools.broken] });
  const planner = fromAgent({
    name: "planner",
    description: "Plans.",
    model,
    tools: [tools.stubborn, tools.add],
    team: [digger],
    budget: { maxSteps: 6, wrapUp: true },
  });
  const lead = fromAgent({
    name: "lead",
    model,
    tools: [tools.add, tools.slow, tools.write, tools.guarded],
    team: [researcher, delegate(planner, { share: { maxTokens: 20_000, maxToolCalls: 8 } })],
    budget: { maxSteps: 30, maxTokens: 100_000, maxCost: 10 },
    maxOutputTokens: 1_000,
  });
  const options: RunOptions = {
    clock,
    ids: () => "rich",
    concurrency: { model: 2, tools: 2 },
    pool: { maxSteps: 100 },
    approve: async ({ path, signal }) => {
      const call = begin("approval", path, signal);
      await waitSeconds(0.1, { clock, signal });
      call.isSettled = true;
      return true;
    },
  };
  return { lead, options, started };
}

/** A lead that asks more specialists in one turn than may live at once, each for one short turn. */
export function wideTree(clock: VirtualClock, onStart: OnStart = () => undefined): RichTree {
  const { started, begin } = startedCalls(onStart);
  const goals = Array.from({ length: 70 }, (_, index) => ask("worker", `part ${index}`));
  const model = told(scripted.byPath({ "0": [{ calls: goals }, "All is done."], "*": [{ text: "done", delaySeconds: 0.1 }] }), begin);
  const worker = fromAgent({ name: "worker", description: "Works.", model });
  const lead = fromAgent({ name: "lead", model, team: [worker], budget: { maxSteps: 100 } });
  return { lead, options: { clock, ids: () => "wide", pool: { maxAgents: 100, maxSteps: 1_000 }, concurrency: { model: 20 } }, started };
}

type OnStart = (call: StartedCall, index: number) => void;

function startedCalls(onStart: OnStart): { readonly started: readonly StartedCall[]; readonly begin: Begin } {
  const started: StartedCall[] = [];
  const begin: Begin = (kind, path, signal) => {
    const call = { kind, path, signal, isSettled: false };
    started.push(call);
    onStart(call, started.length - 1);
    return call;
  };
  return { started, begin };
}

const ask = (name: string, goal: string): ScriptedCall => ({ name: `ask_${name}`, arguments: { goal } });
const call = (name: string, args: object = {}): ScriptedCall => ({ name, arguments: args });
const usage = { inputTokens: 40, outputTokens: 7, cachedTokens: 3, reasoningTokens: 2 };

const SCRIPT = {
  "0": [
    {
      text: "I split this.",
      calls: [
        call("add", { a: 1, b: 2 }),
        call("slow"),
        call("write", { text: "one" }),
        call("write", { text: "two" }),
        ask("researcher", "left"),
        ask("researcher", "right"),
        ask("planner", "plan"),
        call("ghost"),
        call("add", { a: "one" }),
      ],
      delaySeconds: 0.1,
      usage,
    },
    { calls: [call("guarded"), call("guarded"), ask("researcher", "again")], delaySeconds: 0.05 },
    { text: "All is known.", delaySeconds: 0.1, usage },
  ],
  "0/1.6": [
    { text: "Two holes.", calls: [ask("digger", "here"), ask("digger", "there"), call("stubborn")], usage },
    { calls: [call("add", { a: 3, b: 4 }), call("add", { a: 5, b: 6 }), ask("digger", "nowhere")] },
    { text: "As far as I got.", delaySeconds: 0.1 },
  ],
  "0/1.6/1.0": [{ calls: [call("write", { text: "three" })] }, { text: "A bone.", delaySeconds: 0.3, usage }],
  "0/1.6/1.1": [{ text: "Nothing.", delaySeconds: 0.15 }],
  "*": [{ calls: [call("fetch"), call("broken")], delaySeconds: 0.1 }, { text: "I read it.", delaySeconds: 0.1 }],
};

type Begin = (kind: StartedCall["kind"], path: string, signal: AbortSignal) => StartedCall;

function told(model: Model, begin: Begin): Model {
  return {
    ...model,
    async respond(request, options) {
      const started = begin("model", request.path, options.signal);
      options.onDelta?.("half");
      try {
        return await model.respond(request, options);
      } finally {
        started.isSettled = true;
      }
    },
  };
}

function toolsOf(clock: VirtualClock, begin: Begin): Record<"add" | "fetch" | "slow" | "stubborn" | "write" | "guarded" | "broken", Tool> {
  const waiting = (
    name: string,
    seconds: number,
    options: { timeoutSeconds?: number; exclusive?: boolean; needsApproval?: boolean } = {},
  ): Tool =>
    toolOf(name, { ...options }, begin, async (_args, { signal }) => {
      await waitSeconds(seconds, { clock, signal });
      return `${name} is done`;
    });
  return {
    add: toolOf("add", {}, begin, ({ a, b }) => (a as number) + (b as number), z.object({ a: z.number(), b: z.number() })),
    fetch: waiting("fetch", 0.2),
    slow: waiting("slow", 0.5, { timeoutSeconds: 0.3 }),
    // Does not look at its signal, and goes on after its time is up.
    stubborn: toolOf("stubborn", { timeoutSeconds: 0.2 }, begin, () => new Promise((resolve) => clock.setTimeout(() => resolve("too late"), 700))),
    write: waiting("write", 0.1, { exclusive: true }),
    guarded: waiting("guarded", 0.1, { needsApproval: true }),
    broken: toolOf("broken", {}, begin, () => {
      throw new RangeError("out of order");
    }),
  };
}

interface ToolTerms {
  readonly timeoutSeconds?: number;
  readonly exclusive?: boolean;
  readonly needsApproval?: boolean;
}

function toolOf(
  name: string,
  terms: ToolTerms,
  begin: Begin,
  execute: (args: Record<string, unknown>, context: ToolContext) => unknown,
  parameters: z.ZodObject = z.object({}).catchall(z.unknown()),
): Tool {
  return tool({
    name,
    description: `The tool ${name}.`,
    parameters,
    ...terms,
    execute: async (args, context) => {
      const started = begin("tool", context.path, context.signal);
      try {
        return await execute(args, context);
      } finally {
        started.isSettled = true;
      }
    },
  });
}
