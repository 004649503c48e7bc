// Artifacts in and out: a table comes in with the run, is handed down to a specialist whose tool makes an image of it,
// and code writes what came out to a folder, which `troupe run --artifacts <dir>` does by itself.
//
// Run:
//   node --import tsx -C troupe-source examples/30-artifacts-in-and-out.ts
//
// Prints:
//   ask_illustrator takes: goal, artifacts
//   the lead read: Drawn.
//
//   Produced: illustrator/sales.pbm
//   sales.csv, text/csv, 29 bytes
//   illustrator/sales.pbm, image/x-portable-bitmap, 10 bytes
//   files: 1-sales.csv, 2-illustrator-sales.pbm

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fromAgent, run, scripted, tool } from "troupe";
import { z } from "zod";

// One row of eight pixels for each line of the table, in the bits of a byte.
const draw = tool({
  name: "draw",
  description: "Draw the numbers of a table as bars.",
  parameters: z.object({ table: z.string().describe("The name of an artifact.") }),
  execute: ({ table }, { artifacts }) => {
    const [, ...rows] = new TextDecoder().decode(artifacts.require(table).bytes).trim().split("\n");
    const bars = rows.map((row) => (0xff << (8 - Number(row.split(",")[1]))) & 0xff);
    const data = Uint8Array.from([...new TextEncoder().encode(`P4\n8 ${bars.length}\n`), ...bars]);
    return { text: `Drawn ${bars.length} bars.`, artifacts: [{ name: "sales.pbm", data, mediaType: "image/x-portable-bitmap" }] };
  },
});

const illustrator = fromAgent({
  name: "illustrator",
  description: "Draws tables.",
  model: scripted([{ calls: [{ name: "draw", arguments: { table: "sales.csv" } }] }, "Drawn."]),
  tools: [draw],
});
const ask = { name: "ask_illustrator", arguments: { goal: "Draw sales.csv.", artifacts: ["sales.csv"] } };
const model = scripted([{ calls: [ask] }, "The image is ready."]);
const lead = fromAgent({ name: "lead", model, team: [illustrator] });

const sales = { name: "sales.csv", data: "month,tons\njan,3\nfeb,7\nmar,5\n", mediaType: "text/csv" };
const done = await run(lead, "Draw the sales.", { artifacts: [sales] });
const offered = model.requests[0]?.tools[0]?.parameters.properties;
console.log(`ask_illustrator takes: ${Object.keys(offered ?? {}).join(", ")}`);
console.log(`the lead read: ${done.steps[1]?.observation}`);

// A name is data, never a path: one with `..` in it must not lead out of the folder.
const folder = mkdtempSync(join(tmpdir(), "artifacts-"));
for (const [index, { name, mediaType, sizeBytes }] of done.artifacts.entries()) {
  console.log(`${name}, ${mediaType}, ${sizeBytes} bytes`);
  const file = `${index + 1}-${name.replace(/[^a-z0-9.]+/giu, "-")}`;
  writeFileSync(join(folder, file), done.artifact(name)?.bytes ?? "", { flag: "wx", mode: 0o600 });
}
console.log(`files: ${readdirSync(folder).sort().join(", ")}`);
rmSync(folder, { recursive: true });
