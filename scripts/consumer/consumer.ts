import { z } from "zod";
import { fromAgent, run, scripted, tool, type AgentDefinition, type Run } from "troupe";

const weather = tool({
  name: "get_weather",
  description: "Tells the weather of a city.",
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `18 degrees in ${city}`,
});
const definition: AgentDefinition = {
  name: "forecaster",
  model: scripted([{ calls: [{ name: "get_weather", arguments: { city: "Lisbon" } }] }, "18 degrees"]),
  tools: [weather],
};
const result: Run = await run(fromAgent(definition), "How warm is it in Lisbon?");
console.log(`${result.stopReason}: ${result.output}`);
