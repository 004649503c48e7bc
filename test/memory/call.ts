import { describeError } from "../../src/core/describe.ts";
import { resultText } from "../../src/core/observation.ts";
import type { Tool, ToolContext } from "../../src/core/tool.ts";

/** A call as tools see it: an agent called `helper` at the root of run `run-1`, at a fixed moment, without notes. */
export function context(changes: Partial<ToolContext> = {}): ToolContext {
  const clock = { now: () => 1_000, setTimeout: () => 0, clearTimeout: () => undefined };
  return { agent: "helper", path: "0", runId: "run-1", state: {}, clock, ...changes } as ToolContext; // these tools use nothing else of it
}

/** Calls the tool of a name among these; resolves to what the model reads. */
export async function call(
  tools: readonly Tool[],
  name: string,
  args: Record<string, unknown>,
  from: ToolContext = context(),
): Promise<string> {
  const tool = tools.find((each) => each.name === name);
  if (!tool) throw new Error(`there is no tool ${name}; there are ${tools.map((each) => each.name).join(", ")}`);
  try {
    return resultText(await tool.execute(tool.parameters.parse(args) as never, from)); // the tool's own schema made the arguments
  } catch (error) {
    return describeError(error);
  }
}
