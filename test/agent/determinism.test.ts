import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { delegate, fromAgent, scripted, tool, type AgentLogic, type ModelRequest, type Run, type RunOptions, type ScriptedModel, type ScriptedReply, type Step, type Tool } from "../../src/index.ts";
import { waitSeconds } from "../../src/models/waiting.ts";
import { virtualClock, type VirtualClock } from "../../src/testing/index.ts";
import { allSteps, leftoversOf, watch, type Watched } from "../support/quiet.ts";
import { richTree, wideTree } from "../support/rich-tree.ts";

const SEEDED = { seed: 20260101 };

describe("the same script, clock and ids", () => {
  it.each([{ title: "three levels of everything", make: richTree }, { title: "seventy specialists", make: wideTree }])("give the same run and the same events, byte for byte: $title", async ({ make }) => {
    const played = async () => {
      const clock = virtualClock();
      const { lead, options } = make(clock);
      const told: string[] = [];
      const { handle } = watch(lead, "go", { ...options, onEvent: (event) => told.push(JSON.stringify(event)) });
      return [JSON.stringify(await clock.settle(handle.result)), ...told];
    };

    expect(await played()).toEqual(await played());
  });
});

describe("the order in which calls complete", () => {
  it.each([
    { title: "with slots enough", concurrency: { model: 8, tools: 16 } },
    { title: "on one slot of each kind", concurrency: { model: 1, tools: 1 } },
    { title: "on two slots of each kind", concurrency: { model: 2, tools: 2 } },
  ])("changes times, never a history or the step tree: twenty orders $title", async ({ concurrency }) => {
    const orders = new Set<string>();
    const expected = await playedIn(0, {});

    for (let order = 1; order <= 20; order++) {
      const { requests, tree, ended } = await playedIn(order, { concurrency });
      orders.add(ended);
      expect(requests).toEqual(expected.requests);
      expect(tree).toEqual(expected.tree);
    }

    expect(orders.size).toBeGreaterThan(15);
  });
});

describe("any tree, on any slots, whole or cancelled at any time", () => {
  it("is played the same twice, adds up, leaves nothing behind and names every step by its place", async () => {
    const slots = fc.record({ model: fc.integer({ min: 1, max: 3 }), tools: fc.integer({ min: 1, max: 3 }) });
    const ceilings = fc.record({ maxTokens: fc.integer({ min: 1_000, max: 40_000 }), maxSeconds: fc.integer({ min: 2, max: 40 }).map((tenths) => tenths / 10) });
    const options = fc.record({ concurrency: slots, budget: ceilings });
    const cancelAt = fc.option(fc.integer({ min: 0, max: 600 }));
    const seen = { stopReasons: new Set<string>(), steps: 0 };

    await fc.assert(
      fc.asyncProperty(nodeOver(3), options, cancelAt, async (root, given, cancelMs) => {
        const [one, two] = [await playedTree(root, given, cancelMs), await playedTree(root, given, cancelMs)];

        seen.stopReasons.add(one.run.stopReason);
        seen.steps += one.run.totalSteps;
        expect(leftoversOf(one)).toEqual([]);
        expect(misplacedIn(one.run)).toEqual([]);
        expect(JSON.stringify(one.run)).toBe(JSON.stringify(two.run));
      }),
      { ...SEEDED, numRuns: 100 },
    );

    expect([...seen.stopReasons].sort()).toEqual(["cancelled", "completed", "error", "max_steps", "max_tokens", "timeout"]);
    expect(seen.steps).toBeGreaterThan(1_000);
  }, 120_000);
});

/** A small generator of numbers from 0 to 1 that gives the same ones for the same seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Plays one fixed tree whose waits come from `order`, and tells what must not depend on them, and what does. */
async function playedIn(order: number, options: { concurrency?: { model: number; tools: number } }) {
  const clock = virtualClock();
  const random = numbersFrom(order);
  const later = (): number => Math.round(random() * 1000) / 1000;
  const { lead, model } = fixedTree(clock, later);
  const { handle, events } = watch(lead, "go", { clock, ids: () => "fixed", ...options });
  const run = await clock.settle(handle.result);
  const ended = events.flatMap((event) => (event.type === "step.ended" ? [event.step.id] : [])).join(" ");
  return { requests: byPlace(model.requests), tree: withoutTimes(run), ended };
}

