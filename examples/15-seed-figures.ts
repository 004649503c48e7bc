// The figures of the page that this project comes from: the growing history, the cut run, the failing tool, the
// nesting.
//
// Run:
//   node --import tsx -C troupe-source examples/15-seed-figures.ts
//
// Prints:
//   2 messages, 384 characters
//   4 messages, 557 characters
//   6 messages, 729 characters
//   8 messages, 902 characters
//   4 calls, 7 steps, 3 tools
//   max_steps, succeeded false, 4 steps, output ''
//   AgentToolError: disco cheio -> completed
//   model  chat             children=0 total_steps=1
//   agent  ask_researcher   children=3 total_steps=4
//   model  chat             children=0 total_steps=1

import { AgentToolError, fromAgent, renderDelegationTable, run, scripted, tool, type ModelRequest } from "troupe";
import { z } from "zod";

const echo = (name: string) =>
  tool({ name, description: "Forty characters.", parameters: z.object({}), execute: () => "x".repeat(40) });

// The page measured messages without call ids, as Python writes JSON: with a blank after each comma and colon.
function pageCharacters({ messages }: Pick<ModelRequest, "messages">): number {
  const python = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    return `{${Object.entries(value).map(([key, inner]) => `"${key}": ${python(inner)}`).join(", ")}}`;
  };
  const shapes = messages.map(({ role, content, toolCalls }) => {
    const calls = toolCalls?.map(({ name, arguments: args }) => ({ function: { name, arguments: args } }));
    return python(calls ? { role, content, tool_calls: calls } : { role, content });
  });
  return shapes.join("").length;
}

const tools = ["alpha", "beta", "gamma"].map(echo);
const growing = scripted([...tools.map(({ name }) => ({ calls: [{ name, arguments: {} }] })), "done"]);
const grown = await run(fromAgent({ name: "grower", model: growing, tools }), "Nineteen characters");
for (const request of growing.requests) {
  console.log(`${request.messages.length} messages, ${pageCharacters(request)} characters`);
}
console.log(`${growing.requests.length} calls, ${grown.steps.length} steps, ${grown.toolCalls.length} tools`);

const endless = scripted([{ calls: [{ name: "alpha", arguments: {} }] }], { repeatLast: true });
const cut = await run(fromAgent({ name: "endless", model: endless, tools, budget: { maxSteps: 4 } }), "Go on.");
console.log(`${cut.stopReason}, succeeded ${cut.succeeded}, ${cut.steps.length} steps, output '${cut.output}'`);

const save = tool({
  name: "save",
  description: "Save the page.",
  parameters: z.object({}),
  execute() {
    throw new AgentToolError("disco cheio");
  },
});
const saving = scripted([{ calls: [{ name: "save", arguments: {} }] }, "Not saved."]);
const failed = await run(fromAgent({ name: "saver", model: saving, tools: [save] }), "Save it.");
console.log(`${failed.steps[1]?.observation} -> ${failed.stopReason}`);

const researcher = fromAgent({
  name: "researcher",
  description: "Looks things up.",
  model: scripted([{ calls: [{ name: "alpha", arguments: {} }] }, "Found."]),
  tools,
});
const ask = { name: "ask_researcher", arguments: { goal: "Look." } };
const lead = fromAgent({ name: "lead", model: scripted([{ calls: [ask] }, "Found, they say."]), team: [researcher] });
console.log(renderDelegationTable(await run(lead, "Find out.")));
