import { describeError } from "../../src/core/describe.ts";
import { resultText } from "../../src/core/observation.ts";
import { AgentToolError, type Tool, type ToolContext } from "../../src/index.ts";

/** What a model reads after calling the tool: its text, or its own failure. Anything else that is thrown stays thrown. */
export async function observe(tool: Tool, given: Record<string, unknown>, signal = new AbortController().signal): Promise<string> {
  const context = { signal } as ToolContext; // these tools use nothing else of it
  try {
    return resultText(await tool.execute(tool.parameters.parse(given) as never, context)); // the tool's own schema made the arguments
  } catch (error) {
    if (error instanceof AgentToolError) return describeError(error);
    throw error;
  }
}
