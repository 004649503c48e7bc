// The ready-made cast over a folder of your own: a lead, a researcher, and the tools it searches and reads with.
//
// Run:
//   node --import tsx -C troupe-source examples/19-a-team-over-documents.ts
//
// Prints:
//   How often is the compost heap turned?
//   - The compost heap is turned every two weeks. (garden.md:3)
//
//   When was the oven repaired?
//   - The oven was repaired in March by a neighbour. (kitchen.md:3)
//
//   2 researchers, 8 model calls, 4 tool calls

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "troupe";
import { lead, researcher } from "troupe/actors";
import { folderTools } from "troupe/tools";

const root = mkdtempSync(join(tmpdir(), "notes-"));
writeFileSync(join(root, "garden.md"), "# The garden\n\nThe compost heap is turned every two weeks.\n\nTomatoes need six hours of sun a day.\n");
writeFileSync(join(root, "kitchen.md"), "# The kitchen\n\nThe oven was repaired in March by a neighbour.\n");

const { search, read } = folderTools({ root });
const team = [researcher({ tools: [search, read] })];

const goal = "How often is the compost heap turned, and when was the oven repaired?";
const { output, steps, usage } = await run(lead({ team }), goal);
rmSync(root, { recursive: true });

console.log(output);
const asked = steps.filter(({ kind }) => kind === "agent");
console.log(`\n${asked.length} researchers, ${usage.subtree.modelCalls} model calls, ${usage.subtree.toolCalls} tool calls`);