function fixedTree(clock: VirtualClock, later: () => number): { lead: AgentLogic; model: ScriptedModel } {
  const turn = (...names: string[]): ScriptedReply => () => ({ calls: names.map((name) => ({ name, arguments: { goal: `use ${name}` } })), delaySeconds: later() });
  const answer: ScriptedReply = ({ path }) => ({ text: `the answer of ${path}`, delaySeconds: later() });
  const model = scripted.byPath({
    "0": [turn("ask_middle", "read", "ask_leaf", "ask_middle", "write"), turn("ask_leaf", "write", "ask_middle"), answer],
    "0/1.0": [turn("read", "ask_leaf", "ask_leaf", "write"), turn("read", "ghost"), answer],
    "0/1.3": [turn("ask_leaf", "fail", "read"), answer],
    "0/2.2": [turn("ask_leaf", "ask_leaf", "ask_leaf"), turn("write"), answer],
    "*": [turn("read", "write"), answer],
  });
  const waiting = (name: string, exclusive: boolean): Tool =>
    tool({
      name,
      description: "Waits.",
      parameters: z.object({}),
      exclusive,
      execute: async (_args, { signal, path }) => {
        await waitSeconds(later(), { clock, signal });
        if (name === "fail") throw new RangeError(`out of order at ${path}`);
        return { text: `${name} at ${path}`, artifacts: [{ name: "note.txt", data: path }] };
      },
    });
  const tools = [waiting("read", false), waiting("write", true), waiting("fail", false)];
  const leaf = fromAgent({ name: "leaf", description: "Reads.", model, tools });
  const middle = fromAgent({ name: "middle", description: "Asks.", model, tools, team: [leaf] });
  return { lead: fromAgent({ name: "lead", model, tools, team: [middle, leaf] }), model };
}

function byPlace(requests: readonly ModelRequest[]): Record<string, unknown> {
  const entries = requests.map(({ path, turn, messages, tools }) => [`${path}#${turn}`, { messages, tools }] as const);
  return Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)));
}

const TIMES: ReadonlySet<string> = new Set(["startedAt", "seconds", "queuedSeconds", "ledger"]);

function withoutTimes(run: Run): unknown {
  return JSON.parse(JSON.stringify(run), (key, value: unknown) => (TIMES.has(key) ? undefined : value));
}

/** What an agent of a random tree does: some turns of calls, then an answer, nothing, or a failure. */
interface Node {
  readonly turns: readonly (readonly Call[])[];
  readonly last: "answer" | "nothing" | "failure";
  readonly delayMs: number;
  readonly maxSteps: number;
  readonly wrapUp: boolean;
  readonly share: number | null;
}

type Call = { readonly kind: "tool"; readonly name: string } | { readonly kind: "agent"; readonly node: Node };

const TOOLS = ["now", "soon", "alone", "broken", "limited", "ghost"];

function nodeOver(levels: number): fc.Arbitrary<Node> {
  const toolCall: fc.Arbitrary<Call> = fc.record({ kind: fc.constant("tool" as const), name: fc.constantFrom(...TOOLS) });
  const call = levels === 0 ? toolCall : fc.oneof(toolCall, agentCallOver(levels - 1));
  return fc.record({
    turns: fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
    last: fc.constantFrom("answer" as const, "answer" as const, "answer" as const, "nothing" as const, "failure" as const),
    delayMs: fc.integer({ min: 0, max: 100 }),
    maxSteps: fc.integer({ min: 2, max: 16 }),
    wrapUp: fc.boolean(),
    share: fc.option(fc.double({ min: 0.1, max: 0.9, noNaN: true })),
  });
}

function agentCallOver(levels: number): fc.Arbitrary<Call> {
  return nodeOver(levels).map((node) => ({ kind: "agent", node }));
}

