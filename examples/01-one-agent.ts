// One agent, one tool: it thinks, acts, observes and answers.
//
// Run:
//   node --import tsx -C troupe-source examples/01-one-agent.ts
//
// Prints:
//   It is 22 degrees and clear in Recife.
//   completed after calling get_weather

import { fromAgent, run, scripted, tool } from "troupe";
import { z } from "zod";

const getWeather = tool({
  name: "get_weather",
  description: "Get the current weather for a city.",
  parameters: z.object({ city: z.string() }),
  execute: ({ city }) => `${city}: 22 degrees, clear sky`,
});

const model = scripted([
  { calls: [{ name: "get_weather", arguments: { city: "Recife" } }] },
  "It is 22 degrees and clear in Recife.",
]);

const agent = fromAgent({ name: "forecaster", model, tools: [getWeather] });
const { output, stopReason, toolCalls } = await run(agent, "What is the weather in Recife?");

console.log(output);
console.log(`${stopReason} after calling ${toolCalls.join(", ")}`);
