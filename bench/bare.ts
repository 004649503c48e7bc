import { brainOf, echoOf, type BrainCall, type Part, type Shape, type Think } from "./brain.ts";
import type { Runtime } from "./runtime.ts";

type Run = (args: never) => string | Promise<string>;

interface Message {
  readonly role: "user" | "assistant" | "tool";
  readonly content: string;
  readonly id?: string;
  readonly calls?: readonly BrainCall[];
}

interface BareAgent {
  readonly think: Think;
  readonly tools: Readonly<Record<string, Run>>;
}

/** The floor: a hand-written loop with a list of messages and nothing else. No checks, limits, cancel or trace. */
export const bare: Runtime = {
  peer: "bare",
  versions: {},
  single: (shape) => {
    const agent = worker(shape);
    return () => loop(agent, "task:1");
  },
  delegateSeq: (shape) => {
    const agent = parent("sequential", shape, worker(shape));
    return () => loop(agent, "go");
  },
  fanout: (shape) => {
    const agent = parent("parallel", shape, worker(shape));
    return () => loop(agent, "go");
  },
  chain: (shape) => {
    let agent: BareAgent = { think: brainOf("chain", shape), tools: {} };
    for (let level = 0; level < shape.depth; level++) agent = parent("chain", shape, agent);
    return () => loop(agent, `depth:${shape.depth}`);
  },
};

async function loop(agent: BareAgent, goal: string): Promise<string> {
  const messages: Message[] = [{ role: "user", content: goal }];
  for (let last = messages[0]; last; last = messages.at(-1)) {
    const decision = await agent.think(last.content, last.role === "tool");
    if (decision.text !== undefined) return decision.text;
    messages.push({ role: "assistant", content: "", calls: decision.calls });
    for (const result of await Promise.all(decision.calls.map((call) => act(agent, call)))) messages.push(result);
  }
  throw new Error("a conversation has a last message");
}

async function act(agent: BareAgent, call: BrainCall): Promise<Message> {
  const run = agent.tools[call.name];
  if (!run) throw new Error(`no tool ${call.name}`);
  return { role: "tool", id: call.id, content: await run(call.args as never) }; // the brain knows each tool's arguments
}

function worker(shape: Shape): BareAgent {
  return { think: brainOf("worker", shape), tools: { echo: echoOf(shape) } };
}

function parent(part: Part, shape: Shape, specialist: BareAgent): BareAgent {
  return { think: brainOf(part, shape), tools: { delegate: ({ task }: { task: string }) => loop(specialist, task) } };
}