async function playedTree(root: Node, options: RunOptions, cancelMs: number | null): Promise<Omit<Watched, "handle"> & { run: Run; clock: VirtualClock }> {
  const clock = virtualClock();
  const lead = grown(clock, root, "agent");
  const { handle, engine, events } = watch(lead, "go", { clock, ids: () => "grown", ...options });
  if (cancelMs !== null) clock.setTimeout(() => handle.cancel(), cancelMs);
  const run = await clock.settle(handle.result);
  await clock.advance(10);
  return { run, engine, events, clock };
}

/** The agent of a node, and under names of their own the agents below it. */
function grown(clock: VirtualClock, node: Node, name: string): AgentLogic {
  const { turns, last, delayMs, maxSteps, wrapUp } = node;
  const delaySeconds = delayMs / 1000;
  const askName = (turn: number, index: number): string => `${name}-${turn}-${index}`;
  const asking = turns.map((calls, turn): ScriptedReply => {
    return { text: `turn ${turn}`, calls: calls.map((call, index) => (call.kind === "tool" ? { name: call.name, arguments: {} } : { name: `ask_${askName(turn, index)}`, arguments: { goal: "go" } })), delaySeconds };
  });
  const end: ScriptedReply = last === "failure" ? { error: new Error("down"), delaySeconds } : { text: last === "answer" ? "done" : "", delaySeconds };
  const team = turns.flatMap((calls, turn) =>
    calls.flatMap((call, index) => (call.kind === "agent" ? [delegate(grown(clock, call.node, askName(turn, index)), call.node.share === null ? {} : { share: call.node.share })] : [])),
  );
  const model = scripted([...asking, end], { repeatLast: true });
  return fromAgent({ name, description: "Grown.", model, team, tools: toolsOn(clock), budget: { maxSteps, wrapUp }, maxOutputTokens: 300 });
}

function toolsOn(clock: VirtualClock): Tool[] {
  const terms = { description: "A tool.", parameters: z.object({}) };
  const waiting = (seconds: number) => (_args: object, { signal }: { signal: AbortSignal }) => waitSeconds(seconds, { clock, signal });
  return [
    tool({ ...terms, name: "now", execute: () => "at once" }),
    tool({ ...terms, name: "soon", execute: waiting(0.05) }),
    tool({ ...terms, name: "alone", execute: waiting(0.03), exclusive: true }),
    tool({ ...terms, name: "limited", execute: waiting(0.2), timeoutSeconds: 0.04 }),
    tool({ ...terms, name: "broken", execute: () => Promise.reject(new RangeError("broken")) }),
  ];
}

/** Every step that is not where its id says, and every total and index that is wrong. */
function misplacedIn(run: Run): string[] {
  const ids = allSteps(run.steps).map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  const total = run.totalSteps === ids.length ? [] : [`totalSteps is ${run.totalSteps}, there are ${ids.length}`];
  return [...twice.map((id) => `${id} is there twice`), ...total, ...misplacedBelow(run.id, "0", run.steps)];
}

function misplacedBelow(runId: string, path: string, steps: readonly Step[]): string[] {
  let turn = 0;
  let call = 0;
  return steps.flatMap((step, index) => {
    if (step.kind === "model") [turn, call] = [turn + 1, 0];
    const id = step.kind === "model" ? `${path}#${turn}` : `${path}#${turn}.${call++}`;
    const own = [
      ...(step.id === id ? [] : [`${step.id} stands where ${id} belongs`]),
      ...(step.index === index ? [] : [`${step.id} has the index ${step.index} at ${index}`]),
    ];
    if (step.kind !== "agent") return own;
    const below = `${path}/${turn}.${call - 1}`;
    const named = step.runId === `${runId}:${below}` ? [] : [`${step.id} has the run id ${step.runId}`];
    const total = step.totalSteps === 1 + allSteps(step.children).length ? [] : [`${step.id} has ${step.totalSteps} steps in all`];
    return [...own, ...named, ...total, ...misplacedBelow(runId, below, step.children)];
  });
}
