import { z } from "zod";
import {
  delegate,
  fromAgent,
  tool,
  type AgentLogic,
  type ModelCallOptions,
  type ModelReply,
  type ModelRequest,
  type Tool,
} from "../../src/index.ts";
import type { JsonValue } from "../../src/core/json.ts";

/** What an agent of these tests does, turn by turn: it is handed to it as its goal, so that a test shows all of it. */
export interface Plan {
  /** Names the run in the log. */
  readonly run: string;
  /** The calls of each turn; in the turn after the last it answers. */
  readonly turns?: readonly (readonly PlannedCall[])[];
  /** What it answers; without it, all that its calls came to, but for bookings: whether one took effect may not be known. */
  readonly answer?: string;
  /** How many characters it answers, whatever else is said. */
  readonly answerChars?: number;
  /** How long each model call takes. */
  readonly waitMs?: number;
  /** The turn whose model call goes on until it is aborted. */
  readonly hangsIn?: number;
  /** The turn whose model call throws. */
  readonly throwsIn?: number;
}

/** One call of a plan: of a tool, with what it takes besides the name of the step, or of a specialist. */
export type PlannedCall =
  | { readonly use: string; readonly with?: Readonly<Record<string, JsonValue>> }
  | { readonly ask: string; readonly plan: Omit<Plan, "run">; readonly artifacts?: readonly string[] };

/** Where calls say that they begin, end or are aborted; how long they take is up to who logs. */
export interface Calls {
  begin(call: string): void;
  end(call: string): void;
  abort(call: string): void;
  /** Whether the gate of this name has been opened. */
  isOpen?(gate: string): boolean;
}

const USAGE = { inputTokens: 40, outputTokens: 5 };
const WAIT_MS = 5;

/** What is not the same in every cast. */
export interface CastTerms {
  /** Makes definitions differ. */
  readonly version?: string;
  /** Sees every request before its model does. */
  readonly asked?: (request: ModelRequest) => void;
}

/**
 * The cast: a `planner` that does what its plan says with tools of every kind, alone or through specialists, which are
 * planners themselves, or `hasty` ones whose time is short.
 */
export function cast(calls: Calls, { version = "1", asked = () => undefined }: CastTerms = {}): readonly AgentLogic[] {
  const tools = toolsFor(calls);
  const model = {
    name: "planned",
    supportsTools: true,
    respond: (request: ModelRequest, options: ModelCallOptions) => {
      asked(request);
      return respond(calls, request, options);
    },
  };
  const shared = { model, tools, instructions: `Follow the plan, version ${version}.`, maxOutputTokens: 100 };
  const team = (): readonly ReturnType<typeof delegate>[] => [
    delegate(planner, { recursion: true }),
    delegate(hasty, { recursion: true }),
    delegate(planner, { name: "ask_with_share", recursion: true, share: 0.2 }),
  ];
  const planner: AgentLogic = fromAgent({
    ...shared,
    name: "planner",
    description: "Does what its plan says.",
    team,
    budget: { maxSteps: 40, maxTokens: 1_000_000 },
  });
  const hasty: AgentLogic = fromAgent({
    ...shared,
    name: "hasty",
    description: "Has no time.",
    team,
    budget: { maxSteps: 40, maxSeconds: HASTY_SECONDS },
  });
  return [planner, hasty];
}

/** How long the `hasty` one has. */
export const HASTY_SECONDS = 3;

async function respond(calls: Calls, { path, turn, messages }: ModelRequest, { signal }: ModelCallOptions): Promise<ModelReply> {
  const plan = JSON.parse(messages.find(({ role }) => role === "user")?.content ?? "") as Plan;
  return logged(calls, `${plan.run} model ${path}#${turn}`, signal, async () => {
    await pause(plan.hangsIn === turn ? HANGING_MS : (plan.waitMs ?? WAIT_MS), signal);
    if (plan.throwsIn === turn) throw new Error(`the model of ${path} has no more to say`);
    return { ...replyTo(plan, turn, messages), usage: USAGE };
  });
}

function told(messages: ModelRequest["messages"]): string {
  const observations = messages.filter(({ role, content }) => role === "tool" && !/^(?:booked|interrupted)/u.test(content));
  return observations.map(({ content }) => content).join(" | ");
}

