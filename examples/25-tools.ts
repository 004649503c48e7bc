// Tools for specialists: a bookkeeper calculates, runs a program, writes a bill and corrects it, and is kept inside its
// folder.
//
// Run:
//   node --import tsx -C troupe-source examples/25-tools.ts
//
// Prints:
//   calculate: 3696.14
//   run_javascript: => ["3 chairs: 1050.00","1 table: 2056.00"]
//   write_file: created 'bills/0042.md': lines 4, bytes 61
//   edit_file: edited 'bills/0042.md' at line 4
//   write_file: AgentToolError: '../paid.md' has a part that is . or .., which are not followed
//   The bill is written.
//
//   # Bill 42
//   3 chairs: 1050.00
//   1 table: 2056.00
//   To pay: 3696.14

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromAgent, run, scripted } from "troupe";
import { calculate, editFile, runJavaScript, writeFile } from "troupe/tools";

const code = `[[3, "chairs", 350], [1, "table", 2056]].map(([n, what, price]) => n + " " + what + ": " + (n * price).toFixed(2))`;
const bill = "# Bill 42\n3 chairs: 1050.00\n1 table: 2056.00\nTo pay: 3106.00\n";
const model = scripted([
  { calls: [{ name: "calculate", arguments: { expression: "roundTo((3 * 350 + 2056) * 1.19, 2)" } }] },
  { calls: [{ name: "run_javascript", arguments: { code } }] },
  { calls: [{ name: "write_file", arguments: { file: "bills/0042.md", content: bill } }] },
  { calls: [{ name: "edit_file", arguments: { file: "bills/0042.md", find: "To pay: 3106.00", replace: "To pay: 3696.14" } }] },
  { calls: [{ name: "write_file", arguments: { file: "../paid.md", content: "" } }] },
  "The bill is written.",
]);

const folder = mkdtempSync(join(tmpdir(), "bills-"));
const tools = [calculate(), runJavaScript(), writeFile({ folder }), editFile({ folder })];
const { steps, output } = await run(fromAgent({ name: "bookkeeper", model, tools }), "Write bill 42.");

for (const step of steps) if (step.kind === "tool") console.log(`${step.name}: ${step.observation}`);
console.log(`${output}\n`);
console.log(readFileSync(join(folder, "bills/0042.md"), "utf8").trimEnd());
rmSync(folder, { recursive: true });
