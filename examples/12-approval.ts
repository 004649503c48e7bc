// A tool that needs approval asks first, one at a time, holding no slot; a refusal is something the model can
// read.
//
// Run:
//   node --import tsx -C troupe-source examples/12-approval.ts
//
// Prints:
//   may janitor call remove_file with {"path":"draft.txt"}?
//   may janitor call remove_file with {"path":"thesis.txt"}?
//   removed draft.txt
//   AgentToolError: remove_file was not approved: that one is still needed
//   I removed what I was allowed to.

import { fromAgent, run, scripted, tool } from "troupe";
import { z } from "zod";

const remove = tool({
  name: "remove_file",
  description: "Remove a file.",
  parameters: z.object({ path: z.string() }),
  needsApproval: true,
  execute: ({ path }) => `removed ${path}`,
});

const model = scripted([
  { calls: ["draft.txt", "thesis.txt"].map((path) => ({ name: "remove_file", arguments: { path } })) },
  "I removed what I was allowed to.",
]);

const janitor = fromAgent({ name: "janitor", model, tools: [remove] });
const { steps, output } = await run(janitor, "Clean up.", {
  approve: ({ agent, tool: name, arguments: shown }) => {
    console.log(`may ${agent} call ${name} with ${shown}?`);
    return shown.includes("draft") || { approved: false, reason: "that one is still needed" };
  },
});

for (const step of steps) if (step.kind === "tool") console.log(step.observation);
console.log(output);