function replyTo({ run, turns = [], answer, answerChars }: Plan, turn: number, messages: ModelRequest["messages"]): ModelReply {
  const planned = turns[turn - 1];
  if (!planned && answerChars !== undefined) return { text: "x".repeat(answerChars) };
  if (!planned) return {
    text: answer ?? told(messages),
  };
  const calls = planned.map((call, index) => {
    if ("ask" in call) return {
      name: call.ask,
      arguments: { goal: JSON.stringify({ run, ...call.plan }), ...(call.artifacts ? { artifacts: call.artifacts } : {}) },
    };
    return { name: call.use, arguments: { ...call.with, at: `${turn}.${index}` } };
  });
  return { text: "", calls };
}

const HANGING_MS = 120_000;
const GATE_MS = 20;
const at = z.string();

function toolsFor(calls: Calls): readonly Tool[] {
  const made = (runId: string, path: string, step: string): string => `${runId.split(":")[0]} tool ${path}#${step}`;
  const waiting = z.object({ at, ms: z.number().optional() });
  const waits = (said: string, options: Pick<Tool, "name" | "idempotent" | "exclusive" | "needsApproval">): Tool => tool({
    ...options,
    description: "Takes some time.",
    parameters: waiting,
    execute: (args, { runId, path, signal }) => logged(calls, made(runId, path, args.at), signal, async () => {
      await pause(args.ms ?? WAIT_MS, signal);
      return `${said} ${path}#${args.at}`;
    }),
  });
  return [
    waits("found", { name: "look", idempotent: true, exclusive: false, needsApproval: false }),
    waits("booked", { name: "book", idempotent: false, exclusive: false, needsApproval: false }),
    waits("locked", { name: "lock", idempotent: true, exclusive: true, needsApproval: false }),
    waits("paid", { name: "pay", idempotent: false, exclusive: false, needsApproval: true }),
    tool({
      name: "deaf",
      description: "Never ends, and hears nothing.",
      parameters: z.object({ at }),
      timeoutSeconds: 0.3,
      execute: (args, { runId, path }) => {
        calls.begin(made(runId, path, args.at));
        return new Promise<string>(() => undefined);
      },
    }),
    tool({
      name: "wait",
      description: "Waits at a gate.",
      parameters: z.object({ at, gate: z.string() }),
      idempotent: true,
      execute: (args, { runId, path, signal }) => logged(calls, made(runId, path, args.at), signal, async () => {
        while (!calls.isOpen?.(args.gate)) await pause(GATE_MS, signal);
        return `passed ${args.gate}`;
      }),
    }),
    tool({
      name: "deaf_lock",
      description: "Goes on for a while, and hears nothing.",
      parameters: waiting,
      timeoutSeconds: 0.3,
      exclusive: true,
      idempotent: true,
      execute: async (args, { runId, path }) => {
        calls.begin(made(runId, path, args.at));
        await new Promise((resolve) => setTimeout(resolve, args.ms));
        calls.end(made(runId, path, args.at));
        return "late";
      },
    }),
    tool({
      name: "big",
      description: "Says a lot.",
      parameters: z.object({ at, chars: z.number(), artifact: z.string().optional() }),
      execute: ({ chars, artifact }) => {
        const data = "x".repeat(chars);
        return artifact === undefined ? data : { text: `made ${artifact}`, artifacts: [{ name: artifact, data }] };
      },
    }),
    tool({
      name: "note",
      description: "Notes something down for the tools after it.",
      parameters: z.object({ at, ms: z.number() }),
      idempotent: true,
      execute: async (args, { state, signal }) => {
        state[args.at] = "begun";
        await pause(args.ms, signal);
        state[args.at] = "ended";
        return `noted ${Object.entries(state).map(([step, noted]) => `${step} ${String(noted)}`).sort().join(", ")}`;
      },
    }),
  ];
}

async function logged<Value>(calls: Calls, call: string, signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  calls.begin(call);
  try {
    const value = await work();
    calls.end(call);
    return value;
  } catch (error) {
    if (signal.aborted) calls.abort(call);
    throw error;
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", end);
      resolve();
    }, ms);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
