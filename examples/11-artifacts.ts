// Artifacts: bytes that a tool produced surface under the specialist's name, and can be handed down to another
// one.
//
// Run:
//   node --import tsx -C troupe-source examples/11-artifacts.ts
//
// Prints:
//   The chart is done.
//
//   Produced: illustrator/chart.txt
//   ###
//   #
//   ##

import { fromAgent, run, scripted, tool } from "troupe";
import { z } from "zod";

const draw = tool({
  name: "draw",
  description: "Draw a chart.",
  parameters: z.object({ bars: z.array(z.number()) }),
  execute: ({ bars }) => ({
    text: `A chart of ${bars.length} bars.`,
    artifacts: [{ name: "chart.txt", data: bars.map((bar) => "#".repeat(bar)).join("\n") }],
  }),
});
const measure = tool({
  name: "measure",
  description: "Measure an artifact.",
  parameters: z.object({ name: z.string() }),
  execute: ({ name }, { artifacts }) => `${artifacts.require(name).sizeBytes} bytes`,
});

const illustrator = fromAgent({
  name: "illustrator",
  description: "Draws charts.",
  model: scripted([{ calls: [{ name: "draw", arguments: { bars: [3, 1, 2] } }] }, "The chart is done."]),
  tools: [draw],
});
const inspector = fromAgent({
  name: "inspector",
  description: "Measures artifacts.",
  model: scripted([{ calls: [{ name: "measure", arguments: { name: "illustrator/chart.txt" } }] }, "It is small."]),
  tools: [measure],
});
const model = scripted([
  { calls: [{ name: "ask_illustrator", arguments: { goal: "Draw 3, 1, 2." } }] },
  { calls: [{ name: "ask_inspector", arguments: { goal: "Measure the chart.", artifacts: ["illustrator/chart.txt"] } }] },
  "Drawn and measured.",
]);
const lead = fromAgent({ name: "lead", model, team: [illustrator, inspector] });

const done = await run(lead, "Draw a chart and measure it.");
console.log(done.steps[1]?.observation);
console.log(new TextDecoder().decode(done.artifact("illustrator/chart.txt")?.bytes));
