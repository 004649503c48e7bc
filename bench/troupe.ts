import { z } from "zod";
import type * as Library from "../src/index.ts";
import { brainOf, echoOf, type Part, type Shape } from "./brain.ts";
import type { Runtime, StartRun } from "./runtime.ts";

type Troupe = Pick<typeof Library, "delegate" | "fromAgent" | "run" | "tool">;

/** Ceilings that no workload reaches: what is measured is that they are kept, not that they cut. */
export const UNREACHED = {
  budget: { maxSteps: 1_000_000, maxSeconds: 3600 },
  pool: { maxSteps: 10_000_000, maxAgents: 1_000_000 },
  concurrency: { model: 2000, tools: 2000 },
  maxDepth: 64,
} as const;

/** This library as a contestant, everything on: validation, ledger, limits, cancel, queue and the trace. */
export function troupeOn({ delegate, fromAgent, run, tool }: Troupe, versions: Readonly<Record<string, string>>): Runtime {
  type Agent = ReturnType<typeof fromAgent>;

  const runs = (agent: Agent, goal: string): StartRun => async () => {
    const result = await run(agent, goal, UNREACHED);
    if (!result.succeeded) throw new Error(`the run ended ${result.stopReason}: ${result.error ?? result.output}`);
    return result.output;
  };
  const worker = (shape: Shape): Agent => {
    const echo = tool({ name: "echo", description: "Echoes x.", parameters: z.object({ x: z.number() }), execute: echoOf(shape) });
    return fromAgent({ ...described("worker", "worker", shape), tools: [echo] });
  };
  const parent = (part: Part, shape: Shape, specialist: Agent, name = "parent"): Agent => {
    const parameters = z.object({ task: z.string() });
    const terms = delegate(specialist, { name: "delegate", parameters, goal: ({ task }) => task });
    return fromAgent({ ...described(name, part, shape), team: [terms] });
  };

  return {
    peer: "troupe",
    versions,
    single: (shape) => runs(worker(shape), "task:1"),
    delegateSeq: (shape) => runs(parent("sequential", shape, worker(shape)), "go"),
    fanout: (shape) => runs(parent("parallel", shape, worker(shape)), "go"),
    chain: (shape) => {
      let agent = fromAgent(described("level0", "chain", shape));
      for (let level = 1; level <= shape.depth; level++) agent = parent("chain", shape, agent, `level${level}`);
      return runs(agent, `depth:${shape.depth}`);
    },
  };
}

function described(name: string, part: Part, shape: Shape): Library.AgentDefinition {
  const think = brainOf(part, shape);
  const respond: Library.Model["respond"] = async ({ messages }) => {
    const last = messages.at(-1);
    const decision = await think(last?.content ?? "", last?.role === "tool");
    if (decision.text !== undefined) return { text: decision.text };
    return { text: "", calls: decision.calls.map((call) => ({ id: call.id, name: call.name, arguments: call.args })) };
  };
  return { name, description: "Does the task.", model: { name: "brain", supportsTools: true, respond }, budget: UNREACHED.budget };
}
