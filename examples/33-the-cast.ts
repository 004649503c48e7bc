// The ready-made cast on one goal: the lead asks a researcher, an analyst and a summariser, all at the same time.
//
// Run:
//   node --import tsx -C troupe-source examples/33-the-cast.ts
//
// Prints:
//   What does a crossing cost?
//   - A crossing of the lake costs three coins. (ferry.md:3)
//
//   Calculate 15 % of 1,299 and (3 + 4) * 12.
//   15 / 100 * 1299 = 194.85
//   (3 + 4) * 12 = 84
//
//   Summarise ferry.md in one sentence.
//   The ferry crosses the lake every hour, from six in the morning until the lake is dark. (ferry.md)
//
//   asked: researcher, analyst, summariser

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "troupe";
import { analyst, lead, researcher, summariser } from "troupe/actors";
import { folderTools } from "troupe/tools";

const root = mkdtempSync(join(tmpdir(), "notes-"));
writeFileSync(join(root, "ferry.md"), `# The ferry

The ferry crosses the lake every hour, from six in the morning until the lake is dark. A crossing of the lake costs
three coins. The captain is called Ada. In winter the ferry crosses the lake at nine, noon and four.
`);

const { search, read } = folderTools({ root });
const tools = [search, read];
const team = [researcher({ tools }), analyst(), summariser({ tools })];

const goal = `1. What does a crossing cost?
2. Calculate 15 % of 1,299 and (3 + 4) * 12.
3. Summarise ferry.md in one sentence.`;
const { output, steps } = await run(lead({ team }), goal);
rmSync(root, { recursive: true });

console.log(output);
console.log(`\nasked: ${steps.flatMap((step) => (step.kind === "agent" ? [step.agent] : [])).join(", ")}`);
