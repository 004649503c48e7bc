// A process is killed in the middle of a run; another one goes on with it, and pays for nothing twice.
//
// Run:
//   node --import tsx -C troupe-source examples/32-resume.ts
//
// Prints:
//   first process: model call 1
//   first process: asks for the price
//   first process: model call 2
//   first process: asks for the stock
//   killed by SIGKILL; order-17 is interrupted after 3 calls
//   second process: asks for the stock
//   second process: model call 3
//   12 euros, 3 left
//   chat
//   price
//   chat
//   stock (made again: the process ended while it was under way)
//   chat

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileJournal, fromAgent, resume, run, tool, type Model } from "troupe";
import { z } from "zod";

const [, program = "", given] = process.argv;
const who = given === undefined ? "second" : "first";
const folder = given ?? mkdtempSync(join(tmpdir(), "runs-"));

const ask = (name: string, answer: () => string) =>
  tool({ name, description: `Asks for the ${name}.`, parameters: z.object({}), idempotent: true, execute: answer });
const price = ask("price", () => (console.log(`${who} process: asks for the price`), "12 euros"));
const stock = ask("stock", () => {
  console.log(`${who} process: asks for the stock`);
  if (who === "first") process.kill(process.pid, "SIGKILL"); // a crash, a deploy, a machine that went down
  return "3 left";
});

const model: Model = {
  name: "clerk-model",
  supportsTools: true,
  async respond({ turn, messages }) {
    console.log(`${who} process: model call ${turn}`);
    if (turn < 3) return { text: "", calls: [{ name: turn === 1 ? "price" : "stock", arguments: {} }] };
    return { text: messages.flatMap(({ role, content }) => (role === "tool" ? [content] : [])).join(", ") };
  },
};
const clerk = fromAgent({ name: "clerk", model, tools: [price, stock] });
const journal = fileJournal(folder);

if (who === "first") await run(clerk, "What about the blue chair?", { journal, ids: () => "order-17" });
else {
  const { signal } = spawnSync(process.execPath, [...process.execArgv, program, folder], { stdio: "inherit" });
  for (const { header, state, effects } of journal.list()) console.log(`killed by ${signal}; ${header.runId} is ${state} after ${effects} calls`);
  const { output, steps } = await resume(clerk, "order-17", { journal });
  console.log(output);
  for (const { name, note } of steps) console.log(note === null ? name : `${name} (${note})`);
  rmSync(folder, { recursive: true });
}
