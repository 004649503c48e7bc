import { z } from "zod";
import { fromAgent, run, scripted, tool, type ModelRequest, type Run } from "../src/index.ts";

const TURNS = { lead: 5, deputy: 10, clerk: 4 };
const AT_ONCE = 10;

/** A run of 50 000 steps and some, three levels deep: fifty deputies, five thousand clerks, and what they did. */
export async function largeRun(): Promise<Run> {
  const look = tool({ name: "look", description: "Looks something up.", parameters: z.object({ place: z.string() }), execute: ({ place }) => `All that is known of ${place}: it is quiet.` });
  const model = scripted([replyTo], { repeatLast: true });
  const clerk = fromAgent({ name: "clerk", description: "Looks things up.", model, tools: [look], budget: { maxSteps: 20 } });
  const deputy = fromAgent({ name: "deputy", description: "Divides work.", model, team: [clerk], budget: { maxSteps: 200 } });
  const lead = fromAgent({ name: "lead", model, team: [deputy], budget: { maxSteps: 200, maxSeconds: 600 } });
  return run(lead, "What is known of everywhere?", { pool: { maxSteps: 100_000, maxAgents: 10_000 }, ids: () => "large" });
}

function replyTo({ path, turn }: ModelRequest): never {
  const [name, calls] = turnOf(path.split("/").length - 1, path, turn);
  const isLast = turn > TURNS[name];
  return (isLast ? `${name} ${path} is done: it is quiet.` : { text: `Turn ${turn} of ${path}.`, calls }) as never; // replies as a script has them
}

function turnOf(depth: number, path: string, turn: number): readonly [keyof typeof TURNS, readonly object[]] {
  if (depth === 2) return ["clerk", [{ name: "look", arguments: { place: `${path} ${turn}` } }]];
  const specialist = depth === 0 ? "deputy" : "clerk";
  const calls = Array.from({ length: AT_ONCE }, (_, index) => ({ name: `ask_${specialist}`, arguments: { goal: `Part ${turn}.${index} of ${path}.` } }));
  return [depth === 0 ? "lead" : "deputy", calls];
}
